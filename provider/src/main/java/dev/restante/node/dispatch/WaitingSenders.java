package dev.restante.node.dispatch;

import dev.restante.model.Uninterrupted;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * The senders of non-persistent messages that wait to go past the store: for room in memory, and until nothing older
 * could be overtaken. They wait rather than go through the store, so a sender that is faster than the receivers is
 * slowed down to their pace.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and what it looks at.
 */
final class WaitingSenders {

    /** After a sender has waited in vain, none waits for so long. */
    private static final long IMPATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Of the dispatcher's lock. */
    private final Condition changed;

    private final Arrivals arrivals;
    private final Seats seats;
    private final Fetches fetches;
    private final PrefetchSize prefetch;
    private final Room room;
    private int waiting;

    /** When a sender last waited in vain; for a while the others do not try. */
    private long impatientSinceNanos = System.nanoTime() - IMPATIENCE_NANOS;

    WaitingSenders(
            Condition changed, Arrivals arrivals, Seats seats, Fetches fetches, PrefetchSize prefetch, Room room) {
        this.changed = changed;
        this.arrivals = arrivals;
        this.seats = seats;
        this.fetches = fetches;
        this.prefetch = prefetch;
        this.room = room;
    }

    /**
     * Waits where that may help, also in an interrupted thread; gives up the lock meanwhile.
     *
     * @param patienceNanos for how long at most in vain: while no receiver takes anything
     * @return whether a message may go past the store now
     */
    boolean maySend(long patienceNanos) {
        if (!possible() && promising()) {
            await(patienceNanos);
        }
        return possible();
    }

    /** Something has changed that they may wait for. */
    void tell() {
        if (waiting > 0) {
            changed.signalAll();
        }
    }

    /** What waits in memory has become less. */
    void roomMade() {
        if (room.halfFree()) {
            tell();
        }
    }

    private boolean possible() {
        return arrivals.nothingOlderInMemory() && seats.listening() && seats.demand() && !room.full();
    }

    /** Whether it may become possible soon. */
    private boolean promising() {
        return seats.listening()
                && seats.demand()
                && fetches.exhausted()
                && prefetch.size() > 0
                && System.nanoTime() - impatientSinceNanos >= IMPATIENCE_NANOS;
    }

    private void await(long patienceNanos) {
        waiting++;
        try {
            long remainingNanos = patienceNanos;
            long takenBefore = prefetch.taken();
            while (!possible() && remainingNanos > 0 && seats.listening()) {
                // Who is away and might take it looks when it is back, and tells of that.
                seats.removeAway().forEach(Seat::wake);
                remainingNanos = Uninterrupted.awaitSignal(changed, remainingNanos);
                if (arrivals.caughtUp() && prefetch.taken() != takenBefore) {
                    takenBefore = prefetch.taken();
                    remainingNanos = patienceNanos;
                }
            }
            if (!possible()) {
                impatientSinceNanos = System.nanoTime();
            }
        } finally {
            waiting--;
        }
    }
}
