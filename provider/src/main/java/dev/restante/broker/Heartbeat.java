package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.cluster.LeaseKeeper;
import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.TimeSource;
import java.util.List;

/**
 * The node among the others of its store: keeps its lease, releases what dead nodes held, and in a shared store looks at intervals for what came by other nodes and shares with
 * them. It has one thread for that, which is idle where nobody else can have the store open.
 */
final class Heartbeat implements AutoCloseable {

    private final BrokerNode node;
    private final Sharing sharing;
    private final AlarmClock clock;
    private final AlarmClock.Alarm poll;
    private final LeaseKeeper lease;

    /** The heartbeat of a node that joined its store at {@code joinedAtMillis} of the local clock. */
    Heartbeat(BrokerNode node, TimeSource local, long joinedAtMillis) {
        this.node = node;
        NodeContext context = node.context();
        this.sharing = new Sharing(context, node.dispatchers(), node.commits());
        this.clock = new AlarmClock("restante-heartbeat", context.time());
        this.poll = clock.alarm("poll", this::poll);
        this.lease = new LeaseKeeper(
                context.store().membership(),
                local,
                context.time(),
                new LeaseKeeper.Identity(
                        context.incarnation(), context.store().traits().exclusive(), joinedAtMillis),
                context.settings().lease(),
                clock,
                new ClusterListener());
    }

    /** Begins, after it has released what dead incarnations held. */
    void start() {
        lease.start();
        clock.start();
        if (!node.context().store().traits().exclusive()) {
            node.context().store().signals().listen(arrival -> node.dispatchers()
                    .disturb(arrival.entityId(), arrival.olderIds()));
            schedulePoll();
        }
    }

    @Override
    public void close() {
        clock.close();
    }

    /** Whether the node can prove that it is alive. */
    boolean leaseProven() {
        return lease.proven();
    }

    /** The node was found to be fenced by somebody else, such as a writer. */
    void declaredDead() {
        lease.declaredDead();
    }

    boolean isDeclaredDead() {
        return lease.fenced();
    }

    /**
     * Looks whether the node was declared dead.
     *
     * @throws BrokerException with NODE_FENCED
     */
    void checkNotFenced() {
        if (isDeclaredDead()) {
            throw fenced();
        }
    }

    private BrokerException fenced() {
        return new BrokerException(
                Reason.NODE_FENCED,
                "Other nodes declared this node dead because it was silent for longer than its lease of "
                        + node.context().settings().lease()
                        + "; what it held has been released. Open a new connection to join anew.");
    }

    private void poll() {
        // First, so that the next one comes whatever goes wrong in this one.
        schedulePoll();
        if (node.mayHandOver()) {
            sharing.share();
        }
        node.messageAdministration().obey();
        node.dispatchers().disturbAll();
        node.workers().lookAgain();
    }

    private void schedulePoll() {
        NodeContext context = node.context();
        poll.set(context.time().millis() + context.settings().pollInterval().toMillis());
    }

    private final class ClusterListener implements LeaseKeeper.Listener {
        @Override
        public void fenced() {
            node.problem(Heartbeat.this.fenced());
        }

        @Override
        public void beaten() {
            node.dispatchers().offerAgain();
            node.storeSettings().refresh();
            node.dispatchers().forgetDeleted();
            node.subscriptions().retry();
            node.noticeOptions();
        }

        @Override
        public void released(List<Long> entityIds) {
            entityIds.forEach(node.dispatchers()::disturb);
            node.workers().lookAgain();
        }
    }
}
