package dev.restante.node;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.Browsed;
import dev.restante.broker.DeferredMessages;
import dev.restante.broker.EntityTraffic;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroups;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.QueueStatistics;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.SendRequest;
import dev.restante.broker.StoreSettings;
import dev.restante.broker.TopicAdministration;
import dev.restante.broker.TransactionBranches;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.CallBound;
import dev.restante.model.CommitOutcome;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.OutcomeToken;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.TimeSource;
import dev.restante.model.WorkerThread;
import dev.restante.node.admin.Counting;
import dev.restante.node.admin.Inspection;
import dev.restante.node.admin.LockBreaking;
import dev.restante.node.admin.NodeMessageAdministration;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.admin.NodeTopicAdministration;
import dev.restante.node.admin.Purging;
import dev.restante.node.admin.QueueAdministration;
import dev.restante.node.admin.Redriving;
import dev.restante.node.admin.Takeover;
import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.cluster.Sharing;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Fetching;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.commit.Returns;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.LockEnds;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.entity.EntityRemoval;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.NodeSubscriptions;
import dev.restante.node.entity.RemadeEntities;
import dev.restante.node.entity.TopicDirectory;
import dev.restante.node.expiry.ExpiredMoves;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.expiry.GroupExpiry;
import dev.restante.node.lease.IdGenerator;
import dev.restante.node.lease.NodeTime;
import dev.restante.node.lock.LockTable;
import dev.restante.node.receive.AcceptedGroups;
import dev.restante.node.receive.AttemptTakeOver;
import dev.restante.node.receive.Browsing;
import dev.restante.node.receive.DeferredReceiving;
import dev.restante.node.receive.HandOver;
import dev.restante.node.receive.NodeReceiveAttempts;
import dev.restante.node.receive.QuotaShares;
import dev.restante.node.receive.ReceiverServices;
import dev.restante.node.receive.Receivers;
import dev.restante.node.send.Forwarder;
import dev.restante.node.send.Forwarding;
import dev.restante.node.send.NodeSending;
import dev.restante.node.send.TopicSending;
import dev.restante.node.settle.GroupHandling;
import dev.restante.node.settle.LateCompletion;
import dev.restante.node.settle.LingeringDelivery;
import dev.restante.node.settle.Lingerings;
import dev.restante.node.settle.NodeSettlement;
import dev.restante.node.settle.SettlementWorks;
import dev.restante.node.transaction.BranchCompletion;
import dev.restante.node.transaction.BranchWorks;
import dev.restante.node.transaction.NodeBranches;
import dev.restante.node.transaction.NodeJoinedTransactions;
import dev.restante.node.transaction.NodeUnitOfWork;
import dev.restante.node.transaction.TransactionServices;
import dev.restante.node.transaction.TransactionThread;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Membership;
import dev.restante.store.PipelineSettings;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node: wires the parts of the broker to each other and to a store, and ends them in order.
 *
 * <p>Its threads: the commit pipelines (and whoever leads a batch), one alarm clock each for locks and buffers, for
 * sweeps, and for the heartbeat, and a small pool that loads messages.
 */
public final class BrokerNode implements Broker {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerNode.class);
    private static final int LOADERS = 2;
    private static final int FIRST_MEASUREMENTS = 4;

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final AlarmClock timer;
    private final ExecutorService loaders;
    private final TransactionThread transactionThread = new TransactionThread();
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Fetching fetching;
    private final LockTable locks;
    private final Traffic traffic;
    private final Commits commits;
    private final NodeSettlement settlement;
    private final Lingerings lingerings;
    private final NodeSending sending;
    private final EntityRemoval removal;
    private final NodeSubscriptions subscriptions;
    private final IdleEntities idleEntities;
    private final Receivers receivers;
    private final DeferredReceiving deferredReceiving;
    private final NodeReceiveAttempts attempts;
    private final AcceptedGroups acceptedGroups;
    private final TransactionServices transactions;
    private final NodeBranches branches;
    private final NodeJoinedTransactions joinedTransactions;
    private final ExpiredMoves expiredMoves;
    private final Workers workers;
    private final ExpirySweeper sweeper;
    private final Browsing browsing;
    private final Counting counting;
    private final NodeStoreSettings storeSettings;
    private final QueueAdministration administration;
    private final NodeTopicAdministration topicAdministration;
    private final NodeMessageAdministration messageAdministration;
    private final Heartbeat heartbeat;

    private BrokerNode(NodeContext context, TimeSource local, long joinedAtMillis) {
        this.context = context;
        boolean exclusive = context.store().traits().exclusive();
        this.life = new NodeLife(context.settings(), exclusive);
        this.timer = new AlarmClock("restante-timer", context.time());
        this.loaders = Executors.newFixedThreadPool(LOADERS, task -> new WorkerThread(task, "restante-loader"));
        this.entities = new UsableEntities(context.registry(), life);
        EntityEvents events = new EntityEvents();
        RemadeEntities remade = new RemadeEntities(context);
        LockEnds lockEnds = new LockEnds(context.time());

        Returns returns = new Returns(context);
        this.dispatchers = new Dispatchers();
        // A cycle: who settles needs the locks, which tell him of their ends.
        this.locks = new LockTable(context.time(), timer, this::lockEnded, this::settled);
        this.traffic = new Traffic(context.time(), locks, timer);
        this.commits = new Commits(context, dispatchers, traffic, this::problem);
        PendingReturns pending = new PendingReturns(context.time(), timer, commits);
        BufferReturns bufferReturns = new BufferReturns(context, returns, pending);
        this.buffers = new Buffers(context, dispatchers, bufferReturns, timer);
        this.fetching = new Fetching(context, commits, dispatchers, buffers, bufferReturns, timer, loaders);

        SettlementWorks settlementWorks = new SettlementWorks(context, buffers, returns);
        this.settlement = new NodeSettlement(
                context,
                life,
                commits,
                dispatchers,
                locks,
                pending,
                settlementWorks,
                new GroupHandling(context, dispatchers, locks, bufferReturns, settlementWorks),
                new LateCompletion(context, commits, dispatchers, buffers, locks, pending, bufferReturns),
                lockEnds);
        this.lingerings = new Lingerings(context, dispatchers, locks, settlement, timer);

        AlarmClock sweeps = new AlarmClock("restante-sweeper", context.time());
        TopicDirectory directory = new TopicDirectory(context);
        Semaphore unstored = NodeSending.placesForUnstored();
        Forwarding forwarding = new Forwarding(context, returns);
        TopicSending topics = new TopicSending(
                context, life, commits, dispatchers, buffers, traffic, directory, forwarding, unstored, loaders);
        this.removal = new EntityRemoval(context, directory, topics, buffers, locks, traffic);
        this.idleEntities = new IdleEntities(context, life, dispatchers, locks, removal, sweeps);
        this.sending = new NodeSending(
                context,
                life,
                entities,
                commits,
                dispatchers,
                buffers,
                traffic,
                idleEntities,
                remade,
                forwarding,
                topics,
                unstored);
        this.subscriptions = new NodeSubscriptions(
                context,
                life,
                entities,
                dispatchers,
                locks,
                removal,
                lingerings,
                idleEntities,
                remade,
                topics,
                directory);
        Forwarder forwarder = new Forwarder(
                context,
                commits,
                dispatchers,
                buffers,
                returns,
                bufferReturns,
                idleEntities,
                forwarding,
                topics,
                sweeps);

        QuotaShares quotaShares = new QuotaShares(context, locks, loaders);
        if (!exclusive) {
            locks.shareQuotas(quotaShares::shrunk);
        }
        this.browsing = new Browsing(context);
        ReceiverServices receiving = new ReceiverServices(
                context,
                life,
                entities,
                dispatchers,
                buffers,
                bufferReturns,
                locks,
                quotaShares,
                lingerings,
                remade,
                new HandOver(context, commits, buffers, locks, returns, bufferReturns, settlement, lockEnds),
                forwarder::withdraw);
        this.receivers = new Receivers(receiving, idleEntities, events);
        this.deferredReceiving =
                new DeferredReceiving(receiving, commits, pending, returns, idleEntities, browsing, lockEnds);
        this.attempts = new NodeReceiveAttempts(
                context,
                commits,
                life,
                entities,
                locks,
                settlement.groups(),
                lockEnds,
                new AttemptTakeOver(receiving, commits, settlement.groups(), lockEnds));
        this.acceptedGroups = new AcceptedGroups(
                context, life, entities, commits, dispatchers, pending, lingerings, settlement, timer);

        this.transactions = new TransactionServices(
                context, life, commits, locks, settlement, sending, topics, traffic, transactionThread);
        this.branches = new NodeBranches(
                transactions,
                new BranchCompletion(
                        context,
                        commits,
                        dispatchers,
                        locks,
                        pending,
                        traffic,
                        settlement,
                        new BranchWorks(context, returns)),
                timer);
        this.joinedTransactions = new NodeJoinedTransactions(transactions, timer);

        NodeRequests requests = new NodeRequests(context);
        GroupExpiry groupExpiry =
                new GroupExpiry(context, commits, dispatchers, returns, bufferReturns, requests, joinedTransactions);
        this.expiredMoves = new ExpiredMoves(context, life, returns);
        this.sweeper = new ExpirySweeper(context, dispatchers, commits, returns, idleEntities, groupExpiry, sweeps);
        this.workers = new Workers(context, sweeps, sweeper, forwarder, idleEntities, buffers, locks);
        events.add(workers);

        this.storeSettings = new NodeStoreSettings(context, life, events);
        this.administration = new QueueAdministration(
                context,
                life,
                dispatchers,
                buffers,
                traffic,
                lingerings,
                joinedTransactions,
                idleEntities,
                events,
                sweeper);
        this.topicAdministration = new NodeTopicAdministration(
                context, life, lingerings, idleEntities, events, topics, removal, subscriptions, administration);
        this.counting = new Counting(context, life, entities, dispatchers, locks, traffic, sweeper);
        Inspection inspection = new Inspection(context, locks);
        Takeover takeover = new Takeover(commits, dispatchers, pending, bufferReturns, settlement.groups());
        Purging purging = new Purging(context, dispatchers, locks, inspection, takeover, requests);
        LockBreaking lockBreaking = new LockBreaking(context, locks, settlement, requests);
        this.messageAdministration = new NodeMessageAdministration(
                context,
                life,
                idleEntities,
                lingerings,
                counting,
                inspection,
                purging,
                new Redriving(context, inspection, takeover),
                lockBreaking);
        this.heartbeat = new Heartbeat(
                context,
                life,
                dispatchers,
                buffers,
                commits,
                quotaShares,
                subscriptions,
                storeSettings,
                workers,
                new AskedByOthers(requests, lockBreaking, purging, groupExpiry),
                new Sharing(context, dispatchers, buffers, commits),
                new Rejoining(
                        context,
                        life,
                        new Rejoining.Parts(
                                commits,
                                dispatchers,
                                buffers,
                                locks,
                                settlement,
                                attempts,
                                quotaShares,
                                acceptedGroups,
                                subscriptions,
                                receivers),
                        local),
                local,
                joinedAtMillis);
    }

    private void lockEnded(List<HeldDelivery> lost) {
        settlement.lockEnded(lost);
    }

    private void settled(HeldDelivery held) {
        settlement.groups().settled(held);
    }

    /**
     * Joins a store and begins to work. What former incarnations held in an exclusive store is released before this
     * returns.
     *
     * @param store open; closed by the node when it is closed
     * @throws BrokerException if the store fails; the store is left open then
     */
    public static BrokerNode open(Store store, BrokerSettings settings, TimeSource time) {
        try {
            Membership membership = store.membership();
            long joinedAtMillis = time.millis();
            NodeTime nodeTime = new NodeTime(time);
            if (!store.traits().exclusive()) {
                // Several times: the first answer may have waited for a connection.
                for (int i = 0; i < FIRST_MEASUREMENTS; i++) {
                    nodeTime.measure(membership::storeMillis);
                }
            }
            Membership.Joined joined = membership.join(
                    settings.nodeName(), Spans.later(nodeTime.millis(), settings.lease()), Commits.pipelines(store));
            NodeContext context = new NodeContext(
                    store,
                    settings,
                    nodeTime,
                    new IdGenerator(nodeTime, joined.nodeNumber(), joined.highestId()),
                    new EntityRegistry(store.entities()),
                    new AtomicLong(joined.incarnation()));
            BrokerNode node = new BrokerNode(context, time, joinedAtMillis);
            try {
                node.start();
            } catch (RuntimeException e) {
                node.stop(e);
                throw e;
            }
            return node;
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
    }

    private void start() {
        storeSettings.refresh();
        removal.removeAbandoned();
        commits.start(sweeper::notice, workers::arrived, buffers::born);
        traffic.start();
        heartbeat.start();
        timer.start();
        workers.start();
    }

    @Override
    public Entity queue(String name, boolean mayCreate) {
        return administration.queue(name, mayCreate);
    }

    @Override
    public NodeSubscriptions subscriptions() {
        return subscriptions;
    }

    @Override
    public TopicAdministration topicAdministration() {
        return topicAdministration;
    }

    @Override
    public NodeMessageAdministration messageAdministration() {
        return messageAdministration;
    }

    @Override
    public long nowMillis() {
        return context.time().localMillis();
    }

    @Override
    public CallBound bounded() {
        return CallBound.begin(
                PipelineSettings.patienceNanos(Spans.nanos(context.settings().storeTimeout())));
    }

    @Override
    public TimeSource time() {
        return context.time();
    }

    @Override
    public PreparedSend prepareExpired(HeldDelivery held, @Nullable String remark) {
        return expiredMoves.prepare(held, remark);
    }

    @Override
    public PreparedSend prepare(SendRequest request, long sentAtMillis) {
        // Before it gets its ids: those made for a dead incarnation can't be stored.
        checkAlive();
        return sending.prepare(request, sentAtMillis);
    }

    @Override
    public void send(PreparedSend send) {
        sending.send(send);
    }

    @Override
    public void sendAsync(PreparedSend send, Consumer<@Nullable BrokerException> whenDone) {
        sending.sendAsync(send, whenDone);
    }

    @Override
    public MessageGroups messageGroups() {
        return acceptedGroups;
    }

    @Override
    public UnitOfWork newUnitOfWork() {
        return new NodeUnitOfWork(transactions);
    }

    @Override
    public TransactionBranches branches() {
        return branches;
    }

    @Override
    public NodeJoinedTransactions joinedTransactions() {
        return joinedTransactions;
    }

    @Override
    public Receiver openReceiver(Entity entity, ReceiverOptions options, Runnable wakeUp) {
        return receivers.open(entity, options, wakeUp);
    }

    @Override
    public LingeringDelivery linger(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        return lingerings.add(held, whenDone);
    }

    @Override
    public DeferredMessages deferredMessages() {
        return deferredReceiving;
    }

    @Override
    public NodeReceiveAttempts receiveAttempts() {
        return attempts;
    }

    @Override
    public NodeSettlement settlement() {
        return settlement;
    }

    @Override
    public List<Browsed> browse(Entity entity, @Nullable Delivery after, int limit) {
        lingerings.completeOf(entity.id());
        idleEntities.used(entities.requireUsable(entity));
        return life.guarded(() -> browsing.browse(entity, after, limit));
    }

    @Override
    public Optional<Entity> current(Entity entity) {
        return administration.current(entity);
    }

    @Override
    public Entity createQueue(String name, EntityOptions options) {
        return administration.create(name, options);
    }

    @Override
    public Entity alterQueue(String name, EntityOptions options) {
        return administration.alter(name, options);
    }

    @Override
    public boolean deleteQueue(String name, boolean force) {
        return administration.delete(name, force);
    }

    @Override
    public List<Entity> entities() {
        return life.guarded(context.registry()::list);
    }

    @Override
    public CommitOutcome outcome(String token) {
        OutcomeToken parsed = OutcomeToken.parse(token)
                .orElseThrow(() -> new BrokerException(
                        Reason.INVALID_ARGUMENT,
                        ShownText.quoted(token)
                                + " is no token of a call whose outcome is not known; such tokens look like "
                                + new OutcomeToken.Batch(12, 0, 345)));
        return life.guarded(() -> context.store().outcomes().find(parsed));
    }

    @Override
    public QueueStatistics statistics(Entity entity) {
        lingerings.completeOf(entity.id());
        return counting.of(entity);
    }

    @Override
    public Map<Entity, QueueStatistics> statistics(List<Entity> entities) {
        entities.forEach(entity -> lingerings.completeOf(entity.id()));
        return counting.of(entities);
    }

    @Override
    public EntityTraffic traffic(Entity entity) {
        lingerings.completeOf(entity.id());
        return traffic.of(entity.id());
    }

    @Override
    public boolean forgetDuplicateId(Entity queue, String duplicateId) {
        return administration.forgetDuplicateId(queue, duplicateId);
    }

    @Override
    public StoreSettings storeSettings() {
        return storeSettings;
    }

    @Override
    public BrokerSettings settings() {
        return context.settings();
    }

    @Override
    public void addProblemListener(Consumer<BrokerException> listener) {
        life.addListener(listener);
    }

    @Override
    public void removeProblemListener(Consumer<BrokerException> listener) {
        life.removeListener(listener);
    }

    @Override
    public void close() {
        if (!life.close()) {
            return;
        }
        // What follows is for all who have used the node.
        try (CallBound unused = CallBound.lift()) {
            end();
        }
    }

    private void end() {
        lingerings.close();
        heartbeat.close();
        workers.close();
        timer.close();
        try {
            fetching.close();
            loaders.shutdown();
            subscriptions.close();
            transactionThread.close();
            boolean leaving =
                    !joinedTransactions.close() || !context.store().traits().exclusive();
            commits.close();
            if (leaving) {
                context.store().membership().leave(context.incarnation(), commits.outcomesKeptUntilMillis());
            } else {
                LOG.warn(
                        "A transaction of the application with messages was not over when the store was closed; it is rolled back");
            }
        } catch (StoreException e) {
            LOG.warn("The node could not leave the store in order; others release what it held", e);
        } finally {
            context.store().close();
        }
    }

    /** Ends the threads of a node that could not start. */
    private void stop(Throwable failure) {
        life.close();
        for (AutoCloseable part : List.of(heartbeat, workers, timer, commits)) {
            try {
                part.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
        loaders.shutdown();
    }

    @Override
    public boolean isDead() {
        return life.isDead();
    }

    @Override
    public void checkAlive() {
        life.checkAlive();
    }

    /**
     * Takes note of a problem of the node, and tells the listeners; that it was declared dead only where it can't join
     * anew.
     */
    private void problem(BrokerException problem) {
        if (problem.reason() == Reason.NODE_FENCED) {
            heartbeat.declaredDead();
            if (!isDead()) {
                return;
            }
            dispatchers.endAll();
            locks.limitsAltered();
        }
        life.tell(problem);
    }

    // ---- for the tests of this package, which look at what is in memory ----

    NodeContext context() {
        return context;
    }

    Dispatchers dispatchers() {
        return dispatchers;
    }

    LockTable locks() {
        return locks;
    }
}
