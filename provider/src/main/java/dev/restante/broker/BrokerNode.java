package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.cluster.IdGenerator;
import dev.restante.broker.cluster.NodeTime;
import dev.restante.broker.entity.EntityRegistry;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.broker.lock.LockTable;
import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.TimeSource;
import dev.restante.store.Membership;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.WorkerThread;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node: wires the parts of the broker to each other and to a store, and ends them in order.
 *
 * <p>Its threads: the commit pipelines (and whoever leads a batch), one alarm clock each for locks and buffers, for sweeps, and for the heartbeat, and a small pool that loads messages.
 */
public final class BrokerNode implements Broker {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerNode.class);
    private static final int LOADERS = 2;

    private final NodeContext context;
    private final AlarmClock timer;
    private final Heartbeat heartbeat;
    private final ExecutorService loaders;
    private final Returns returns;
    private final PendingReturns pending;
    private final BufferReturns bufferReturns;
    private final Dispatchers dispatchers;
    private final Commits commits;
    private final LockTable locks;
    private final Workers workers;
    private final QueueAdministration administration;
    private final Browsing browsing;
    private final NodeSending sending;
    private final NodeSubscriptions subscriptions;
    private final NodeTopicAdministration topicAdministration;
    private final Counting counting;
    private final NodeMessageAdministration messageAdministration;
    private final Traffic traffic;
    private final NodeSettlement settlement;
    private final StoreSettings storeSettings;
    private final AcceptedGroups acceptedGroups;
    private final TransactionThread transactionThread = new TransactionThread();
    private final NodeBranches branches;
    private final NodeJoinedTransactions joinedTransactions;
    private final List<Consumer<BrokerException>> problemListeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private BrokerNode(NodeContext context, TimeSource local, long joinedAtMillis) {
        this.context = context;
        this.timer = new AlarmClock("restante-timer", context.time());
        this.loaders = Executors.newFixedThreadPool(LOADERS, task -> new WorkerThread(task, "restante-loader"));
        this.returns = new Returns(context);
        // A cycle: the commits tell the dispatchers, which give back through the commits.
        this.pending = new PendingReturns(context.time(), timer, this::commits);
        this.bufferReturns = new BufferReturns(context, returns, pending);
        this.dispatchers = new Dispatchers(context, bufferReturns, this::commits, timer, loaders);
        this.settlement = new NodeSettlement(this);
        this.locks = new LockTable(context.time(), timer, settlement::lockEnded, held -> settlement
                .groups()
                .settled(held));
        this.traffic = new Traffic(context.time(), locks, timer);
        this.commits = new Commits(context, dispatchers, traffic, this::problem);
        this.workers = new Workers(this);
        this.storeSettings = new StoreSettings(this);
        this.branches = new NodeBranches(this, timer, transactionThread);
        this.joinedTransactions = new NodeJoinedTransactions(this, timer, transactionThread);
        this.acceptedGroups = new AcceptedGroups(this, timer);
        this.administration = new QueueAdministration(this, workers.sweeper());
        this.browsing = new Browsing(context);
        TopicDirectory directory = new TopicDirectory(context);
        this.sending = new NodeSending(this, directory, loaders);
        this.subscriptions = new NodeSubscriptions(this, directory);
        this.topicAdministration = new NodeTopicAdministration(this, administration);
        this.counting = new Counting(this, workers.sweeper());
        this.messageAdministration = new NodeMessageAdministration(this, counting);
        this.heartbeat = new Heartbeat(this, local, joinedAtMillis);
    }

    /**
     * Joins a store and begins to work. What former incarnations held in an exclusive store is released before this returns.
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
                nodeTime.measured(joinedAtMillis, membership.storeMillis(), time.millis());
            }
            Membership.Joined joined = membership.join(
                    settings.nodeName(), nodeTime.millis() + settings.lease().toMillis(), Commits.pipelines(store));
            NodeContext context = new NodeContext(
                    store,
                    settings,
                    nodeTime,
                    new IdGenerator(nodeTime, joined.nodeNumber(), joined.highestId()),
                    new EntityRegistry(store.entities()),
                    joined.incarnation());
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
        subscriptions.purgeAbandoned();
        commits.start(workers.sweeper()::notice, workers::arrived);
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
    public TimeSource time() {
        return context.time();
    }

    @Override
    public PreparedSend prepareExpired(HeldDelivery held, @Nullable String remark) {
        return new ExpiredMoves(this).prepare(held, remark);
    }

    @Override
    public PreparedSend prepare(SendRequest request, long sentAtMillis) {
        checkOpen();
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
        return new NodeUnitOfWork(this);
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
        checkAlive();
        Entity current = requireExisting(entity);
        ForwardCheck.checkReceivable(current);
        workers.idleEntities().used(current);
        if (options.hold() == ReceiverOptions.Hold.UNTIL_SETTLED
                && current.options().lockDuration().isZero()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "Queue '" + current.name()
                            + "' has a lock duration of zero: automatic acknowledgement and transactions need one above zero");
        }
        return new QueueReceiver(this, current, options, wakeUp);
    }

    @Override
    public NodeSettlement settlement() {
        return settlement;
    }

    @Override
    public List<Browsed> browse(Entity entity, @Nullable Delivery after, int limit) {
        workers.idleEntities().used(context.registry().current(entity));
        return guarded(() -> browsing.browse(entity, after, limit));
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
        return guarded(context.registry()::list);
    }

    @Override
    public QueueStatistics statistics(Entity entity) {
        return counting.of(entity);
    }

    @Override
    public Map<Entity, QueueStatistics> statistics(List<Entity> entities) {
        return counting.of(entities);
    }

    @Override
    public EntityTraffic traffic(Entity entity) {
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
        problemListeners.add(listener);
    }

    @Override
    public void removeProblemListener(Consumer<BrokerException> listener) {
        problemListeners.remove(listener);
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        heartbeat.close();
        workers.close();
        timer.close();
        try {
            dispatchers.close();
            loaders.shutdown();
            subscriptions.close();
            transactionThread.close();
            boolean leaving =
                    !joinedTransactions.close() || !context.store().traits().exclusive();
            commits.close();
            if (leaving) {
                context.store().membership().leave(context.incarnation());
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
        closed.set(true);
        for (AutoCloseable part : List.of(heartbeat, workers, timer, commits)) {
            try {
                part.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
        loaders.shutdown();
    }

    // ---- for the parts ----

    NodeContext context() {
        return context;
    }

    Dispatchers dispatchers() {
        return dispatchers;
    }

    BufferReturns bufferReturns() {
        return bufferReturns;
    }

    Commits commits() {
        return commits;
    }

    Workers workers() {
        return workers;
    }

    NodeSending sending() {
        return sending;
    }

    Browsing browsing() {
        return browsing;
    }

    PendingReturns pending() {
        return pending;
    }

    LockTable locks() {
        return locks;
    }

    Returns returns() {
        return returns;
    }

    Traffic traffic() {
        return traffic;
    }

    /**
     * Looks whether the node works.
     *
     * @throws BrokerException with CLOSED
     */
    void checkOpen() {
        if (closed.get()) {
            throw new BrokerException(Reason.CLOSED, "The node is closed");
        }
    }

    @Override
    public boolean isDead() {
        return heartbeat.isDeclaredDead();
    }

    @Override
    public void checkAlive() {
        checkOpen();
        heartbeat.checkNotFenced();
    }

    /**
     * The entity as it is now.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted
     */
    Entity requireExisting(Entity entity) {
        Optional<Entity> known = context.registry().known(entity.id());
        return known.isPresent()
                ? known.get()
                : guarded(() -> context.registry()
                        .find(entity.id())
                        .orElseThrow(() -> new BrokerException(
                                Reason.ENTITY_NOT_FOUND, "Queue '" + entity.name() + "' was deleted")));
    }

    /** Options of entities may be others than before. */
    void noticeOptions() {
        dispatchers.noticeOptions();
        locks.limitsAltered();
    }

    /** Whether messages may be handed out and locks renewed. */
    boolean mayHandOver() {
        return heartbeat.leaseProven() && !closed.get();
    }

    /** Takes note of a problem of the node, and tells the listeners. */
    void problem(BrokerException problem) {
        if (problem.reason() == Reason.NODE_FENCED) {
            heartbeat.declaredDead();
            dispatchers.endAll();
            locks.limitsAltered();
        }
        for (Consumer<BrokerException> listener : problemListeners) {
            try {
                listener.accept(problem);
            } catch (RuntimeException e) {
                LOG.warn("A problem listener failed", e);
            }
        }
    }

    interface Call<T> {
        T run();
    }

    /** Calls the store for a caller of the broker. */
    <T> T guarded(Call<T> call) {
        checkOpen();
        try {
            return call.run();
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
    }
}
