package dev.restante.node.feature.quota;

import dev.restante.broker.BrokerException;
import dev.restante.broker.WakeUpListener;
import dev.restante.model.Entity;
import dev.restante.node.lock.InFlightCounter;

/**
 * Gate that makes one receiver wait while the in-flight limit of its entity is reached (VIS-06). While the receiver
 * waits for an in-flight slot, it requests no message from the dispatcher.
 */
public final class ReceiverInFlightLimit {

    private final InFlightCounter counter;
    private final InFlightLimitShares shares;
    private final boolean countsInFlight;
    private final WakeUpListener wakeUpListener;
    private volatile boolean waiting;

    /**
     * Creates the limit of one receiver.
     *
     * @param countsInFlight false if messages are settled when the application receives them
     */
    public ReceiverInFlightLimit(
            InFlightCounter counter,
            InFlightLimitShares shares,
            boolean countsInFlight,
            WakeUpListener wakeUpListener) {
        this.counter = counter;
        this.shares = shares;
        this.countsInFlight = countsInFlight;
        this.wakeUpListener = new WakeUpListener() {
            // A separate object for each receiver, by which the counter distinguishes the receivers.

            @Override
            public void run() {
                wakeUpListener.run();
            }

            @Override
            public boolean isBusy() {
                return wakeUpListener.isBusy();
            }
        };
    }

    public boolean isFull(Entity entity) {
        return countsInFlight && counter.isFull(entity.options().maxInFlight());
    }

    /**
     * Returns whether the limit is reached, for a call that cannot wait; acquires slots from the store if necessary.
     */
    public boolean isFullNow(Entity entity) {
        return isFull(entity) && !shares.requestNow(entity, 1);
    }

    /** Returns whether the receiver must wait; in this case, its wake-up is called when a slot may be free. */
    public boolean mustWait(Entity entity) {
        if (!isFull(entity)) {
            if (waiting) {
                stopWaiting();
            }
            return false;
        }
        waiting = true;
        counter.addWaiting(wakeUpListener);
        if (isFull(entity)) {
            shares.requestLater(entity);
            return true;
        }
        stopWaiting();
        return false;
    }

    /** Takes a slot; returns false if none is free. */
    public boolean tryAdd(Entity entity) {
        return !countsInFlight || counter.tryAdd(1, entity.options().maxInFlight());
    }

    /** Returns an unused slot. */
    public void remove() {
        if (countsInFlight) {
            counter.remove();
        }
    }

    /** Wakes the next waiting receiver if a slot is free. */
    public void wakeNextIfFree(Entity entity) {
        counter.wakeNextIfFree(entity.options().maxInFlight());
    }

    /** Stops waiting, because the receiver will not receive for now. */
    public void pause(Entity entity) {
        if (waiting) {
            stopWaiting();
        }
        wakeNextIfFree(entity);
    }

    private void stopWaiting() {
        waiting = false;
        counter.removeWaiting(wakeUpListener);
    }

    /**
     * Rejects a call that cannot wait; if groups are required, the call returns no message instead.
     *
     * @throws BrokerException with IN_FLIGHT_LIMIT; with ENTITY_NOT_FOUND if the entity was deleted
     */
    public void throwLimitReached(Entity entity) {
        if (!entity.options().groupsRequired()) {
            throw shares.limitReached(entity);
        }
    }
}
