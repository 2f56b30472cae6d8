package dev.restante.node;

import dev.restante.model.MachineClock;
import dev.restante.node.cluster.EarlyLooks;
import dev.restante.store.AcquireRequest;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.BodyRepository;
import dev.restante.store.BranchRepository;
import dev.restante.store.BufferStockRepository;
import dev.restante.store.CommitGate;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.DeliveryReader;
import dev.restante.store.DuplicateIdRepository;
import dev.restante.store.EntityRepository;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.HistoryRepository;
import dev.restante.store.LastValueRepository;
import dev.restante.store.Membership;
import dev.restante.store.MessageGroupRepository;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.Operation;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.QuotaShareRepository;
import dev.restante.store.ReceiveAttemptRepository;
import dev.restante.store.RedriveJobRepository;
import dev.restante.store.SettingRepository;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRuleRepository;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A store that several nodes of one test use; closed with the last of them. */
final class SharedStore implements Store {

    private final Store store;
    private final MachineClock time;
    private final AtomicInteger users = new AtomicInteger();
    private final AtomicBoolean rejoining = new AtomicBoolean();
    private final AtomicInteger looksAtOthers = new AtomicInteger();
    private final AtomicInteger announcements = new AtomicInteger();
    private final AtomicInteger wakeUpsSent = new AtomicInteger();
    private final AtomicBoolean newsExpected = new AtomicBoolean();
    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger allBatches = new AtomicInteger();
    private final ReentrantLock writes = new ReentrantLock();
    private final ReentrantLock loads = new ReentrantLock();
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicBoolean cutAtLoad = new AtomicBoolean();
    /** Calls of loaders that work before one fails; negative for none. */
    private final AtomicInteger loadsLeft = new AtomicInteger(-1);

    final OperationFaults faults = new OperationFaults();

    final HistoryFaults history;
    final JobFaults jobs;

    /** Keeps everything from being written until it is closed. */
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    SharedStore(Store store, MachineClock time) {
        this.store = store;
        this.time = time;
        this.history = new HistoryFaults(store.history());
        this.jobs = new JobFaults(store.redriveJobs());
    }

    SharedStore use() {
        users.incrementAndGet();
        return this;
    }

    boolean closed() {
        return users.get() == 0;
    }

    /** Nodes that were declared dead may join anew; else they are as dead as their JVM would be. */
    void letRejoin() {
        rejoining.set(true);
    }

    /** How often nodes have asked what others wait for. */
    int looksAtOthers() {
        return looksAtOthers.get();
    }

    /** How often nodes have written what they wait for. */
    int announcements() {
        return announcements.get();
    }

    /** How many wake-ups nodes have sent to others. */
    int wakeUpsSent() {
        return wakeUpsSent.get();
    }

    /** How many batches with operations have been written, or tried. */
    int batches() {
        return batches.get();
    }

    /** How many batches have been written, or tried, those that only acquire included. */
    int allBatches() {
        return allBatches.get();
    }

    /** True if the node has said last that others may have something to tell to it. */
    boolean newsExpected() {
        return newsExpected.get();
    }

    /** Lets writers wait; not the calling thread. */
    Hold holdWrites() {
        writes.lock();
        return writes::unlock;
    }

    /** Whether a writer waits so. */
    boolean writeHeld() {
        return writes.hasQueuedThreads();
    }

    /** Lets loaders of messages wait; not the calling thread. */
    Hold holdLoads() {
        loads.lock();
        return loads::unlock;
    }

    /** Whether a loader waits so. */
    boolean loadHeld() {
        return loads.hasQueuedThreads();
    }

    /** Whether writers reach the store. */
    void reachable(boolean value) {
        reachableFor(value ? Integer.MAX_VALUE : 0);
    }

    /** Writers reach the store for so many batches with operations more. */
    void reachableFor(int batchesWithOperations) {
        writesLeft.set(batchesWithOperations);
    }

    /** Lets the store fail the next load of messages, and each operation after it but acquires. */
    void cutOperationsAtLoad() {
        cutAtLoad.set(true);
        failNextLoad();
    }

    /** The store fails a loader after so many calls that work; nothing else does. */
    void failLoadAfter(int calls) {
        loadsLeft.set(calls);
    }

    /** The next time that messages are loaded the store fails; nothing else does. */
    void failNextLoad() {
        failLoadAfter(0);
    }

    @Override
    public Traits traits() {
        return store.traits();
    }

    @Override
    public void followClock(LongSupplier storeMillis) {
        store.followClock(storeMillis);
    }

    @Override
    public Membership membership() {
        return new TimedMembership(store.membership(), time, looksAtOthers, announcements, rejoining);
    }

    @Override
    public ApplicationTransactions applicationTransactions() {
        return store.applicationTransactions();
    }

    @Override
    public EntityRepository entities() {
        return store.entities();
    }

    @Override
    public SubscriptionRepository subscriptions() {
        return store.subscriptions();
    }

    @Override
    public SubscriptionRuleRepository subscriptionRules() {
        return store.subscriptionRules();
    }

    @Override
    public DuplicateIdRepository duplicateIds() {
        return store.duplicateIds();
    }

    @Override
    public QuotaShareRepository quotaShares() {
        return store.quotaShares();
    }

    @Override
    public BodyRepository bodies() {
        return store.bodies();
    }

    @Override
    public BufferStockRepository bufferStocks() {
        return store.bufferStocks();
    }

    @Override
    public LastValueRepository lastValues() {
        return store.lastValues();
    }

    @Override
    public HistoryRepository history() {
        return history;
    }

    @Override
    public EntityUseRepository entityUses() {
        return store.entityUses();
    }

    @Override
    public SettingRepository settings() {
        return store.settings();
    }

    @Override
    public ReceiveAttemptRepository receiveAttempts() {
        return store.receiveAttempts();
    }

    @Override
    public MessageGroupRepository messageGroups() {
        return store.messageGroups();
    }

    @Override
    public BranchRepository branches() {
        return store.branches();
    }

    /** True if the calling thread is about to load messages, and not only to look for any. */
    private static boolean isLoading() {
        return Thread.currentThread().getName().startsWith("restante-loader")
                && StackWalker.getInstance()
                        .walk(frames ->
                                frames.noneMatch(frame -> frame.getClassName().equals(EarlyLooks.class.getName())));
    }

    @Override
    public DeliveryReader deliveries() {
        if (isLoading()) {
            loads.lock();
            try {
                if (loadsLeft.getAndUpdate(left -> Math.max(-1, left - 1)) == 0) {
                    if (cutAtLoad.getAndSet(false)) {
                        faults.fail(change -> true);
                    }
                    throw OperationFaults.unavailable();
                }
            } finally {
                loads.unlock();
            }
        }
        return store.deliveries();
    }

    @Override
    public DeliveryInspector inspector() {
        history.checkCount();
        return store.inspector();
    }

    @Override
    public OutcomeRepository outcomes() {
        return store.outcomes();
    }

    @Override
    public RedriveJobRepository redriveJobs() {
        return jobs;
    }

    @Override
    public NodeRequestRepository requests() {
        return store.requests();
    }

    @Override
    public Signals signals() {
        Signals signals = store.signals();
        return new Signals() {
            @Override
            public void announce(Collection<Arrival> arrivals) {
                wakeUpsSent.addAndGet(arrivals.size());
                signals.announce(arrivals);
            }

            @Override
            public void listen(Consumer<Arrival> onArrival, Runnable onGap) {
                signals.listen(onArrival, onGap);
            }

            @Override
            public void expect(long incarnation, boolean news) {
                newsExpected.set(news);
                signals.expect(incarnation, news);
            }
        };
    }

    @Override
    public BatchWriter openWriter(long incarnation, int pipeline) {
        BatchWriter writer = store.openWriter(incarnation, pipeline);
        return new BatchWriter() {
            @Override
            public BatchResult write(
                    long batch,
                    long highestId,
                    List<Operation> operations,
                    List<AcquireRequest> acquires,
                    CommitGate gate) {
                writes.lock();
                try {
                    allBatches.incrementAndGet();
                    if (!operations.isEmpty()) {
                        batches.incrementAndGet();
                    }
                } finally {
                    writes.unlock();
                }
                boolean reached = operations.isEmpty()
                        ? writesLeft.get() > 0
                        : writesLeft.getAndUpdate(left -> left > 0 && left < Integer.MAX_VALUE ? left - 1 : left) > 0;
                if (!reached) {
                    throw OperationFaults.unavailable();
                }
                return faults.write(writer, batch, highestId, operations, acquires, gate);
            }

            @Override
            public boolean committed(long batch) {
                faults.answer();
                return writer.committed(batch);
            }

            @Override
            public boolean boundsItself() {
                return writer.boundsItself();
            }

            @Override
            public boolean closed(long batch) {
                faults.answer();
                return writer.closed(batch);
            }

            @Override
            public void close() {
                writer.close();
            }
        };
    }

    @Override
    public boolean authenticate(String user, String password) {
        return store.authenticate(user, password);
    }

    @Override
    public void maintain() {
        store.maintain();
    }

    @Override
    public void close() {
        if (users.decrementAndGet() == 0) {
            store.close();
        }
    }
}
