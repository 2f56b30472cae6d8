package dev.restante.node.dispatch;

import dev.restante.broker.WakeUp;
import dev.restante.node.dispatch.Seat.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The places of an entity's receivers, and those of them that found nothing, longest waiting first. Who is
 * {@link WakeUp#away away} meanwhile keeps its place in that line until it is woken, but counts for nothing.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it. Whether a receiver is away can change at any time.
 */
final class Seats {

    private final ArrayDeque<Seat> waiting = new ArrayDeque<>();
    private int open;
    private int woken;
    private boolean ended;

    /** Whether nobody gets anything for now. */
    private boolean paused;

    /** Whether some receiver wants messages; a stopped one acquires nothing ahead. */
    private boolean demand;

    /** Whether that is one that does not wait: it has found something, or is about to look. */
    private boolean taking;

    /** Whether something was decided because all who wait were away, since they were told last. */
    private boolean passedOver;

    Seat open(WakeUp wakeUp) {
        return open(wakeUp, null, null);
    }

    Seat open(WakeUp wakeUp, Seat.@Nullable Company company, @Nullable Object party) {
        open++;
        return new Seat(wakeUp, company, party);
    }

    /** Takes a seat away for good; returns who is to be woken in its stead. */
    List<Seat> close(Seat seat, boolean anythingToTake) {
        List<Seat> woken = pause(seat, State.CLOSED, anythingToTake);
        open--;
        return woken;
    }

    /** Takes a seat out that will not take for now; returns who is to be woken in its stead. */
    List<Seat> pause(Seat seat, boolean anythingToTake) {
        return pause(seat, State.IDLE, anythingToTake);
    }

    /** Another one takes over what a seat was woken for. */
    private List<Seat> pause(Seat seat, State next, boolean anythingToTake) {
        boolean counted = seat.state == State.WOKEN;
        leave(seat, next);
        demand = !waiting.isEmpty();
        taking = false;
        return counted && anythingToTake ? wake(1) : List.of();
    }

    /** Nobody takes any more, although seats may still be open; returns all who waited. */
    List<Seat> end() {
        ended = true;
        return wake(Integer.MAX_VALUE);
    }

    /** Nobody takes anything until {@link #resume}. */
    void pause() {
        paused = true;
    }

    /** They may take again; returns all who waited. */
    List<Seat> resume() {
        paused = false;
        return wake(Integer.MAX_VALUE);
    }

    boolean paused() {
        return paused;
    }

    boolean ended() {
        return ended;
    }

    /** Whether this seat may take now. */
    boolean mayTake(Seat seat) {
        return seat.state != State.CLOSED && !ended && !paused;
    }

    /** Whether any is open. */
    boolean anyOpen() {
        return open > 0;
    }

    /** Whether there is anybody to take what comes; nobody during a pause. */
    boolean listening() {
        return open > 0 && !ended && !paused;
    }

    /**
     * Whether any would take what others have too much of.
     *
     * @param anythingAtHand whether there is something for them
     * @param disappointed whether some have asked in vain
     */
    boolean starving(boolean anythingAtHand, boolean disappointed) {
        return listening() && !anythingAtHand && (disappointed || anyInLine());
    }

    /** Whether births may have room: somebody listens and wants messages. */
    boolean wanting() {
        return listening() && demand();
    }

    /** Whether some receiver wants messages; who is away does not. */
    boolean demand() {
        return demand && (taking || anyWaiting());
    }

    /** A receiver wants messages. */
    void want() {
        demand = true;
        taking = true;
    }

    /** The receiver of a seat wants a message; false if it may not take now. During a pause it waits for its end. */
    boolean want(Seat seat) {
        if (mayTake(seat)) {
            want();
            return true;
        }
        if (paused && seat.state != State.CLOSED && !ended) {
            await(seat);
        }
        return false;
    }

    /** How many wait, those that are away not counted. */
    int waiting() {
        int present = 0;
        for (Seat seat : waiting) {
            present += seat.away() ? 0 : 1;
        }
        return present;
    }

    /** Whether any waits, whoever is away. */
    boolean anyInLine() {
        return !waiting.isEmpty();
    }

    /** True if any in line is away. */
    boolean anyAway() {
        for (Seat seat : waiting) {
            if (seat.away()) {
                return true;
            }
        }
        return false;
    }

    /** Whether any waits that is not away. If not, {@link #removeAway} tells all, even those that are back by then. */
    boolean anyWaiting() {
        for (Seat seat : waiting) {
            if (!seat.away()) {
                return true;
            }
        }
        passedOver |= !waiting.isEmpty();
        return false;
    }

    /**
     * Takes out those that are away, or were when {@link #anyWaiting} was asked; returns them, to be told to look when
     * they are back.
     */
    List<Seat> removeAway() {
        boolean all = passedOver;
        passedOver = false;
        return waiting.isEmpty() ? List.of() : remove(seat -> all || seat.away());
    }

    /** How many were woken and have not taken yet. */
    int woken() {
        return woken;
    }

    /** Lets a seat wait. */
    void await(Seat seat) {
        taking = false;
        if (seat.state != State.WAITING) {
            leave(seat, State.IDLE);
            seat.state = State.WAITING;
            waiting.add(seat);
        }
    }

    /** A seat found something, and waits no more. */
    void served(Seat seat) {
        leave(seat, State.IDLE);
    }

    /** The waiting seats that can take something, to be woken. */
    List<Seat> wakeIf(Predicate<Seat> able) {
        List<Seat> called = remove(able);
        called.forEach(this::woken);
        return called;
    }

    private List<Seat> remove(Predicate<Seat> those) {
        List<Seat> removed = new ArrayList<>();
        for (Iterator<Seat> seats = waiting.iterator(); seats.hasNext(); ) {
            Seat seat = seats.next();
            if (those.test(seat)) {
                seats.remove();
                seat.state = State.IDLE;
                removed.add(seat);
            }
        }
        return removed;
    }

    private void leave(Seat seat, State next) {
        if (seat.state == State.WAITING) {
            waiting.remove(seat);
        } else if (seat.state == State.WOKEN) {
            woken--;
        }
        seat.state = next;
    }

    /** The seats to be woken: at most so many that are not away, and those before them that are. */
    List<Seat> wake(int limit) {
        List<Seat> called = new ArrayList<>(Math.min(limit, waiting.size()));
        int before = woken;
        while (woken - before < limit && !waiting.isEmpty()) {
            Seat seat = waiting.remove();
            woken(seat);
            called.add(seat);
        }
        return called;
    }

    /** Something counts on a seat that was taken out of the line, unless it is away. */
    private void woken(Seat seat) {
        if (seat.away()) {
            seat.state = State.IDLE;
        } else {
            seat.state = State.WOKEN;
            woken++;
            taking = true;
        }
    }
}
