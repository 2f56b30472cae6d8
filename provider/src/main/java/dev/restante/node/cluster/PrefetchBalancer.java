package dev.restante.node.cluster;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.feature.lastvalues.LastValueEvictor;
import dev.restante.store.Membership;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import dev.restante.store.StoreException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Balancer of prefetched messages between nodes: announces waiting receivers, returns surplus for receivers of other
 * nodes, and reports prefetched counts.
 *
 * <p>Only the heartbeat thread uses it.
 */
public final class PrefetchBalancer {

    private static final Logger LOG = LoggerFactory.getLogger(PrefetchBalancer.class);

    /** Impossible count that forces a new report after the store failed during a report. */
    private static final PrefetchCount UNKNOWN = new PrefetchCount(-1, -1, Delivery.NEVER);

    private final NodeServices node;
    private final LastValueEvictor lastValueEvictor;
    private final NewReceiverPoller newReceiverPoller;
    private Set<Long> announcedEntityIds = Set.of();

    /** Prefetched counts of this node in the store. */
    private Map<Long, PrefetchCount> reportedCounts = Map.of();

    private boolean onlyNode = true;

    public PrefetchBalancer(NodeServices node, LastValueEvictor lastValueEvictor, NewReceiverPoller newReceiverPoller) {
        this.node = node;
        this.lastValueEvictor = lastValueEvictor;
        this.newReceiverPoller = requireNonNull(newReceiverPoller, "newReceiverPoller");
    }

    /** Forgets all announcements and reports. */
    public void reset() {
        announcedEntityIds = Set.of();
        reportedCounts = Map.of();
    }

    /** True if the last round found no other node. */
    public boolean isOnlyNode() {
        return onlyNode;
    }

    /** True if this node has announced waiting receivers, so that other nodes send signals to it. */
    public boolean announcesWaiting() {
        return !announcedEntityIds.isEmpty();
    }

    /**
     * Executes one round. It must precede a fetch that is due at the same time, because a running fetch cannot be
     * balanced.
     */
    public void runRound() {
        try {
            Membership membership = node.store().membership();
            Set<Long> awaitedEntityIds = node.dispatchers().waitingWithoutMessages();
            Set<Long> announcedBefore = new HashSet<>(announcedEntityIds);
            announcedBefore.retainAll(awaitedEntityIds);
            if (!awaitedEntityIds.equals(announcedEntityIds)) {
                membership.announceDemand(node.incarnation(), awaitedEntityIds);
                announcedEntityIds = awaitedEntityIds;
            }
            Membership.OtherNodes others = membership.otherNodes(node.incarnation());
            onlyNode = !others.anyOther();
            newReceiverPoller.onPoll(onlyNode, announcedBefore);
            node.committer().setWaitingOnOtherNodes(others.waitingFor());
            node.prefetchBuffers().returnSurplus(others.waitingFor());
            lastValueEvictor.evictReplacedByOtherNodes();
            reportCounts();
        } catch (StoreException e) {
            LOG.warn(
                    "Incarnation {} could not balance its prefetched messages with other nodes. It tries again.",
                    node.incarnation(),
                    e);
        }
    }

    /**
     * Reports changed prefetched counts to the other nodes, so that all nodes show the same statistics (VIS-10).
     *
     * @throws StoreException if the store fails; the next call repeats the report
     */
    private void reportCounts() {
        Map<Long, PrefetchCount> now = node.dispatchers().prefetchCounts();
        Map<Long, PrefetchCount> changed = new HashMap<>(now);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(reportedCounts.get(entry.getKey())));
        reportedCounts.keySet().stream()
                .filter(entityId -> !now.containsKey(entityId))
                .forEach(entityId -> changed.put(entityId, PrefetchCount.NONE));
        if (!changed.isEmpty()) {
            Map<Long, PrefetchCount> attempted = new HashMap<>(reportedCounts);
            changed.keySet().forEach(entityId -> attempted.put(entityId, UNKNOWN));
            reportedCounts = attempted;
            node.store().prefetchCounts().report(node.incarnation(), changed);
        }
        reportedCounts = now;
    }
}
