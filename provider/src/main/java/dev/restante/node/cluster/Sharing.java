package dev.restante.node.cluster;

import static java.util.Objects.requireNonNull;

import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares with the other nodes of a store what this one has acquired ahead: says what receivers wait for here, gives
 * back what receivers of other nodes wait for, and tells what it keeps.
 *
 * <p>Only the heartbeat's thread uses it.
 */
public final class Sharing {

    private static final Logger LOG = LoggerFactory.getLogger(Sharing.class);

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Commits commits;
    private final BufferReport report;
    private final EarlyLooks earlyLooks;
    private Set<Long> announced = Set.of();
    private boolean alone = true;

    public Sharing(
            NodeContext context, Dispatchers dispatchers, Buffers buffers, Commits commits, EarlyLooks earlyLooks) {
        this.context = requireNonNull(context, "context");
        this.dispatchers = requireNonNull(dispatchers, "dispatchers");
        this.buffers = buffers;
        this.commits = requireNonNull(commits, "commits");
        this.report = new BufferReport(context, dispatchers);
        this.earlyLooks = requireNonNull(earlyLooks, "earlyLooks");
    }

    /** The node has joined anew, and has said nothing yet. */
    public void outlived() {
        announced = Set.of();
        report.outlived();
    }

    /** True if the last round found no other node. */
    public boolean alone() {
        return alone;
    }

    /** True if others know that receivers wait here, and tell this node of arrivals. */
    public boolean saysThatItWaits() {
        return !announced.isEmpty();
    }

    /** One round. It must come before a fetch that is due at the same time: what is being fetched can't be shared. */
    public void share() {
        try {
            Membership membership = context.store().membership();
            Set<Long> starving = dispatchers.starving();
            Set<Long> toldBefore = new HashSet<>(announced);
            toldBefore.retainAll(starving);
            if (!starving.equals(announced)) {
                membership.announceWaiting(context.incarnation(), starving);
                announced = starving;
            }
            Membership.Others others = membership.others(context.incarnation());
            alone = !others.any();
            earlyLooks.polled(alone, toldBefore);
            commits.waitingElsewhere(others.waitingFor());
            buffers.share(others.waitingFor());
            buffers.replacedValues().lookAround();
            report.tell();
        } catch (StoreException e) {
            LOG.warn("Incarnation {} can't share with other nodes for now", context.incarnation(), e);
        }
    }
}
