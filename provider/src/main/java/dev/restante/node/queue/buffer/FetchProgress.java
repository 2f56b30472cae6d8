package dev.restante.node.queue.buffer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.function.ToLongFunction;

/**
 * Tracker of a dispatcher's running fetch or return to the store, which lets at most one run at a time. During a
 * return, including all its retries, nothing is fetched, because a fetch would skip the returned deliveries.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class FetchProgress {

    /** Condition of the dispatcher's lock. */
    private final Condition changed;

    private final PrefetchBuffer queued;

    /** Deliveries cut off from the buffer, in order; their return to the store has not begun. */
    private final List<PrefetchedMessage> truncated = new ArrayList<>(0);

    private boolean running;

    /** True if the result of a fetch is being returned to the store. */
    private boolean returning;

    /** Number of callers that are returning deliveries to the store. */
    private int runningReturns;

    /** True if the fetch has ended except for returns that must end first. */
    private boolean endDeferred;

    private long begunCount;
    private long lastEnded;
    private long failedCount;

    /** Number of the last fetch with a valid result. */
    private long lastAnswered;

    /** True if the last fetch exhausted the store, so that only later arrivals can be missing. */
    private boolean storeExhausted;

    /** True if all prefetched deliveries were returned after the last fetch began, so that its result is outdated. */
    private boolean resultDiscarded;

    public FetchProgress(Condition changed, ToLongFunction<Delivery> expiryOf) {
        this.changed = changed;
        this.queued = new PrefetchBuffer(expiryOf);
    }

    public void begin() {
        running = true;
        begunCount++;
        resultDiscarded = false;
    }

    /** Begins a return that counts as a fetch; {@link #end} follows after the return. */
    public void beginReturn() {
        running = true;
        begunCount++;
        returning = true;
        endDeferred = true;
    }

    /** Records that a caller returns deliveries until {@link #returnEnded}. */
    public void returnBegun() {
        runningReturns++;
    }

    public void returnEnded() {
        runningReturns--;
    }

    /** Returns whether a caller is returning deliveries. */
    public boolean anyReturn() {
        return runningReturns > 0;
    }

    /** Records that the result of the running fetch is being returned, until {@link #end}. */
    public void returnFetched() {
        returning = true;
    }

    /** Records that all prefetched deliveries were returned. */
    public void discardResult() {
        resultDiscarded = true;
    }

    /** Records that the batch of the fetch was committed. */
    public void acquired(boolean broughtAll) {
        storeExhausted = broughtAll;
        lastAnswered = begunCount;
    }

    /** Records that the running fetch failed, or that its result could not be read. */
    public void fail() {
        failedCount++;
        lastAnswered = Math.min(lastAnswered, begunCount - 1);
        storeExhausted = false;
        changed.signalAll();
    }

    /** Records that the fetch has ended except for pending returns. */
    public void deferEnd() {
        endDeferred = true;
    }

    public boolean isEndDeferred() {
        return endDeferred;
    }

    /** Ends the fetch, and returns the deliveries queued behind it. */
    public List<PrefetchedMessage> end() {
        endDeferred = false;
        running = false;
        returning = false;
        lastEnded++;
        changed.signalAll();
        return queued.drain();
    }

    public boolean isRunning() {
        return running;
    }

    public boolean isReturning() {
        return returning || anyReturn();
    }

    public boolean storeExhausted() {
        return storeExhausted;
    }

    public boolean isResultDiscarded() {
        return resultDiscarded;
    }

    /** Returns whether a fetch after the one with this number has ended and exhausted the store. */
    public boolean completedSince(long number) {
        return lastAnswered > number && storeExhausted && lastEnded >= lastAnswered;
    }

    /** Returns the number of fetches begun so far, which is also the number of the last fetch. */
    public long begunCount() {
        return begunCount;
    }

    /** Returns whether the fetch with this number has ended or will not begin. */
    boolean hasEnded(long number) {
        return !running || lastEnded >= number;
    }

    public long failedCount() {
        return failedCount;
    }

    /** Returns the deliveries that arrived during the running fetch, which follow its result. */
    public PrefetchBuffer queued() {
        return queued;
    }

    // ---- cut off from the buffer ----

    public void addTruncated(List<PrefetchedMessage> deliveries) {
        truncated.addAll(deliveries);
    }

    public List<PrefetchedMessage> takeTruncated() {
        List<PrefetchedMessage> taken = new ArrayList<>(truncated);
        truncated.clear();
        return taken;
    }

    // ---- waiting ----

    /** Returns whether the fetch with this number or an earlier one is running. */
    public boolean isRunning(long upTo) {
        return running && lastEnded < upTo;
    }

    /**
     * Waits until the fetch with this number has ended, and releases the lock meanwhile.
     *
     * @param failedBefore the number of failed fetches when the caller requested the fetch
     */
    @CanIgnoreReturnValue
    public FetchWaitResult awaitEnd(long number, long failedBefore, long timeoutNanos) throws InterruptedException {
        long remainingNanos = timeoutNanos;
        while (running && lastEnded < number) {
            if (failedCount > failedBefore) {
                return FetchWaitResult.FAILED;
            }
            if (remainingNanos <= 0) {
                return FetchWaitResult.TIMED_OUT;
            }
            remainingNanos = changed.awaitNanos(remainingNanos);
        }
        return FetchWaitResult.ENDED;
    }
}
