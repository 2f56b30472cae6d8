package dev.restante.node;

import dev.restante.model.MachineClock;
import dev.restante.node.cluster.NewReceiverPoller;
import dev.restante.store.AcquireRequest;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.BodyRepository;
import dev.restante.store.BranchRepository;
import dev.restante.store.CommitGate;
import dev.restante.store.CommitOutcomeRepository;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.DeliveryReader;
import dev.restante.store.DuplicateIdRepository;
import dev.restante.store.EntityRepository;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.HistoryRepository;
import dev.restante.store.InFlightShareRepository;
import dev.restante.store.LastValueRepository;
import dev.restante.store.Membership;
import dev.restante.store.MessageGroupRepository;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.Operation;
import dev.restante.store.PolicyRepository;
import dev.restante.store.PrefetchCountRepository;
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

/** Store that several nodes of one test share, and that is closed with the last node. */
final class SharedStore implements Store {

    private final Store store;
    private final MachineClock time;
    private final AtomicInteger users = new AtomicInteger();
    private final AtomicBoolean rejoining = new AtomicBoolean();
    private final AtomicInteger pollsOfOtherNodes = new AtomicInteger();
    private final AtomicInteger announcements = new AtomicInteger();
    private final AtomicInteger signalsSent = new AtomicInteger();
    private final AtomicBoolean signalsExpected = new AtomicBoolean();
    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger allBatches = new AtomicInteger();
    private final ReentrantLock writes = new ReentrantLock();
    private final ReentrantLock loads = new ReentrantLock();
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicBoolean cutAtLoad = new AtomicBoolean();
    /** Loads that succeed before a load fails; negative if no load fails. */
    private final AtomicInteger loadsLeft = new AtomicInteger(-1);

    final OperationFaults faults = new OperationFaults();

    final HistoryFaults history;
    final RedriveJobFaults jobs;

    /** Handle that blocks other threads until it is closed. */
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    SharedStore(Store store, MachineClock time) {
        this.store = store;
        this.time = time;
        this.history = new HistoryFaults(store.history());
        this.jobs = new RedriveJobFaults(store.redriveJobs());
    }

    SharedStore use() {
        users.incrementAndGet();
        return this;
    }

    boolean closed() {
        return users.get() == 0;
    }

    /** Allows nodes that were declared dead to rejoin. Otherwise they stay dead, as if their JVM had crashed. */
    void letRejoin() {
        rejoining.set(true);
    }

    /** Returns how often nodes have read which entities other nodes wait for. */
    int pollsOfOtherNodes() {
        return pollsOfOtherNodes.get();
    }

    /** Returns how often nodes have written which entities they wait for. */
    int announcements() {
        return announcements.get();
    }

    /** Returns the number of signals that nodes have sent to other nodes. */
    int signalsSent() {
        return signalsSent.get();
    }

    /** Returns the number of batches with operations that were written or tried. */
    int batches() {
        return batches.get();
    }

    /** Returns the number of batches that were written or tried, including batches that only acquire. */
    int allBatches() {
        return allBatches.get();
    }

    /** True if the node has last reported that other nodes may send signals to it. */
    boolean signalsExpected() {
        return signalsExpected.get();
    }

    Hold holdWrites() {
        writes.lock();
        return writes::unlock;
    }

    boolean writeHeld() {
        return writes.hasQueuedThreads();
    }

    Hold holdLoads() {
        loads.lock();
        return loads::unlock;
    }

    boolean loadHeld() {
        return loads.hasQueuedThreads();
    }

    void reachable(boolean value) {
        reachableFor(value ? Integer.MAX_VALUE : 0);
    }

    /** Lets writers reach the store for this number of further batches with operations. */
    void reachableFor(int batchesWithOperations) {
        writesLeft.set(batchesWithOperations);
    }

    /** Makes the next load of messages fail, and each later operation except acquisitions. */
    void cutOperationsAtLoad() {
        cutAtLoad.set(true);
        failNextLoad();
    }

    /** Makes a load fail after this number of successful loads. Other calls succeed. */
    void failLoadAfter(int calls) {
        loadsLeft.set(calls);
    }

    /** Makes the next load of messages fail. Other calls succeed. */
    void failNextLoad() {
        failLoadAfter(0);
    }

    @Override
    public StoreCapabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public void useClock(LongSupplier storeMillis) {
        store.useClock(storeMillis);
    }

    @Override
    public Membership membership() {
        return new TimedMembership(store.membership(), time, pollsOfOtherNodes, announcements, rejoining);
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
    public PolicyRepository policies() {
        return store.policies();
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
    public InFlightShareRepository inFlightShares() {
        return store.inFlightShares();
    }

    @Override
    public BodyRepository bodies() {
        return store.bodies();
    }

    @Override
    public PrefetchCountRepository prefetchCounts() {
        return store.prefetchCounts();
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

    /** True if the calling thread loads messages, and does not only check whether there are any. */
    private static boolean isLoading() {
        return Thread.currentThread().getName().startsWith("restante-loader")
                && StackWalker.getInstance()
                        .walk(frames -> frames.noneMatch(
                                frame -> frame.getClassName().equals(NewReceiverPoller.class.getName())));
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
    public CommitOutcomeRepository commitOutcomes() {
        return store.commitOutcomes();
    }

    @Override
    public RedriveJobRepository redriveJobs() {
        return jobs;
    }

    @Override
    public NodeRequestRepository nodeRequests() {
        return store.nodeRequests();
    }

    @Override
    public Signals signals() {
        Signals signals = store.signals();
        return new Signals() {
            @Override
            public void announce(Collection<AvailabilitySignal> arrivals) {
                signalsSent.addAndGet(arrivals.size());
                signals.announce(arrivals);
            }

            @Override
            public void listen(Consumer<AvailabilitySignal> onArrival, Runnable onGap) {
                signals.listen(onArrival, onGap);
            }

            @Override
            public void expectSignals(long incarnation, boolean news) {
                signalsExpected.set(news);
                signals.expectSignals(incarnation, news);
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
            public boolean isCommitted(long batch) {
                faults.checkOutcomeKnown();
                return writer.isCommitted(batch);
            }

            @Override
            public boolean hasBoundedCalls() {
                return writer.hasBoundedCalls();
            }

            @Override
            public boolean voidUnlessCommitted(long batch) {
                faults.checkOutcomeKnown();
                return writer.voidUnlessCommitted(batch);
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
