package dev.restante.node.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.WakeUp;
import dev.restante.model.Entity;
import dev.restante.node.core.Refusals;
import dev.restante.node.lock.EntityHolds;

/**
 * The quota of an entity as one receiver meets it (VIS-06): applications of this node have no more of the entity's
 * messages in their hands. A receiver that waits for a place wants nothing of the dispatcher meanwhile.
 */
final class ReceiverQuota {

    private final EntityHolds holds;
    private final QuotaShares shares;
    private final boolean counted;
    private final WakeUp wakeUp;
    private volatile boolean waiting;

    /**
     * For one receiver.
     *
     * @param counted false where the application has nothing in its hands that is not settled
     */
    ReceiverQuota(EntityHolds holds, QuotaShares shares, boolean counted, WakeUp wakeUp) {
        this.holds = holds;
        this.shares = shares;
        this.counted = counted;
        this.wakeUp = new WakeUp() {
            // One of its own, so that it can be told from those of other receivers.

            @Override
            public void run() {
                wakeUp.run();
            }

            @Override
            public boolean away() {
                return wakeUp.away();
            }
        };
    }

    boolean full(Entity entity) {
        return counted && holds.full(entity.options().maxInFlight());
    }

    /** The same for a call that can't wait: takes places from the store where this node has none left. */
    boolean fullForNow(Entity entity) {
        return full(entity) && !shares.takeNow(entity, 1);
    }

    /** Whether the receiver must wait; if so, its wake-up is called when there may be a place. */
    boolean mustWait(Entity entity) {
        if (!full(entity)) {
            if (waiting) {
                stopWaiting();
            }
            return false;
        }
        waiting = true;
        holds.await(wakeUp);
        if (full(entity)) {
            shares.want(entity);
            return true;
        }
        stopWaiting();
        return false;
    }

    /** Takes a place; false if there is none. */
    boolean enter(Entity entity) {
        return !counted || holds.enter(1, entity.options().maxInFlight());
    }

    /** Gives a place back that was taken for nothing. */
    void leave() {
        if (counted) {
            holds.leave();
        }
    }

    /** This receiver has got what it wanted, or there is nothing: another one that waits may look. */
    void passOn(Entity entity) {
        holds.passOn(entity.options().maxInFlight());
    }

    /** The receiver takes nothing for now. */
    void pause(Entity entity) {
        if (waiting) {
            stopWaiting();
        }
        passOn(entity);
    }

    private void stopWaiting() {
        waiting = false;
        holds.stopWaiting(wakeUp);
    }

    /**
     * Refuses a call that can't wait; where groups are required it just gets nothing.
     *
     * @throws BrokerException with IN_FLIGHT_LIMIT
     */
    static void refuse(Entity entity) {
        if (!entity.options().groupsRequired()) {
            throw Refusals.quotaUsedUp(entity);
        }
    }
}
