package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.settle.GroupHandling;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes deliveries out of an entity for an administrator, in one transaction for each page. What nobody has is taken by
 * its fence; what waits in this node's memory is taken out of there first, so that nobody is handed it meanwhile; what
 * others have acquired is left alone.
 */
public final class DeliveryClaiming {

    /**
     * The result of one page.
     *
     * @param taken how many were taken
     * @param missedIds those that others were faster to acquire, or that are just being fetched by this node
     */
    record Result(long taken, List<Long> missedIds) {}

    /** The change for a delivery that is taken, under the fence that holds for it now. */
    interface Taking extends Function<Delivery, Change> {}

    private final Commits commits;
    private final Dispatchers dispatchers;
    private final PendingReturns pending;
    private final BufferReturns bufferReturns;
    private final GroupHandling groups;

    public DeliveryClaiming(
            Commits commits,
            Dispatchers dispatchers,
            PendingReturns pending,
            BufferReturns bufferReturns,
            GroupHandling groups) {
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.pending = pending;
        this.bufferReturns = bufferReturns;
        this.groups = groups;
    }

    /**
     * Takes what can be taken of a page.
     *
     * @param beside what is done in the same transaction
     * @param arrivals where something becomes available by it
     * @param noticeAtMillis see {@link Work}
     */
    Result take(
            Entity entity,
            List<Candidate> page,
            Taking taking,
            List<? extends Change> beside,
            List<Long> arrivals,
            long noticeAtMillis) {
        Map<Long, Delivery> owned = page.stream()
                .map(Candidate::delivery)
                .filter(delivery -> delivery.ref().owned())
                .collect(Collectors.toMap(Delivery::id, Function.identity()));
        List<Buffered> buffered = fromBuffer(entity, owned.keySet());
        Map<Long, Delivery> usable = new HashMap<>();
        buffered.forEach(each -> usable.put(each.delivery().id(), each.delivery()));
        List<Change> changes = new ArrayList<>(page.size());
        List<Long> missedIds = new ArrayList<>();
        for (Candidate candidate : page) {
            Delivery delivery = candidate.delivery();
            Delivery now = delivery.ref().owned() ? usable.get(delivery.id()) : delivery;
            if (now == null) {
                missedIds.add(delivery.id());
            } else {
                changes.add(taking.apply(now));
            }
        }
        if (changes.isEmpty() && beside.isEmpty()) {
            return new Result(0, missedIds);
        }
        int wanted = changes.size();
        changes.addAll(beside);
        Outcome outcome =
                commits.execute(new Work(entity.id(), changes, Operation.Misses.SKIP, arrivals, false, noticeAtMillis));
        if (outcome instanceof Outcome.Applied applied) {
            missedIds.addAll(applied.missedIds());
            if (page.stream().anyMatch(candidate -> candidate.delivery().groupId() != null)) {
                // Perhaps the rest of a group has waited for what is gone now.
                dispatchers.disturb(entity.id());
            }
            return new Result((long) wanted - applied.missedIds().size(), missedIds);
        }
        bufferReturns.giveBack(buffered, false);
        throw failure(outcome);
    }

    /**
     * Removes one delivery, and does something else in the same transaction: both or neither.
     *
     * @param beside what else
     * @param noticeAtMillis see {@link Work}
     * @return false if others were faster, or have it
     */
    boolean exchange(Entity entity, Delivery delivery, List<? extends Change> beside, long noticeAtMillis) {
        List<Buffered> buffered = fromBuffer(entity, delivery.ref().owned() ? Set.of(delivery.id()) : Set.of());
        if (delivery.ref().owned() && buffered.isEmpty()) {
            return false;
        }
        Delivery now = buffered.isEmpty() ? delivery : buffered.get(0).delivery();
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.Discard(now.ref()));
        changes.addAll(beside);
        Outcome outcome = commits.execute(
                new Work(entity.id(), changes, Operation.Misses.FAIL, List.of(), false, noticeAtMillis));
        if (outcome instanceof Outcome.Applied) {
            if (delivery.groupId() != null) {
                // Perhaps the rest of a group has waited for what is gone now.
                dispatchers.disturb(entity.id());
            }
            return true;
        }
        bufferReturns.giveBack(buffered, false);
        if (outcome instanceof Outcome.LockLost) {
            return false;
        }
        throw failure(outcome);
    }

    private List<Buffered> fromBuffer(Entity entity, Set<Long> ids) {
        EntityDispatcher dispatcher = ids.isEmpty() ? null : dispatchers.known(entity.id());
        return dispatcher == null
                ? List.of()
                : dispatcher
                        .contents()
                        .removeIf(buffered -> buffered.stored()
                                && ids.contains(buffered.delivery().id()));
    }

    /** Discards holds whose locks were broken. */
    long discard(Entity entity, List<HeldDelivery> broken) {
        List<Change> changes = new ArrayList<>();
        for (HeldDelivery held : broken) {
            if (held.stored()) {
                changes.add(new Change.Discard(held.delivery().ref()));
            }
        }
        long unstored = (long) broken.size() - changes.size();
        try {
            return unstored + discardOwned(entity, changes);
        } finally {
            broken.forEach(groups::settled);
        }
    }

    /** Discards deliveries whose owners the store does not know. */
    long discardStrays(Entity entity, List<Delivery> strays) {
        return discardOwned(
                entity,
                strays.stream()
                        .<Change>map(stray -> new Change.Discard(stray.ref()))
                        .toList());
    }

    /** Discards what this node has and no application. */
    long discardBuffered(Entity entity, List<Buffered> removed) {
        List<Change> changes = new ArrayList<>();
        for (Buffered buffered : removed) {
            if (buffered.stored()) {
                changes.add(new Change.Discard(buffered.delivery().ref()));
            }
        }
        return removed.size() - changes.size() + discardOwned(entity, changes);
    }

    private long discardOwned(Entity entity, List<Change> changes) {
        if (changes.isEmpty()) {
            return 0;
        }
        Work work = new Work(entity.id(), changes, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER);
        Outcome outcome = commits.execute(work);
        if (outcome instanceof Outcome.Applied applied) {
            return (long) changes.size() - applied.missedIds().size();
        }
        pending.watch(work, outcome);
        throw failure(outcome);
    }

    private static BrokerException failure(Outcome outcome) {
        @Nullable BrokerException refusal = Refusals.of(outcome);
        return refusal != null ? refusal : new BrokerException(Reason.STORE_FAILED, "unexpected: " + outcome);
    }
}
