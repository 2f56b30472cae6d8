package dev.restante.node;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.feature.attempts.NodeReceiveAttempts;
import dev.restante.node.feature.groups.AcceptedGroups;
import dev.restante.node.feature.quota.InFlightLimitShares;
import dev.restante.node.feature.topics.NodeSubscriptionRegistry;
import dev.restante.node.lease.LeaseKeeper;
import dev.restante.node.lease.StoreClock;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.receive.ReceiverRegistry;
import dev.restante.node.settle.NodeDeliverySettler;
import dev.restante.store.LostCommitsException;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Procedure by which a node that was declared dead joins its store again as a new incarnation (RCV-20). The locks of
 * the former incarnation are lost, and its unsettled messages are delivered again. Connections, sessions, consumers and
 * listeners stay open.
 *
 * <p>The order of the steps makes the rejoin safe:
 *
 * <ol>
 *   <li>The old pipelines end, so that each operation has its outcome and the dispatchers have been notified.
 *   <li>The node becomes the new incarnation, all locks are lost, and all dispatchers are replaced by empty ones.
 *   <li>The new pipelines open, and reject operations that were created for the former incarnation.
 *   <li>The receivers register with the new dispatchers.
 * </ol>
 *
 * <p>Only the heartbeat thread uses this class, except for {@link #recordCause}.
 */
final class NodeRejoiner {

    private static final Logger LOG = LoggerFactory.getLogger(NodeRejoiner.class);
    private static final long NO_INCARNATION = 0;

    private final NodeServices node;
    private final RejoinedComponents components;

    /** Incarnation that joined in an attempt that failed later. */
    private long partlyJoinedIncarnation = NO_INCARNATION;

    /** Loss of commits in the database, if this is the reason for the rejoin; set by the thread that leads a batch. */
    private volatile @Nullable LostCommitsException cause;

    /** True if the error listeners were notified that the node cannot rejoin. */
    private boolean reported;

    private final List<Entity> lost = new ArrayList<>();
    private final List<Entity> recreated = new ArrayList<>();
    private final List<PrefetchedMessage> withoutRow = new ArrayList<>();
    private int groupsLost;

    /** Components of a node that outlive an incarnation, besides those in {@link NodeServices}. */
    record RejoinedComponents(
            NodeDeliverySettler settler,
            NodeReceiveAttempts attempts,
            InFlightLimitShares limitShares,
            AcceptedGroups acceptedGroups,
            NodeSubscriptionRegistry subscriptions,
            ReceiverRegistry receivers) {}

    NodeRejoiner(NodeServices node, RejoinedComponents components) {
        this.node = node;
        this.components = components;
    }

    /** Records that the node rejoins because the database has lost committed transactions. */
    void recordCause(LostCommitsException lost) {
        if (cause == null) {
            LOG.error(
                    "The database has lost committed transactions. Node '{}' rejoins the store.",
                    DisplayText.shorten(node.settings().nodeName()),
                    lost);
        }
        cause = lost;
    }

    /**
     * Makes the node a new incarnation that is complete except for its receivers.
     *
     * @throws StoreException if the store fails; the caller can try again
     */
    LeaseKeeper.LeaseHolder rejoin() {
        Membership membership = node.store().membership();
        node.committer().stopFencedPipelines();
        if (partlyJoinedIncarnation != NO_INCARNATION) {
            membership.leave(partlyJoinedIncarnation, node.committer().outcomesKeptUntilMillis());
            partlyJoinedIncarnation = NO_INCARNATION;
        }
        StoreClock.ClockReading joinedAt = node.storeClock().reading();
        Membership.JoinedNode joined = membership.join(
                node.settings().nodeName(),
                SaturatingTime.plus(
                        node.storeClock().storeMillis(), node.settings().lease()),
                ChangeCommitter.pipelines(node.store()));
        partlyJoinedIncarnation = joined.incarnation();
        long floor = node.context().ids().restart(joined.nodeNumber(), joined.highestId());
        node.context().incarnationId().set(joined.incarnation());
        components.settler().releaser().onRejoined();
        components.attempts().onRejoined();
        node.locks().onRejoined(joined.incarnation());
        components.limitShares().onRejoined();
        groupsLost += components.acceptedGroups().onRejoined();
        withoutRow.addAll(node.dispatchers().onRejoined());
        node.committer().startNewPipelines(floor);
        components.subscriptions().registerAgain(recreated, lost);
        partlyJoinedIncarnation = NO_INCARNATION;
        return new LeaseKeeper.LeaseHolder(joined.incarnation(), false, joinedAt);
    }

    /** Resumes the receivers and notifies the error listeners, after the node has a valid lease again. */
    void resume() {
        Set<Long> lostIds = lost.stream().map(Entity::id).collect(Collectors.toSet());
        components.receivers().onRejoined(lostIds);
        for (PrefetchedMessage message : withoutRow) {
            if (!node.prefetchBuffers().putBack(message)) {
                LOG.debug("A non-persistent message in memory is lost because its entity has no consumer any more");
            }
        }
        node.locks().inFlight().wakeAllWaiting();
        reported = false;
        node.lifecycle().notifyError(new BrokerException(BrokerErrorReason.NODE_REJOINED, text()));
        cause = null;
        lost.clear();
        recreated.clear();
        withoutRow.clear();
        groupsLost = 0;
    }

    private String text() {
        StringBuilder text = new StringBuilder(reason())
                .append(". This node has rejoined the store."
                        + " It lost its open transactions and the locks of its unsettled messages");
        if (groupsLost > 0) {
            text.append(". It also lost the locks of ").append(groupsLost).append(" accepted message groups");
        }
        if (!recreated.isEmpty()) {
            text.append(". These entities had been deleted and were created again without their messages: ")
                    .append(names(recreated));
        }
        if (!lost.isEmpty()) {
            text.append(". These entities were deleted, or have another consumer: ")
                    .append(names(lost));
        }
        return text.append('.').toString();
    }

    private String reason() {
        LostCommitsException lost = cause;
        return lost == null
                ? "Other nodes declared this node dead because it did not renew its lease for "
                        + node.settings().lease()
                : "This node was ahead of its store: " + lost.getMessage()
                        + ". The last sent messages may be missing, and the last settled messages may be delivered"
                        + " again";
    }

    private static String names(List<Entity> entities) {
        return entities.stream()
                .map(entity -> DisplayText.shorten(entity.name()))
                .collect(Collectors.joining(", "));
    }

    /** Reports to the error listeners, once, that the node could not rejoin. */
    void onRejoinFailed(BrokerException fenced) {
        LOG.warn(
                "Node '{}' cannot rejoin the store. It tries again.",
                DisplayText.shorten(node.settings().nodeName()),
                fenced);
        if (!reported) {
            reported = true;
            node.lifecycle().notifyError(fenced);
        }
    }
}
