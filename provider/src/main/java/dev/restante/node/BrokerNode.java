package dev.restante.node;

import dev.restante.broker.Administration.History;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.DeferredMessages;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.JoinedTransactions;
import dev.restante.broker.LargeBodies;
import dev.restante.broker.Lingering;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageGroups;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.QueueAdministration;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.RedriveJobs;
import dev.restante.broker.Sending;
import dev.restante.broker.Settlement;
import dev.restante.broker.StoreSettings;
import dev.restante.broker.Subscriptions;
import dev.restante.broker.TopicAdministration;
import dev.restante.broker.TransactionBranches;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.WakeUp;
import dev.restante.broker.view.Browsed;
import dev.restante.broker.view.NodeFigures;
import dev.restante.broker.view.NodeStanding;
import dev.restante.broker.view.Statistics;
import dev.restante.model.CallBound;
import dev.restante.model.CommitOutcome;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.MachineClock;
import dev.restante.model.OutcomeToken;
import dev.restante.model.ProductVersion;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.TimeSource;
import dev.restante.node.admin.NodeHistory;
import dev.restante.node.admin.NodeOrphans;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.lease.IdGenerator;
import dev.restante.node.lease.NodeTime;
import dev.restante.node.transaction.NodeUnitOfWork;
import dev.restante.store.Membership;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.commit.PipelineSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker that lives in this JVM: one node of those that share a store. It joins the store and leaves it, and leads
 * each call to the part that answers it; {@link NodeParts} has built them.
 *
 * <p>Any number of threads may use it. None waits for another but where the store makes it: see {@link Sending} and
 * {@link Settlement}.
 */
public final class BrokerNode implements Broker {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerNode.class);
    private static final int FIRST_MEASUREMENTS = 4;

    private final NodeParts parts;
    private final NodeHistory history;

    private BrokerNode(NodeParts parts) {
        this.parts = parts;
        this.history = new NodeHistory(
                parts.context,
                parts.life,
                parts.storeSettings,
                parts.traffic,
                parts.locks,
                parts.statistics,
                parts.timer);
        history.start();
    }

    /**
     * Joins a store and begins to work. What former incarnations held in an exclusive store is released before this
     * returns.
     *
     * @param store open; closed by the node when it is closed
     * @throws BrokerException if the store fails; the store is left open then
     */
    public static BrokerNode open(Store store, BrokerSettings settings, MachineClock machine) {
        try {
            Membership membership = store.membership();
            NodeTime nodeTime = store.traits().exclusive()
                    ? NodeTime.local(machine)
                    : NodeTime.measuring(machine, membership::storeMillis, settings.lease());
            store.followClock(nodeTime::millis);
            NodeTime.Moment joinedAt = nodeTime.moment();
            // Several times: the first answer may have waited for a connection.
            for (int i = 0; i < FIRST_MEASUREMENTS; i++) {
                long unused = nodeTime.measure();
            }
            Membership.Joined joined = membership.join(
                    settings.nodeName(), Spans.later(nodeTime.millis(), settings.lease()), Commits.pipelines(store));
            NodeContext context = new NodeContext(
                    store,
                    settings,
                    nodeTime,
                    new IdGenerator(nodeTime::millis, joined.nodeNumber(), joined.highestId()),
                    new EntityRegistry(store.entities()),
                    new AtomicLong(joined.incarnation()));
            NodeParts parts = new NodeParts(context, joinedAt);
            try {
                parts.start();
            } catch (RuntimeException e) {
                parts.stop(e);
                throw e;
            }
            logStart(context);
            return new BrokerNode(parts);
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
    }

    private static void logStart(NodeContext context) {
        LOG.info(
                "Restante {} keeps messages in {}; this is node '{}', queues: {}",
                ProductVersion.TEXT,
                context.store().traits().description(),
                context.settings().nodeName(),
                context.registry().known().stream()
                        .filter(entity -> entity.kind() == EntityKind.QUEUE)
                        .count());
    }

    @Override
    public QueueAdministration queueAdministration() {
        return parts.queueAdministration;
    }

    @Override
    public Subscriptions subscriptions() {
        return parts.subscriptions;
    }

    @Override
    public TopicAdministration topicAdministration() {
        return parts.topicAdministration;
    }

    @Override
    public MessageAdministration messageAdministration() {
        return parts.messageAdministration;
    }

    @Override
    public RedriveJobs redriveJobs() {
        return parts.redriveJobs;
    }

    @Override
    public long nowMillis() {
        return parts.context.time().millis();
    }

    @Override
    public @Nullable BrokerException refusalOf(RuntimeException failure) {
        return failure instanceof StoreException ofStore ? Refusals.of(ofStore) : null;
    }

    @Override
    public CallBound bounded() {
        return CallBound.begin(PipelineSettings.patienceNanos(
                Spans.nanos(parts.context.settings().storeTimeout())));
    }

    @Override
    public TimeSource time() {
        return parts.context.time();
    }

    @Override
    public LargeBodies largeBodies() {
        return parts.bodies;
    }

    @Override
    public Sending sending() {
        return parts.sending;
    }

    @Override
    public PreparedSend prepareExpired(HeldDelivery held, @Nullable String remark) {
        return parts.expiredMoves.prepare(held, remark);
    }

    @Override
    public MessageGroups messageGroups() {
        return parts.acceptedGroups;
    }

    @Override
    public UnitOfWork newUnitOfWork() {
        return new NodeUnitOfWork(parts.transactions);
    }

    @Override
    public TransactionBranches branches() {
        return parts.branches;
    }

    @Override
    public Orphans orphans() {
        return new NodeOrphans(parts.context, parts.life, parts.commits);
    }

    @Override
    public JoinedTransactions joinedTransactions() {
        return parts.joinedTransactions;
    }

    @Override
    public Receiver openReceiver(Entity entity, ReceiverOptions options, WakeUp wakeUp) {
        return parts.receivers.open(entity, options, wakeUp);
    }

    @Override
    public Lingering linger(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        return parts.lingerings.add(held, whenDone);
    }

    @Override
    public DeferredMessages deferredMessages() {
        return parts.deferredReceiving;
    }

    @Override
    public ReceiveAttempts receiveAttempts() {
        return parts.attempts;
    }

    @Override
    public Settlement settlement() {
        return parts.settlement;
    }

    @Override
    public List<Browsed> browse(Entity entity, @Nullable Delivery after, int limit) {
        parts.lingerings.completeOf(entity.id());
        parts.idleEntities.used(parts.entities.requireUsable(entity));
        return parts.life.guarded(() -> parts.browsing.browse(entity, after, limit));
    }

    @Override
    public List<Entity> entities() {
        return parts.life.guarded(parts.context.registry()::list);
    }

    @Override
    public CommitOutcome outcome(String token) {
        OutcomeToken parsed = OutcomeToken.parse(token)
                .orElseThrow(() -> new BrokerException(
                        Reason.INVALID_ARGUMENT,
                        ShownText.quoted(token)
                                + " is no token of a call whose outcome is not known; such tokens look like "
                                + new OutcomeToken.Batch(12, 0, 345)));
        return parts.life.guarded(() -> parts.context.store().outcomes().find(parsed));
    }

    @Override
    public Statistics statistics() {
        return parts.statistics;
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public StoreSettings storeSettings() {
        return parts.storeSettings;
    }

    @Override
    public NodeFigures node() {
        Store.Traits traits = parts.context.store().traits();
        return new NodeFigures(
                traits.description(),
                traits.product(),
                !traits.exclusive(),
                traits.schemaVersion(),
                parts.life.mayHandOver(),
                parts.context.time().millis());
    }

    @Override
    public List<NodeStanding> nodes() {
        return parts.life.guarded(() -> {
            Membership membership = parts.context.store().membership();
            boolean leased = !parts.context.store().traits().exclusive();
            long now = parts.context.time().millis();
            return membership.nodes().stream()
                    .map(node -> new NodeStanding(
                            node.name(),
                            node.version(),
                            node.incarnation(),
                            node.alive(),
                            leased ? Duration.ofMillis(node.leaseUntil() - now) : null,
                            node.incarnation() == parts.context.incarnation(),
                            node.waitingFor(),
                            node.acquired(),
                            node.buffered()))
                    .toList();
        });
    }

    @Override
    public BrokerSettings settings() {
        return parts.context.settings();
    }

    @Override
    public void addProblemListener(Consumer<BrokerException> listener) {
        parts.life.addListener(listener);
    }

    @Override
    public void removeProblemListener(Consumer<BrokerException> listener) {
        parts.life.removeListener(listener);
    }

    @Override
    public void close() {
        if (!parts.life.close()) {
            return;
        }
        // What follows is for all who have used the node.
        try (CallBound unused = CallBound.lift()) {
            parts.end();
        }
    }

    @Override
    public boolean isDead() {
        return parts.life.isDead();
    }

    @Override
    public void checkAlive() {
        parts.life.checkAlive();
    }

    /** For the tests of this package, which look at what is in memory. */
    NodeParts parts() {
        return parts;
    }
}
