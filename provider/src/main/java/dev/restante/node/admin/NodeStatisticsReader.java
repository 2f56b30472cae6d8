package dev.restante.node.admin;

import dev.restante.broker.view.EntityStatistics;
import dev.restante.broker.view.EntityThroughput;
import dev.restante.broker.view.StatisticsReader;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StateCounts;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.expiry.ExpirySweeper;
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

    private final NodeServices node;
    private final DelayedCompletions delayedCompletions;
    private final ExpirySweeper sweeper;

    public NodeStatisticsReader(NodeServices node, DelayedCompletions delayedCompletions, ExpirySweeper sweeper) {
        this.node = node;
        this.delayedCompletions = delayedCompletions;
        this.sweeper = sweeper;
    }

    @Override
    public EntityStatistics statistics(Entity entity) {
        delayedCompletions.completeFor(entity.id());
        node.lifecycle().checkOpen();
        node.entities().requireExisting(entity);
        return node.lifecycle().callStore(() -> {
            DeliveryReader reader = node.store().deliveries();
            long inFlightBefore = node.locks().inFlight().inFlight(entity.id());
            StateCounts counts = reader.counts(entity.id());
            StateCounts dead = entity.deadLetterQueueId() == 0
                    ? EntityBacklog.EMPTY.counts()
                    : reader.counts(entity.deadLetterQueueId());
            OptionalLong oldest = node.store().inspector().oldestAvailable(entity.id());
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
        node.lifecycle().checkAlive();
        return node.lifecycle().callStore(() -> {
            Map<Entity, Long> inFlightBefore = new HashMap<>();
            entities.forEach(
                    entity -> inFlightBefore.put(entity, node.locks().inFlight().inFlight(entity.id())));
            Map<Long, EntityBacklog> backlogs = node.store().inspector().backlogs();
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
        return node.throughput().countersOf(entity.id());
    }

    @Override
    public long blockedDeletions() {
        return node.store().entities().blockedDeletions();
    }

    /**
     * Returns facts about the consumers of an entity. A consumer on another node is visible only while it waits or has
     * messages.
     *
     * @param elsewhere the prefetched count of other nodes
     * @param inFlight the number of in-flight messages
     */
    BlockingReasonFacts.ReceiverFacts receiverFacts(Entity entity, PrefetchCount elsewhere, long inFlight) {
        boolean receivers = node.dispatchers().hasReceiver(entity.id())
                || inFlight > 0
                || elsewhere.acquired() + elsewhere.withoutRow() > 0
                || (!node.store().capabilities().exclusive()
                        && node.store()
                                .membership()
                                .otherNodes(node.incarnation())
                                .waitingFor()
                                .contains(entity.id()));
        return new BlockingReasonFacts.ReceiverFacts(inFlight, receivers);
    }

    /** Returns the prefetched counts that other nodes last reported, by entity. */
    Map<Long, PrefetchCount> onOtherNodes() {
        return node.store().capabilities().exclusive()
                ? Map.of()
                : node.store().prefetchCounts().countsOfOtherNodes(node.incarnation());
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
        PrefetchCount prefetchCount = node.dispatchers()
                .prefetchCount(entity.id())
                .plus(elsewhere.getOrDefault(entity.id(), PrefetchCount.NONE));
        // A reported prefetched count can be outdated, but cannot exceed the number of acquired deliveries.
        long acquired = node.store().capabilities().exclusive()
                ? prefetchCount.acquired()
                : Math.min(prefetchCount.acquired(), counts.acquired());
        long heldAfter = node.locks().inFlight().inFlight(entity.id());
        return new EntityStatistics(
                counts.available() + acquired + prefetchCount.withoutRow(),
                // Includes deliveries that this node is fetching or passing to a consumer.
                Math.max(Math.max(inFlightBefore, heldAfter), counts.acquired() - acquired),
                counts.scheduled(),
                counts.deferred(),
                dead.available() + dead.acquired() + dead.scheduled() + dead.deferred(),
                oldestAgeMillis(backlog, prefetchCount.firstEnqueuedAtMillis()),
                sweeper.lagMillis(entity.id()),
                node.throughput().countersOf(entity.id()));
    }

    private long oldestAgeMillis(EntityBacklog backlog, long firstPrefetchedMillis) {
        long oldest = Math.min(backlog.oldestAvailable().orElse(Delivery.NEVER), firstPrefetchedMillis);
        return oldest == Delivery.NEVER ? -1 : Math.max(0, node.storeClock().storeMillis() - oldest);
    }

    /**
     * Returns the counts of the most frequent dead-letter reasons. The remaining messages have other reasons or none.
     */
    Map<String, Long> reasons(Entity entity, int limit) {
        node.lifecycle().checkOpen();
        return node.lifecycle()
                .callStore(() -> new LinkedHashMap<>(node.store().inspector().deadLetterReasons(entity.id(), limit)));
    }
}
