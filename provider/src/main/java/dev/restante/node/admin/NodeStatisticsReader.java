package dev.restante.node.admin;

import dev.restante.broker.view.EntityStatistics;
import dev.restante.broker.view.EntityThroughput;
import dev.restante.broker.view.StatisticsReader;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StateCounts;
import dev.restante.node.commit.DispatcherRegistry;
import dev.restante.node.commit.ThroughputCounters;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.core.UsableEntityLookup;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.rule.BlockingReasonFacts;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.store.DeliveryInspector.EntityBacklog;
import dev.restante.store.DeliveryReader;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Reader of the statistics of the entities in a node's store: counts of messages by state. It reads an index entry for
 * each message and blocks no writer.
 */
public final class NodeStatisticsReader implements StatisticsReader {

    private final NodeContext context;
    private final NodeLifecycle lifecycle;
    private final UsableEntityLookup entities;
    private final DelayedCompletions delayedCompletions;
    private final DispatcherRegistry dispatchers;
    private final LockRegistry locks;
    private final ThroughputCounters throughput;
    private final ExpirySweeper sweeper;

    public NodeStatisticsReader(
            NodeContext context,
            NodeLifecycle lifecycle,
            UsableEntityLookup entities,
            DelayedCompletions delayedCompletions,
            DispatcherRegistry dispatchers,
            LockRegistry locks,
            ThroughputCounters throughput,
            ExpirySweeper sweeper) {
        this.context = context;
        this.lifecycle = lifecycle;
        this.entities = entities;
        this.delayedCompletions = delayedCompletions;
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.throughput = throughput;
        this.sweeper = sweeper;
    }

    @Override
    public EntityStatistics statistics(Entity entity) {
        delayedCompletions.completeFor(entity.id());
        lifecycle.checkOpen();
        entities.requireExisting(entity);
        return lifecycle.callStore(() -> {
            DeliveryReader reader = context.store().deliveries();
            long inFlightBefore = locks.inFlight().inFlight(entity.id());
            StateCounts counts = reader.counts(entity.id());
            StateCounts dead = entity.deadLetterQueueId() == 0
                    ? EntityBacklog.EMPTY.counts()
                    : reader.counts(entity.deadLetterQueueId());
            OptionalLong oldest = context.store().inspector().oldestAvailable(entity.id());
            return statistics(entity, inFlightBefore, new EntityBacklog(counts, oldest), onOtherNodes(), dead);
        });
    }

    @Override
    public Map<Entity, EntityStatistics> statistics(List<Entity> entities) {
        entities.forEach(entity -> delayedCompletions.completeFor(entity.id()));
        return count(entities);
    }

    /** Counts the messages of entities without first storing delayed completions. */
    public Map<Entity, EntityStatistics> count(List<Entity> entities) {
        // A monitoring tool must learn that this node was replaced.
        lifecycle.checkAlive();
        return lifecycle.callStore(() -> {
            Map<Entity, Long> inFlightBefore = new HashMap<>();
            entities.forEach(
                    entity -> inFlightBefore.put(entity, locks.inFlight().inFlight(entity.id())));
            Map<Long, EntityBacklog> backlogs = context.store().inspector().backlogs();
            Map<Long, PrefetchCount> elsewhere = onOtherNodes();
            Map<Entity, EntityStatistics> counted = new LinkedHashMap<>();
            for (Entity entity : entities) {
                EntityBacklog dead = backlogs.getOrDefault(entity.deadLetterQueueId(), EntityBacklog.EMPTY);
                EntityBacklog backlog = backlogs.getOrDefault(entity.id(), EntityBacklog.EMPTY);
                counted.put(
                        entity,
                        statistics(entity, inFlightBefore.getOrDefault(entity, 0L), backlog, elsewhere, dead.counts()));
            }
            return counted;
        });
    }

    @Override
    public EntityThroughput throughput(Entity entity) {
        delayedCompletions.completeFor(entity.id());
        return throughput.countersOf(entity.id());
    }

    @Override
    public long blockedDeletions() {
        return context.store().entities().blockedDeletions();
    }

    /**
     * Returns facts about the consumers of an entity. A consumer on another node is visible only while it waits or has
     * messages.
     *
     * @param elsewhere the prefetched count of other nodes
     * @param inFlight the number of in-flight messages
     */
    BlockingReasonFacts.ReceiverFacts receiverFacts(Entity entity, PrefetchCount elsewhere, long inFlight) {
        boolean receivers = dispatchers.hasReceiver(entity.id())
                || inFlight > 0
                || elsewhere.acquired() + elsewhere.withoutRow() > 0
                || (!context.store().capabilities().exclusive()
                        && context.store()
                                .membership()
                                .otherNodes(context.incarnation())
                                .waitingFor()
                                .contains(entity.id()));
        return new BlockingReasonFacts.ReceiverFacts(inFlight, receivers);
    }

    /** Returns the prefetched counts that other nodes last reported, by entity. */
    Map<Long, PrefetchCount> onOtherNodes() {
        return context.store().capabilities().exclusive()
                ? Map.of()
                : context.store().prefetchCounts().countsOfOtherNodes(context.incarnation());
    }

    /**
     * Combines the counts of the store with the counters of this node. A message that changes between prefetched and in
     * flight may be counted twice, but is always counted. Therefore the in-flight counter is read before and after the
     * prefetched count.
     *
     * @param inFlightBefore the in-flight counter of this node before the store counted the rows
     */
    private EntityStatistics statistics(
            Entity entity,
            long inFlightBefore,
            EntityBacklog backlog,
            Map<Long, PrefetchCount> elsewhere,
            StateCounts dead) {
        StateCounts counts = backlog.counts();
        PrefetchCount prefetchCount =
                dispatchers.prefetchCount(entity.id()).plus(elsewhere.getOrDefault(entity.id(), PrefetchCount.NONE));
        // A reported prefetched count can be outdated, but cannot exceed the number of acquired deliveries.
        long acquired = context.store().capabilities().exclusive()
                ? prefetchCount.acquired()
                : Math.min(prefetchCount.acquired(), counts.acquired());
        long heldAfter = locks.inFlight().inFlight(entity.id());
        return new EntityStatistics(
                counts.available() + acquired + prefetchCount.withoutRow(),
                // Includes deliveries that this node is fetching or passing to a consumer.
                Math.max(Math.max(inFlightBefore, heldAfter), counts.acquired() - acquired),
                counts.scheduled(),
                counts.deferred(),
                dead.available() + dead.acquired() + dead.scheduled() + dead.deferred(),
                oldestAgeMillis(backlog, prefetchCount.firstEnqueuedAtMillis()),
                sweeper.lagMillis(entity.id()),
                throughput.countersOf(entity.id()));
    }

    private long oldestAgeMillis(EntityBacklog backlog, long firstPrefetchedMillis) {
        long oldest = Math.min(backlog.oldestAvailable().orElse(Delivery.NEVER), firstPrefetchedMillis);
        return oldest == Delivery.NEVER ? -1 : Math.max(0, context.storeClock().storeMillis() - oldest);
    }

    /**
     * Returns the counts of the most frequent dead-letter reasons. The remaining messages have other reasons or none.
     */
    Map<String, Long> reasons(Entity entity, int limit) {
        lifecycle.checkOpen();
        return lifecycle.callStore(
                () -> new LinkedHashMap<>(context.store().inspector().deadLetterReasons(entity.id(), limit)));
    }
}
