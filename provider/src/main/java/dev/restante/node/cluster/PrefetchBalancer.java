package dev.restante.node.cluster;

import static java.util.Objects.requireNonNull;

import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.commit.DispatcherRegistry;
import dev.restante.node.commit.NodePrefetchBuffers;
import dev.restante.node.core.NodeContext;
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

    private final NodeContext context;
    private final DispatcherRegistry dispatchers;
    private final NodePrefetchBuffers prefetchBuffers;
    private final LastValueEvictor lastValueEvictor;
    private final ChangeCommitter committer;
    private final PrefetchCountReporter prefetchCountReporter;
    private final NewReceiverPoller newReceiverPoller;
    private Set<Long> announcedEntityIds = Set.of();
    private boolean onlyNode = true;

    public PrefetchBalancer(
            NodeContext context,
            DispatcherRegistry dispatchers,
            NodePrefetchBuffers prefetchBuffers,
            LastValueEvictor lastValueEvictor,
            ChangeCommitter committer,
            NewReceiverPoller newReceiverPoller) {
        this.context = requireNonNull(context, "context");
        this.dispatchers = requireNonNull(dispatchers, "dispatchers");
        this.prefetchBuffers = prefetchBuffers;
        this.lastValueEvictor = lastValueEvictor;
        this.committer = requireNonNull(committer, "committer");
        this.prefetchCountReporter = new PrefetchCountReporter(context, dispatchers);
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
            Membership membership = context.store().membership();
            Set<Long> awaitedEntityIds = dispatchers.waitingWithoutMessages();
            Set<Long> announcedBefore = new HashSet<>(announcedEntityIds);
            announcedBefore.retainAll(awaitedEntityIds);
            if (!awaitedEntityIds.equals(announcedEntityIds)) {
                membership.announceDemand(context.incarnation(), awaitedEntityIds);
                announcedEntityIds = awaitedEntityIds;
            }
            Membership.OtherNodes others = membership.otherNodes(context.incarnation());
            onlyNode = !others.anyOther();
            newReceiverPoller.onPoll(onlyNode, announcedBefore);
            committer.setWaitingOnOtherNodes(others.waitingFor());
            prefetchBuffers.returnSurplus(others.waitingFor());
            lastValueEvictor.evictReplacedByOtherNodes();
            prefetchCountReporter.report();
        } catch (StoreException e) {
            LOG.warn(
                    "Incarnation {} could not balance its prefetched messages with other nodes. It tries again.",
                    context.incarnation(),
                    e);
        }
    }
}
