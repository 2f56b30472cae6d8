package dev.restante.node.cluster;

import dev.restante.model.SaturatingTime;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.PollBackOff;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Poller that queries a shared store on behalf of receivers that have just begun to wait, until other nodes know of
 * them and signal arrivals. Other nodes send signals only for announced entities, and know an announcement after two
 * polls. Until then this node polls all such entities together, at an {@linkplain PollBackOff interval} that grows
 * while no message arrives. A reply to a new temporary queue therefore arrives quickly.
 *
 * <p>Thread-safe. The scheduler thread passes each poll to a loader thread.
 */
public final class NewReceiverPoller {

    private static final Logger LOG = LoggerFactory.getLogger(NewReceiverPoller.class);

    /** Number of polls after which other nodes know the entity, or cannot be notified. */
    private static final int MAX_POLLS = 3;

    private final NodeServices node;
    private final Executor loaders;
    private final NodeScheduler.ScheduledTask task;
    private final long longestMillis;

    /**
     * The entities with new waiting receivers, and the instant at which waiting started or the last message arrived.
     */
    private final Map<Long, Long> sinceMillis = new ConcurrentHashMap<>();

    private final boolean shared;

    /** False until the first poll. */
    private volatile boolean onlyNode;

    /** The entities for which other nodes know that receivers wait here. */
    private volatile Set<Long> announced = Set.of();

    public NewReceiverPoller(NodeServices node, Executor loaders, NodeScheduler scheduler) {
        this.node = node;
        this.loaders = loaders;
        this.task = scheduler.task("new receiver poll", this::onTimer);
        this.shared = !node.store().capabilities().exclusive();
        long pollMillis = SaturatingTime.toMillis(node.settings().pollInterval());
        this.longestMillis = Math.min(pollMillis, SaturatingTime.FOREVER / MAX_POLLS) * MAX_POLLS;
    }

    /** Begins to poll for a receiver without a selector that found no prefetched message. */
    public void onReceiverWaiting(long entityId) {
        if (!shared || onlyNode || announced.contains(entityId)) {
            return;
        }
        long nowMillis = node.storeClock().monotonicMillis();
        if (sinceMillis.putIfAbsent(entityId, nowMillis) == null) {
            task.scheduleWithin(PollBackOff.MIN_INTERVAL_MILLIS);
        }
    }

    void onPoll(boolean noOtherNode, Set<Long> announcedEntityIds) {
        onlyNode = noOtherNode;
        announced = Set.copyOf(announcedEntityIds);
    }

    private void onTimer() {
        if (sinceMillis.isEmpty()) {
            return;
        }
        try {
            loaders.execute(this::poll);
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing, so the poll for new consumers is skipped", e);
        }
    }

    private void poll() {
        long nowMillis = node.storeClock().monotonicMillis();
        sinceMillis.forEach((entityId, since) -> {
            if (isOver(entityId, nowMillis - since)) {
                sinceMillis.remove(entityId, since);
            }
        });
        Set<Long> idleEntityIds = new HashSet<>();
        long firstMillis = nowMillis;
        for (Map.Entry<Long, Long> each : sinceMillis.entrySet()) {
            EntityDispatcher dispatcher = node.dispatchers().find(each.getKey());
            if (dispatcher != null && dispatcher.fetches().isIdle()) {
                idleEntityIds.add(each.getKey());
                firstMillis = Math.min(firstMillis, each.getValue());
            }
        }
        for (long entityId : node.dispatchers()
                .pollSent(
                        idleEntityIds,
                        node.storeClock().toStoreMillis(firstMillis),
                        node.store().deliveries())) {
            sinceMillis.replace(entityId, nowMillis);
        }
        sinceMillis.values().forEach(since -> task.scheduleWithin(PollBackOff.intervalMillis(nowMillis - since)));
    }

    private boolean isOver(long entityId, long waitedMillis) {
        EntityDispatcher dispatcher = node.dispatchers().find(entityId);
        return onlyNode
                || announced.contains(entityId)
                || waitedMillis > longestMillis
                || dispatcher == null
                || !dispatcher.anyWaiting();
    }
}
