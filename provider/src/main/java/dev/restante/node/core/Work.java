package dev.restante.node.core;

import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A list of changes with what the node must know about them.
 *
 * @param entityId the entity that decides the pipeline
 * @param changes take effect together or not at all
 * @param misses whether a missed fence fails all
 * @param arrivals entities in which something becomes available by another change than an {@code Enqueue}, once for
 *     each
 * @param birthAllowed whether what is enqueued may be born acquired
 * @param noticeAtMillis the earliest instant at which time does something to what is stored, {@link Delivery#NEVER} for
 *     none
 * @param behind whether what becomes available again belongs behind all that is buffered here, so that nothing
 *     fetches it to the front
 * @param restored whether all that is enqueued had been in the store before: its ids are nobody else's, whichever
 *     incarnation of the node made them
 */
public record Work(
        long entityId,
        List<? extends Change> changes,
        Operation.Misses misses,
        List<Long> arrivals,
        boolean birthAllowed,
        long noticeAtMillis,
        boolean behind,
        boolean restored) {

    /** Deliveries that become available may belong to the front, and enqueued messages are new. */
    public Work(
            long entityId,
            List<? extends Change> changes,
            Operation.Misses misses,
            List<Long> arrivals,
            boolean birthAllowed,
            long noticeAtMillis) {
        this(entityId, changes, misses, arrivals, birthAllowed, noticeAtMillis, false, false);
    }

    /** Returns the same work for deliveries that belong behind all that is buffered here. */
    public Work goingBehind() {
        return new Work(entityId, changes, misses, arrivals, birthAllowed, noticeAtMillis, true, restored);
    }

    /** The same of what had been in the store before. */
    public Work ofRestored() {
        return new Work(entityId, changes, misses, arrivals, birthAllowed, noticeAtMillis, behind, true);
    }

    /** What a sender, or a transaction with sends, stores: whole or not at all, and some of it may be born acquired. */
    public static Work ofSender(long entityId, List<? extends Change> changes, long noticeAtMillis) {
        return new Work(entityId, changes, Operation.Misses.FAIL, List.of(), true, noticeAtMillis);
    }

    /** What a send to a queue stores. */
    public static Work of(PreparedSend send) {
        return ofSender(send.target().id(), send.changes(), ExpiryRule.dueAt(send.target(), send.delivery()));
    }

    /** Changes after which nothing is available that was not before. */
    public static Work removing(long entityId, Change change, Operation.Misses misses) {
        return new Work(entityId, List.of(change), misses, List.of(), false, Delivery.NEVER);
    }

    /** Puts works that skip misses together, one for each entity, so that a sweep costs few operations. */
    public static List<Work> together(List<Work> works) {
        Map<Long, List<Work>> byEntity = new LinkedHashMap<>();
        for (Work work : works) {
            byEntity.computeIfAbsent(work.entityId, id -> new ArrayList<>()).add(work);
        }
        return byEntity.entrySet().stream()
                .map(entry -> merged(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The parts of work that skips misses, one for each change: what one of them can't do keeps back no other. */
    public List<Work> apart() {
        return changes.stream()
                .map(change -> new Work(
                        entityId, List.of(change), misses, arrivals, birthAllowed, noticeAtMillis, behind, restored))
                .toList();
    }

    private static Work merged(long entityId, List<Work> works) {
        List<Change> changes = new ArrayList<>(works.size());
        Set<Long> arrivals = new LinkedHashSet<>();
        long noticeAtMillis = Delivery.NEVER;
        for (Work work : works) {
            changes.addAll(work.changes);
            arrivals.addAll(work.arrivals);
            noticeAtMillis = Math.min(noticeAtMillis, work.noticeAtMillis);
        }
        return new Work(entityId, changes, Operation.Misses.SKIP, List.copyOf(arrivals), false, noticeAtMillis);
    }
}
