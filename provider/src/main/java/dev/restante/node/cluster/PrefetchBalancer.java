package dev.restante.node.cluster;

import static java.util.Objects.requireNonNull;

import dev.restante.node.commit.NodeServices;
import dev.restante.node.feature.lastvalues.LastValueEvictor;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.util.HashSet;
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

    private final NodeServices node;
    private final LastValueEvictor lastValueEvictor;
    private final PrefetchCountReporter prefetchCountReporter;
    private final NewReceiverPoller newReceiverPoller;
    private Set<Long> announcedEntityIds = Set.of();
    private boolean onlyNode = true;

    public PrefetchBalancer(NodeServices node, LastValueEvictor lastValueEvictor, NewReceiverPoller newReceiverPoller) {
        this.node = node;
        this.lastValueEvictor = lastValueEvictor;
        this.prefetchCountReporter = new PrefetchCountReporter(node);
        this.newReceiverPoller = requireNonNull(newReceiverPoller, "newReceiverPoller");
    }

    /** Forgets all announcements. */
    public void reset() {
        announcedEntityIds = Set.of();
        prefetchCountReporter.reset();
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
            prefetchCountReporter.report();
        } catch (StoreException e) {
            LOG.warn(
                    "Incarnation {} could not balance its prefetched messages with other nodes. It tries again.",
                    node.incarnation(),
                    e);
        }
    }
}
