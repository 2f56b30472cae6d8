package dev.restante.node;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.entity.NodeSubscriptions;
import dev.restante.node.lease.LeaseKeeper;
import dev.restante.node.lease.NodeTime;
import dev.restante.node.lock.LockTable;
import dev.restante.node.receive.AcceptedGroups;
import dev.restante.node.receive.NodeReceiveAttempts;
import dev.restante.node.receive.QuotaShares;
import dev.restante.node.receive.Receivers;
import dev.restante.node.settle.NodeSettlement;
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
 * The way of a node that was declared dead back into its store (RCV-20). It becomes another incarnation: what the
 * former one held is lost, connections, sessions, consumers and listeners go on.
 *
 * <p>The order is what makes it safe. First the former pipelines end, so that everything that is under way has its
 * outcome, and what tells the dispatchers of it has told them. Then the node is the new incarnation; locks are lost,
 * and all dispatchers begin with nothing. Then the new pipelines open; what was made for the former incarnation does
 * not get into them. Last the receivers take their seats.
 *
 * <p>Only the heartbeat's thread uses it.
 */
final class Rejoining {

    private static final Logger LOG = LoggerFactory.getLogger(Rejoining.class);
    private static final long NOBODY = 0;

    private final NodeContext context;
    private final NodeLife life;
    private final Parts parts;

    /** An incarnation that joined in an attempt that failed later. */
    private long half = NOBODY;

    /** What is wrong with the database, if that is why it joins anew; noted by a writer. */
    private volatile @Nullable LostCommitsException because;

    /** Whether the problem listeners know that the node was declared dead. */
    private boolean told;

    private final List<Entity> lost = new ArrayList<>();
    private final List<Entity> remade = new ArrayList<>();
    private final List<Buffered> unstored = new ArrayList<>();
    private int groupsLost;

    /** The parts of a node that outlive an incarnation. */
    record Parts(
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            LockTable locks,
            NodeSettlement settlement,
            NodeReceiveAttempts attempts,
            QuotaShares quotaShares,
            AcceptedGroups acceptedGroups,
            NodeSubscriptions subscriptions,
            Receivers receivers) {}

    Rejoining(NodeContext context, NodeLife life, Parts parts) {
        this.context = context;
        this.life = life;
        this.parts = parts;
    }

    /** It joins anew because the database has lost what it had committed. */
    void because(LostCommitsException lost) {
        if (because == null) {
            LOG.error("The node joins its store anew", lost);
        }
        because = lost;
    }

    /**
     * Makes the node another incarnation, which is all ready but for its receivers.
     *
     * @throws StoreException if the store fails; it can be tried again
     */
    LeaseKeeper.Identity rejoin() {
        Membership membership = context.store().membership();
        parts.commits().endFenced();
        if (half != NOBODY) {
            membership.leave(half, parts.commits().outcomesKeptUntilMillis());
            half = NOBODY;
        }
        NodeTime.Moment joinedAt = context.time().moment();
        Membership.Joined joined = membership.join(
                context.settings().nodeName(),
                Spans.later(context.time().millis(), context.settings().lease()),
                Commits.pipelines(context.store()));
        half = joined.incarnation();
        long floor = context.ids().rejoined(joined.nodeNumber(), joined.highestId());
        context.live().set(joined.incarnation());
        parts.settlement().releasing().outlived();
        parts.attempts().outlived();
        parts.locks().outlive(joined.incarnation());
        parts.quotaShares().outlived();
        groupsLost += parts.acceptedGroups().outlived();
        unstored.addAll(parts.dispatchers().outlive());
        parts.commits().goOn(floor);
        parts.subscriptions().useAgain(remade, lost);
        half = NOBODY;
        return new LeaseKeeper.Identity(joined.incarnation(), false, joinedAt);
    }

    /** The node is alive again: receivers go on, and the problem listeners hear of it. */
    void goOn() {
        Set<Long> lostIds = lost.stream().map(Entity::id).collect(Collectors.toSet());
        parts.receivers().goOn(lostIds);
        for (Buffered message : unstored) {
            if (!parts.buffers().putBack(message)) {
                LOG.debug("Nobody listens any more for a non-persistent message that waited in memory");
            }
        }
        parts.locks().holds().limitsAltered();
        told = false;
        life.tell(new BrokerException(Reason.NODE_REJOINED, text()));
        because = null;
        lost.clear();
        remade.clear();
        unstored.clear();
        groupsLost = 0;
    }

    private String text() {
        StringBuilder text = new StringBuilder(reason())
                .append(
                        ". It has joined anew, and goes on; messages that it had received and not settled are lost to it, and transactions that had begun");
        if (groupsLost > 0) {
            text.append("; so are ").append(groupsLost).append(" message groups that had been accepted");
        }
        if (!remade.isEmpty()) {
            text.append("; these had gone, and were made again without what was in them: ")
                    .append(names(remade));
        }
        if (!lost.isEmpty()) {
            text.append("; these have gone meanwhile, or have another consumer: ")
                    .append(names(lost));
        }
        return text.append('.').toString();
    }

    private String reason() {
        LostCommitsException lost = because;
        return lost == null
                ? "Other nodes had declared this node dead because it was silent for longer than its lease of "
                        + context.settings().lease()
                : "This node was ahead of its store: " + lost.getMessage()
                        + ". Messages that were sent last may be missing, and messages that were settled last may come again";
    }

    private static String names(List<Entity> entities) {
        return entities.stream().map(entity -> ShownText.of(entity.name())).collect(Collectors.joining(", "));
    }

    /** The node could not join anew. */
    void failed(BrokerException fenced) {
        LOG.warn("The node can't join anew; it tries again", fenced);
        if (!told) {
            told = true;
            life.tell(fenced);
        }
    }
}
