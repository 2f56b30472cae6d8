package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Settlement;
import dev.restante.model.CallBound;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.lock.LockTable;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The release of deliveries to where they wait, because nobody settles them: a receiver released or gave them back,
 * their lock ended, or an administrator broke it. Who calls waits for the store, but for the end of locks.
 */
public final class Releasing {

    private static final Logger LOG = LoggerFactory.getLogger(Releasing.class);
    private static final long FRONT_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final PendingReturns pending;
    private final SettlementWorks works;
    private final GroupHandling groups;

    public Releasing(
            Dispatchers dispatchers,
            LockTable locks,
            PendingReturns pending,
            SettlementWorks works,
            GroupHandling groups) {
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.pending = pending;
        this.works = works;
        this.groups = groups;
    }

    /** As {@link Settlement#release}. */
    void release(Collection<HeldDelivery> held) {
        carryOut(held, works::released);
    }

    /** As {@link Settlement#giveBack}. */
    void giveBack(Collection<HeldDelivery> held) {
        carryOut(held, works::givenBack);
    }

    /** Takes over deliveries whose lock ran out; does not wait. */
    public void lockEnded(List<HeldDelivery> lost) {
        GroupDeparture departure = groups.depart(lost);
        List<Work> returns = new ArrayList<>(lost.size());
        for (HeldDelivery held : lost) {
            try {
                Work work = works.released(held);
                if (work != null) {
                    returns.add(work);
                }
            } catch (RuntimeException e) {
                LOG.error("Message {} could not be released after its lock ended", held.sequenceNumber(), e);
            }
        }
        returns.addAll(departure.returns());
        pending.submit(returns, () -> {
            lost.forEach(groups::settled);
            departure.end();
        });
    }

    /** The node has joined anew: nobody has anything of a message group any more. */
    public void outlived() {
        groups.outlived();
    }

    /**
     * Takes a lock away from the application that has it; the delivery goes back at once, counted, or where it goes at
     * its limit. Waits for the store.
     *
     * @return false if it is no longer locked
     */
    public boolean breakLock(HeldDelivery held) {
        if (!locks.breakLock(held)) {
            return false;
        }
        GroupDeparture departure = groups.depart(List.of(held));
        try {
            Work work = works.abandoned(held, Map.of(), Duration.ZERO);
            if (work != null) {
                pending.execute(List.of(work), departure.awaits());
            }
        } finally {
            groups.settled(held);
            departure.carryOut(pending);
        }
        return true;
    }

    /**
     * Releases a delivery that is acquired by an incarnation which the store does not know, and counts the attempt.
     * Waits for the store.
     *
     * @return false if another call was faster
     */
    public boolean releaseStray(Entity entity, Delivery stray) {
        Outcome outcome =
                pending.execute(List.of(works.strayReleased(entity, stray))).get(0);
        awaitFront(entity.id());
        if (outcome instanceof Outcome.Applied applied) {
            return applied.missedIds().isEmpty();
        }
        StoreException unable = outcome.failure();
        throw unable != null
                ? notGivenBack(unable)
                : new BrokerException(Reason.STORE_FAILED, "unexpected: " + outcome);
    }

    /** One of the ways in which a hold ends. */
    private interface Ending {
        @Nullable
        Work of(HeldDelivery held);
    }

    private void carryOut(Collection<HeldDelivery> held, Ending ending) {
        List<HeldDelivery> releasing =
                held.stream().filter(locks::beginSettling).toList();
        GroupDeparture departure = groups.depart(releasing);
        List<Work> together = new ArrayList<>(releasing.size());
        List<Work> all = new ArrayList<>(1);
        for (HeldDelivery each : releasing) {
            Work work = ending.of(each);
            if (work != null) {
                (work.misses() == Operation.Misses.SKIP ? together : all).add(work);
            }
        }
        all.addAll(Work.together(together));
        List<Outcome> outcomes = pending.execute(all, departure.awaits());
        releasing.forEach(each -> locks.endSettling(each, true));
        departure.carryOut(pending);
        BrokerException failure = null;
        for (Outcome outcome : outcomes) {
            StoreException unable = outcome.failure();
            // What a dead incarnation had is released by others.
            failure = unable != null && unable.kind() != StoreException.Kind.FENCED ? notGivenBack(unable) : failure;
        }
        if (failure != null) {
            throw failure;
        }
        releasing.stream().map(each -> each.delivery().entityId()).distinct().forEach(this::awaitFront);
    }

    private static BrokerException notGivenBack(StoreException cause) {
        // In doubt is only when they are back: it is seen to that they come back.
        return cause.kind() == StoreException.Kind.OUTCOME_UNKNOWN
                ? new BrokerException(
                        Reason.STORE_UNAVAILABLE,
                        "The store does not say whether messages were given back; they are as soon as it answers",
                        cause)
                : Refusals.of(cause);
    }

    /**
     * Waits until what was released to the front is at hand again, so that the next receive returns it before its
     * successors.
     */
    public void awaitFront(long entityId) {
        dispatchers.of(entityId).awaitFront(CallBound.left(FRONT_WAIT_NANOS));
    }
}
