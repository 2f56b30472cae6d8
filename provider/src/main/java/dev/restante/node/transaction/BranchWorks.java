package dev.restante.node.transaction;

import dev.restante.model.Branch;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.rule.Fate;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** The work that decides a prepared branch. It needs nothing but what the store has, so any node can do it. */
public final class BranchWorks {

    private final NodeContext context;
    private final Returns returns;

    public BranchWorks(NodeContext context, Returns returns) {
        this.context = context;
        this.returns = returns;
    }

    /**
     * Makes what it has sent available, and removes what it has received.
     *
     * @param noticeAtMillis see {@link Work}
     * @param end what becomes of the branch itself
     */
    static Work committed(Branch branch, long noticeAtMillis, Change.OfBranch end) {
        List<Change> changes =
                new ArrayList<>(branch.sent().size() + branch.received().size() + 1);
        Set<Long> arrivals = new LinkedHashSet<>();
        for (Branch.Part part : branch.sent()) {
            changes.add(new Change.Publish(part.ref(), part.entityId()));
            arrivals.add(part.entityId());
        }
        for (Branch.Part part : branch.received()) {
            changes.add(new Change.Complete(part.ref()));
            if (part.grouped()) {
                // Others may have waited for the rest of its group.
                arrivals.add(part.entityId());
            }
        }
        changes.add(end);
        // What an administrator has purged meanwhile is passed over.
        return new Work(entityOf(branch), changes, Operation.Misses.SKIP, List.copyOf(arrivals), false, noticeAtMillis);
    }

    /**
     * Removes what it has sent, and gives back, counted, what it has received: at its place, or where it goes at its
     * limit or after its time. Reads the store.
     */
    Work rolledBack(Branch branch, Change.OfBranch end) {
        List<Change> changes = new ArrayList<>();
        Set<Long> arrivals = new LinkedHashSet<>();
        long noticeAtMillis = Delivery.NEVER;
        branch.sent().forEach(part -> changes.add(new Change.Discard(part.ref())));
        branch.duplicateIds().forEach(id -> changes.add(new Change.ForgetOnce(id)));
        for (Work work : returns(branch)) {
            changes.addAll(work.changes());
            arrivals.addAll(work.arrivals());
            noticeAtMillis = Math.min(noticeAtMillis, work.noticeAtMillis());
        }
        changes.add(end);
        return new Work(entityOf(branch), changes, Operation.Misses.SKIP, List.copyOf(arrivals), false, noticeAtMillis);
    }

    private List<Work> returns(Branch branch) {
        Map<Long, Set<Long>> byEntity = new LinkedHashMap<>();
        for (Branch.Part part : branch.received()) {
            byEntity.computeIfAbsent(part.entityId(), id -> new TreeSet<>())
                    .add(part.ref().id());
        }
        List<Work> works = new ArrayList<>();
        byEntity.forEach((entityId, ids) -> context.registry().cached(entityId).ifPresent(entity -> found(entityId, ids)
                .filter(delivery -> delivery.ref().owner() == branch.id())
                .forEach(delivery -> works.add(released(entity, delivery)))));
        return works;
    }

    private Stream<Delivery> found(long entityId, Collection<Long> ids) {
        return context.store().inspector().find(entityId, ids).stream();
    }

    private Work released(Entity entity, Delivery delivery) {
        // A suspect was counted before it was handed over.
        int count = delivery.suspect() ? delivery.deliveryCount() : delivery.countOneMore();
        Fate fate = Fate.of(
                entity,
                delivery,
                count,
                true,
                entity.options()
                        .redeliveryBackOff()
                        .delayMillis(count, ThreadLocalRandom.current().nextDouble()),
                context.time().certainMillis());
        return returns.ofStored(entity, delivery, fate, null);
    }

    /** Any of them; it decides the pipeline. */
    private static long entityOf(Branch branch) {
        return Stream.concat(branch.sent().stream(), branch.received().stream())
                .mapToLong(Branch.Part::entityId)
                .findFirst()
                .orElse(0);
    }
}
