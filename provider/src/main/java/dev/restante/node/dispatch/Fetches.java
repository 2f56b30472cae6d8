package dev.restante.node.dispatch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The fetches of a dispatcher: at most one at a time, what is born while it is under way, and who waits for its end.
 * What goes back to the store counts as a fetch too, until it is there, however often that has to be tried: nothing
 * comes in meanwhile that belongs behind it.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class Fetches {

    /** Of the dispatcher's lock. */
    private final Condition news;

    /** Born while older deliveries were still loading. */
    private final ReadyBuffer behind;

    /** Deliveries that were at hand and have to go back, in order; they are not on their way yet. */
    private final List<Buffered> cutOff = new ArrayList<>(0);

    private boolean underWay;

    /** Whether what a fetch brought is on its way back to the store. */
    private boolean returning;

    /** How many have been handed something to carry back to the store, and have not got it there yet. */
    private int carriers;

    /** Whether what is under way has ended but for what has to go back before anything is fetched. */
    private boolean endOwed;

    private long begun;
    private long ended;
    private long failed;

    /** The number of the last one that has said what the store has. */
    private long answered;

    /** Whether the last one brought all there was, so that what is missing can only have come since. */
    private boolean exhausted;

    /** Whether everything has been given up since the last one began, which then comes too late. */
    private boolean outdated;

    Fetches(Condition news, ToLongFunction<Delivery> deadline) {
        this.news = news;
        this.behind = new ReadyBuffer(deadline);
    }

    void begin() {
        underWay = true;
        begun++;
        outdated = false;
    }

    /** Something goes back to the store, until {@link #end}, which is owed from the beginning. */
    void beginReturn() {
        underWay = true;
        begun++;
        returning = true;
        endOwed = true;
    }

    /** Somebody is handed something to carry back, until {@link #wentBack}. */
    void goesBack() {
        carriers++;
    }

    void wentBack() {
        carriers--;
    }

    /** Whether something is on its way back. */
    boolean goingBack() {
        return carriers > 0;
    }

    /** What the fetch under way brings goes back to the store, until {@link #end}. */
    void turnBack() {
        returning = true;
    }

    /** Everything has been given up. */
    void outdate() {
        outdated = true;
    }

    /** The fetch's batch has been committed. */
    void acquired(boolean broughtAll) {
        exhausted = broughtAll;
        answered = begun;
    }

    /** The one under way has said nothing, or what it said can't be had. */
    void fail() {
        failed++;
        answered = Math.min(answered, begun - 1);
        exhausted = false;
        news.signalAll();
    }

    /** Nothing keeps what is under way from its {@link #end} but what goes back first. */
    void oweEnd() {
        endOwed = true;
    }

    boolean endOwed() {
        return endOwed;
    }

    /** Returns what was born behind it. */
    List<Buffered> end() {
        endOwed = false;
        underWay = false;
        returning = false;
        ended++;
        news.signalAll();
        return takeBehind();
    }

    boolean underWay() {
        return underWay;
    }

    boolean returning() {
        return returning || goingBack();
    }

    boolean exhausted() {
        return exhausted;
    }

    boolean outdated() {
        return outdated;
    }

    /** Whether one that began after the one with a number has brought all there was. */
    boolean lookedSince(long number) {
        return answered > number && exhausted && ended >= answered;
    }

    /** How many have begun ever, which is also the number of the last one. */
    long begun() {
        return begun;
    }

    /** Whether a fetch with a number has ended, or will not be made. */
    boolean ended(long number) {
        return !underWay || ended >= number;
    }

    /** How many have failed ever. */
    long failed() {
        return failed;
    }

    // ---- behind the fetch under way ----

    void addBehind(Buffered delivery) {
        behind.add(delivery);
    }

    List<Buffered> takeBehind() {
        return behind.drain();
    }

    /** What expires meanwhile does not wait for the end of the fetch. */
    List<Buffered> removeExpiredBehind(long nowMillis) {
        return behind.removeExpired(nowMillis);
    }

    @Nullable
    Buffered firstBehind() {
        return behind.first();
    }

    List<Buffered> removeBehindIf(Predicate<Buffered> unwanted) {
        return behind.removeIf(unwanted);
    }

    /** The earliest deadline, {@link Delivery#NEVER} if there is none. */
    long earliestDeadlineBehind() {
        return behind.earliestDeadline();
    }

    int behind() {
        return behind.size();
    }

    int storedBehind() {
        return behind.stored();
    }

    // ---- cut off from the buffer ----

    void cutOff(List<Buffered> deliveries) {
        cutOff.addAll(deliveries);
    }

    List<Buffered> takeCutOff() {
        List<Buffered> taken = new ArrayList<>(cutOff);
        cutOff.clear();
        return taken;
    }

    // ---- waiting ----

    /** Whether a fetch with this number or an earlier one is under way. */
    boolean underWay(long upTo) {
        return underWay && ended < upTo;
    }

    /**
     * Waits until the fetch with a number has ended, or is not made; gives up the lock meanwhile.
     *
     * @param failedBefore how many had failed before the caller asked for one
     */
    @CanIgnoreReturnValue
    FetchWait awaitEnd(long number, long failedBefore, long timeoutNanos) throws InterruptedException {
        long remainingNanos = timeoutNanos;
        while (underWay && ended < number) {
            if (failed > failedBefore) {
                return FetchWait.FAILED;
            }
            if (remainingNanos <= 0) {
                return FetchWait.TIMED_OUT;
            }
            remainingNanos = news.awaitNanos(remainingNanos);
        }
        return FetchWait.ENDED;
    }
}
