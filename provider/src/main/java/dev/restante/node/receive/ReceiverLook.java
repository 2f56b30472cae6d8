package dev.restante.node.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.FinalLook;
import dev.restante.model.CallBound;
import dev.restante.model.Spans;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.FetchWait;
import dev.restante.node.dispatch.Look;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last look at the store of a receive call, from where its receiver sits. A look that began after the call and has
 * ended answers it; where none has when the time is over, one is made. An embedded store that is known to be empty
 * needs none.
 *
 * <p>Used by the thread of its call alone.
 */
final class ReceiverLook implements FinalLook {

    /** For so long a caller waits here before it polls again, and sees whether it is to end. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** So much time there is at least, also where the call has lasted longer than the store's time-out before. */
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A test for room for what the store has. */
    enum Room {
        /** The receiver would get nothing, whatever the store has. */
        NONE,
        /** There was none, and now there is: the receiver has to poll before it looks. */
        MADE,
        /** There is. */
        THERE
    }

    private final Supplier<ReceiverPlace> place;
    private final boolean searches;
    private final Supplier<Room> room;
    private final BooleanSupplier mayHandOver;
    private final String queueName;
    private final long storeTimeoutNanos;
    private ReceiverPlace at;
    private long begunBefore;
    private long patienceEndsNanos;
    private boolean asked;
    private @Nullable Look look;
    private long stepsSeen;

    /**
     * Of a call that begins now.
     *
     * @param place where the receiver sits now; another place once the node has joined anew
     * @param searches whether the receiver has a selector
     * @param room makes room where it can; fails with STORE_UNAVAILABLE or OUTCOME_UNKNOWN if the store can't say now
     *     whether there is some
     * @param mayHandOver whether this node may hand over what it has
     */
    ReceiverLook(
            Supplier<ReceiverPlace> place,
            boolean searches,
            Supplier<Room> room,
            BooleanSupplier mayHandOver,
            String queueName,
            Duration storeTimeout) {
        this.place = place;
        this.at = place.get();
        this.searches = searches;
        this.room = room;
        this.mayHandOver = mayHandOver;
        this.queueName = queueName;
        this.storeTimeoutNanos = Spans.nanos(storeTimeout);
        this.begunBefore = searches
                ? at.dispatcher().searches().passesBegun(at.seat())
                : at.dispatcher().replenishment().finalFetches().begun();
        this.patienceEndsNanos = System.nanoTime() + storeTimeoutNanos;
    }

    @Override
    public long leadNanos() {
        follow();
        EntityDispatcher dispatcher = at.dispatcher();
        return 2
                * (searches
                        ? dispatcher.searches().passNanos(at.seat())
                        : dispatcher.replenishment().finalFetches().lastedNanos());
    }

    @Override
    public void begin() {
        follow();
        if (searches) {
            look = at.dispatcher().searches().lookSince(at.seat(), begunBefore);
        } else {
            at.dispatcher().replenishment().finalFetches().begin(begunBefore);
        }
    }

    @Override
    public boolean isOver() {
        follow();
        Room found = findRoom();
        if (found == Room.NONE) {
            return true;
        }
        if (!asked) {
            asked = true;
            waitFor(LEAST_NANOS);
        }
        try {
            if (found == Room.THERE && mayHandOver.getAsBoolean()) {
                if (searches ? searched() : fetched()) {
                    return true;
                }
            } else if (found != Room.MADE) {
                LockSupport.parkNanos(this, SLICE_NANOS);
            }
        } catch (InterruptedException e) {
            // The caller ends for it.
            Thread.currentThread().interrupt();
            return false;
        }
        if (patienceEndsNanos - System.nanoTime() < 0 || CallBound.isOver()) {
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE, "The store can't say whether queue '" + queueName + "' has a message");
        }
        return false;
    }

    /** Null if nobody can say now. */
    private @Nullable Room findRoom() {
        try {
            return room.get();
        } catch (BrokerException failure) {
            if (failure.reason() != Reason.STORE_UNAVAILABLE && failure.reason() != Reason.OUTCOME_UNKNOWN) {
                throw failure;
            }
            return null;
        }
    }

    /** At another place everything has begun after the call. */
    private void follow() {
        ReceiverPlace now = place.get();
        if (!now.equals(at)) {
            at = now;
            begunBefore = 0;
            look = null;
            stepsSeen = 0;
        }
    }

    private void waitFor(long atLeastNanos) {
        long endNanos = System.nanoTime() + atLeastNanos;
        if (endNanos - patienceEndsNanos > 0) {
            patienceEndsNanos = endNanos;
        }
    }

    private boolean fetched() throws InterruptedException {
        if (!at.dispatcher().replenishment().finalFetches().await(begunBefore, SLICE_NANOS)) {
            return false;
        }
        // What it has brought of message groups may have to wait for what is being read.
        at.dispatcher().groupHolds().awaitProof(CallBound.left(storeTimeoutNanos));
        return true;
    }

    private boolean searched() throws InterruptedException {
        Look asking = look;
        if (asking == null) {
            asking = at.dispatcher().searches().lookSince(at.seat(), begunBefore);
            look = asking;
        }
        FetchWait wait = at.dispatcher().searches().awaitMatch(asking, SLICE_NANOS);
        long steps = at.dispatcher().searches().stepsEnded(at.seat());
        if (steps != stepsSeen) {
            stepsSeen = steps;
            waitFor(storeTimeoutNanos);
        }
        if (wait == FetchWait.FAILED) {
            // It is made again after a while.
            look = null;
            LockSupport.parkNanos(this, SLICE_NANOS);
        }
        return wait == FetchWait.CERTAIN;
    }
}
