package dev.restante.node;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerAdministration.HistoryAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.DeferredMessages;
import dev.restante.broker.DelayedCompletion;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.JoinedTransactions;
import dev.restante.broker.LargeBodyStorage;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageGroups;
import dev.restante.broker.MessageSender;
import dev.restante.broker.PolicyAdministration;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.QueueAdministration;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.RedriveJobs;
import dev.restante.broker.StoreSettings;
import dev.restante.broker.SubscriptionRegistry;
import dev.restante.broker.TopicAdministration;
import dev.restante.broker.TransactionBranches;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.WakeUpListener;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.broker.view.LocalNodeStatus;
import dev.restante.broker.view.NodeStatus;
import dev.restante.broker.view.StatisticsReader;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.InDoubtOutcome;
import dev.restante.model.MachineClock;
import dev.restante.model.OutcomeToken;
import dev.restante.model.ProductVersion;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TimeSource;
import dev.restante.node.admin.NodeOrphanAdministration;
import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.NodeContext;
import dev.restante.node.feature.history.NodeHistory;
import dev.restante.node.feature.transactions.NodeUnitOfWork;
import dev.restante.node.lease.IdGenerator;
import dev.restante.node.lease.StoreClock;
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
 * Broker in this JVM, which is one node of a store. It joins and leaves the store, and passes each call to one of its
 * {@link NodeComponents}.
 *
 * <p>Thread-safe. Threads wait for each other only where the store requires it: see {@link MessageSender} and
 * {@link DeliverySettler}.
 */
public final class BrokerNode implements Broker {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerNode.class);
    private static final int FIRST_MEASUREMENTS = 4;

    private final NodeComponents components;
    private final NodeServices node;
    private final NodeHistory history;

    private BrokerNode(NodeComponents components) {
        this.components = components;
        this.node = components.node;
        this.history = new NodeHistory(
                node.context(),
                node.lifecycle(),
                components.storeSettings,
                node.throughput(),
                node.locks(),
                components.statistics,
                components.timerScheduler);
        history.start();
    }

    /**
     * Joins a store and starts the node. In an exclusive store, releases the deliveries of previous incarnations first.
     *
     * @param store open store, which the node closes when it closes
     * @throws BrokerException if the store fails; the store stays open
     */
    public static BrokerNode open(Store store, BrokerSettings settings, MachineClock machine) {
        try {
            Membership membership = store.membership();
            StoreClock storeClock = store.capabilities().exclusive()
                    ? StoreClock.ofWallClock(machine)
                    : StoreClock.ofDatabase(machine, membership::storeMillis, settings.lease());
            store.useClock(storeClock::storeMillis);
            StoreClock.ClockReading joinedAt = storeClock.reading();
            // The first measurement may include the wait for a connection.
            for (int i = 0; i < FIRST_MEASUREMENTS; i++) {
                long unused = storeClock.measure();
            }
            Membership.JoinedNode joined = membership.join(
                    settings.nodeName(),
                    SaturatingTime.plus(storeClock.storeMillis(), settings.lease()),
                    ChangeCommitter.pipelines(store));
            NodeContext context = new NodeContext(
                    store,
                    settings,
                    storeClock,
                    new IdGenerator(storeClock::storeMillis, joined.nodeNumber(), joined.highestId()),
                    new EntityRegistry(store.entities()),
                    new AtomicLong(joined.incarnation()));
            NodeComponents components = new NodeComponents(context, joinedAt);
            try {
                ComponentLifecycle.start(components);
            } catch (RuntimeException e) {
                ComponentLifecycle.abortStart(components, e);
                throw e;
            }
            logStart(context);
            return new BrokerNode(components);
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
    }

    private static void logStart(NodeContext context) {
        LOG.info(
                "Restante {} keeps messages in {}. Node name: '{}', queues: {}",
                ProductVersion.TEXT,
                context.store().capabilities().description(),
                context.settings().nodeName(),
                context.registry().known().stream()
                        .filter(entity -> entity.kind() == EntityKind.QUEUE)
                        .count());
    }

    @Override
    public QueueAdministration queueAdministration() {
        return components.queueAdministration;
    }

    @Override
    public SubscriptionRegistry subscriptions() {
        return components.subscriptions;
    }

    @Override
    public TopicAdministration topicAdministration() {
        return components.topicAdministration;
    }

    @Override
    public PolicyAdministration policyAdministration() {
        return components.policyAdministration;
    }

    @Override
    public MessageAdministration messageAdministration() {
        return components.messageAdministration;
    }

    @Override
    public RedriveJobs redriveJobs() {
        return components.redriveJobs;
    }

    @Override
    public long nowMillis() {
        return node.storeClock().storeMillis();
    }

    @Override
    public @Nullable BrokerException toBrokerException(RuntimeException failure) {
        return failure instanceof StoreException ofStore ? BrokerExceptions.of(ofStore) : null;
    }

    @Override
    public CallTimeBudget beginCall() {
        return CallTimeBudget.start(PipelineSettings.maxWaitNanos(
                SaturatingTime.toNanos(node.settings().storeTimeout())));
    }

    @Override
    public TimeSource time() {
        return node.storeClock();
    }

    @Override
    public LargeBodyStorage largeBodyStorage() {
        return components.bodies;
    }

    @Override
    public MessageSender sender() {
        return components.sender;
    }

    @Override
    public PreparedSend prepareDeadLetterOfExpired(InFlightDelivery delivery, @Nullable String descriptionSuffix) {
        return components.expiryMover.prepare(delivery, descriptionSuffix);
    }

    @Override
    public MessageGroups messageGroups() {
        return components.acceptedGroups;
    }

    @Override
    public UnitOfWork newUnitOfWork() {
        return new NodeUnitOfWork(components.transactions);
    }

    @Override
    public TransactionBranches branches() {
        return components.branches;
    }

    @Override
    public OrphanAdministration orphans() {
        return new NodeOrphanAdministration(node);
    }

    @Override
    public JoinedTransactions joinedTransactions() {
        return components.joinedTransactions;
    }

    @Override
    public Receiver openReceiver(Entity entity, ReceiverOptions options, WakeUpListener wakeUpListener) {
        return components.receivers.open(entity, options, wakeUpListener);
    }

    @Override
    public DelayedCompletion completeLater(InFlightDelivery delivery, Consumer<@Nullable BrokerException> onDone) {
        return components.delayedCompletions.add(delivery, onDone);
    }

    @Override
    public DeferredMessages deferredMessages() {
        return components.deferredReceiver;
    }

    @Override
    public ReceiveAttempts receiveAttempts() {
        return components.receiveAttempts;
    }

    @Override
    public DeliverySettler settler() {
        return components.settler;
    }

    @Override
    public List<BrowsedMessage> browse(Entity entity, @Nullable Delivery after, int limit) {
        components.delayedCompletions.completeFor(entity.id());
        components.idleDeleter.recordUse(node.entities().requireUsable(entity));
        return node.lifecycle().callStore(() -> components.browser.browse(entity, after, limit));
    }

    @Override
    public List<Entity> entities() {
        return node.lifecycle().callStore(node.registry()::list);
    }

    @Override
    public InDoubtOutcome commitOutcome(String outcomeToken) {
        OutcomeToken parsed = OutcomeToken.parse(outcomeToken)
                .orElseThrow(() -> new BrokerException(
                        BrokerErrorReason.INVALID_ARGUMENT,
                        DisplayText.quote(outcomeToken)
                                + " is not an outcome token. An outcome token looks like "
                                + new OutcomeToken.BatchToken(12, 0, 345)));
        return node.lifecycle().callStore(() -> node.store().commitOutcomes().find(parsed));
    }

    @Override
    public StatisticsReader statistics() {
        return components.statistics;
    }

    @Override
    public HistoryAdministration history() {
        return history;
    }

    @Override
    public StoreSettings storeSettings() {
        return components.storeSettings;
    }

    @Override
    public LocalNodeStatus localNodeStatus() {
        Store.StoreCapabilities capabilities = node.store().capabilities();
        return new LocalNodeStatus(
                capabilities.description(),
                capabilities.product(),
                !capabilities.exclusive(),
                capabilities.schemaVersion(),
                node.lifecycle().canDeliver(),
                node.storeClock().storeMillis());
    }

    @Override
    public List<NodeStatus> nodeStatuses() {
        return node.lifecycle().callStore(() -> {
            Membership membership = node.store().membership();
            boolean leased = !node.store().capabilities().exclusive();
            long now = node.storeClock().storeMillis();
            return membership.nodes().stream()
                    .map(member -> new NodeStatus(
                            member.name(),
                            member.version(),
                            member.incarnation(),
                            member.alive(),
                            leased ? Duration.ofMillis(member.leaseUntil() - now) : null,
                            member.incarnation() == node.incarnation(),
                            member.entitiesAwaited(),
                            member.acquired(),
                            member.prefetched()))
                    .toList();
        });
    }

    @Override
    public BrokerSettings nodeSettings() {
        return node.settings();
    }

    @Override
    public void addErrorListener(Consumer<BrokerException> listener) {
        node.lifecycle().addErrorListener(listener);
    }

    @Override
    public void removeErrorListener(Consumer<BrokerException> listener) {
        node.lifecycle().removeErrorListener(listener);
    }

    @Override
    public void close() {
        if (!node.lifecycle().close()) {
            return;
        }
        // The shutdown serves all users of the node and has no time budget of a single call.
        try (CallTimeBudget unused = CallTimeBudget.suspend()) {
            ComponentLifecycle.stop(components);
        }
    }

    @Override
    public boolean isPermanentlyFenced() {
        return node.lifecycle().isPermanentlyFenced();
    }

    @Override
    public void checkAlive() {
        node.lifecycle().checkAlive();
    }

    /** Returns the components, for tests that inspect the memory of the node. */
    NodeComponents components() {
        return components;
    }
}
