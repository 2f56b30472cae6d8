package dev.restante.node.commit;

import dev.restante.broker.BrokerException;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.SaturatingTime;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.store.AcquireRequest;
import dev.restante.store.CommitOutcomeRepository;
import dev.restante.store.Membership;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.commit.CommitPipeline;
import dev.restante.store.commit.PipelineListener;
import dev.restante.store.commit.PipelineSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Submitter of change sets to the commit pipelines, which informs dispatchers of arrivals before and after each batch.
 *
 * <p>An entity always uses one pipeline, so the messages that a thread sends to it keep their order.
 */
public final class ChangeCommitter implements PipelineListener, AutoCloseable {

    private static final int MAX_BATCH_CHANGES = 1_000;
    private static final long MAX_BATCH_BYTES = 32L << 20;
    private static final int LAZY_LIMIT = 256;
    private static final long LAZY_MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final NodeContext context;
    private final DispatcherRegistry dispatchers;
    private final ThroughputCounters throughput;
    private final CommitNotifier notifier;
    private final TrackedOperation.TrackingServices trackingServices;
    private final PipelineSettings settings;

    /** Pipelines of the current incarnation. */
    private volatile CommitPipelines current;

    private final Consumer<BrokerException> problems;
    private final OutageReporter outageReporter;

    /** Longest wait of a caller for an outcome. */
    private final long outcomeTimeoutNanos;

    /** Longest time for which a caller may lead a batch. */
    private final long leadingNanos;

    private final LongAdder submittedCount = new LongAdder();

    public ChangeCommitter(
            NodeContext context,
            DispatcherRegistry dispatchers,
            ThroughputCounters throughput,
            Consumer<BrokerException> problems) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.throughput = throughput;
        this.notifier = new CommitNotifier(context);
        this.trackingServices = new TrackedOperation.TrackingServices(context, dispatchers, throughput, notifier);
        this.problems = problems;
        this.outageReporter = new OutageReporter(problems);
        this.settings = new PipelineSettings(
                MAX_BATCH_CHANGES,
                MAX_BATCH_BYTES,
                LAZY_LIMIT,
                LAZY_MAX_WAIT_NANOS,
                SaturatingTime.toNanos(context.settings().storeTimeout()));
        this.outcomeTimeoutNanos = PipelineSettings.maxWaitNanos(settings.storeTimeoutNanos());
        this.leadingNanos = PipelineSettings.maxRetryNanos(settings.storeTimeoutNanos());
        this.current = pipelines(Long.MIN_VALUE);
    }

    /**
     * Returns the longest wait of a caller for an outcome, in nanoseconds; the time budget of a call may shorten it.
     */
    public long outcomeTimeoutNanos() {
        return outcomeTimeoutNanos;
    }

    /**
     * Ends the pipelines of an incarnation that was declared dead. All submitted operations fail, and so do later ones.
     *
     * @throws StoreException if the store does not respond to a running batch
     */
    public void stopFencedPipelines() {
        StoreException cause = new StoreException(
                StoreException.StoreFailureKind.FENCED,
                "The node was declared dead and has not rejoined the store yet",
                null);
        boolean ended = true;
        for (CommitPipeline pipeline : current.all()) {
            ended &= pipeline.endFenced(cause);
        }
        if (!ended) {
            throw new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE,
                    "A batch of the former incarnation is still running",
                    null);
        }
    }

    /**
     * Starts pipelines for the current incarnation of the node.
     *
     * @param lastFormerId highest id of earlier incarnations
     */
    public void startNewPipelines(long lastFormerId) {
        CommitPipelines next = pipelines(lastFormerId);
        next.all().forEach(CommitPipeline::start);
        current = next;
    }

    private CommitPipelines pipelines(long firstIdAbove) {
        return new CommitPipelines(context, this, settings, firstIdAbove);
    }

    public static int pipelines(Store store) {
        return CommitPipelines.countFor(store);
    }

    /**
     * Starts the pipelines and the notifications.
     *
     * @param onDue function that is called with instants at which stored deliveries become due
     * @param onArrival function that is called with ids of entities in which deliveries become available in the store
     * @param directDeliveryListener listener for committed direct deliveries
     * @param onReplaced function that is called with in-flight deliveries whose values were replaced; must not block
     */
    public void start(
            LongConsumer onDue,
            LongConsumer onArrival,
            DirectDeliveryListener directDeliveryListener,
            Consumer<Set<OperationOutcome.ReplacedInFlightDelivery>> onReplaced) {
        notifier.start(onDue, onArrival, directDeliveryListener, onReplaced);
        current.all().forEach(CommitPipeline::start);
    }

    public void setWaitingOnOtherNodes(Set<Long> entityIds) {
        notifier.awaitedByOtherNodes(entityIds);
    }

    /**
     * Commits a change set and waits for its outcome, which may be in doubt. The calling thread must not hold a lock of
     * the broker.
     */
    public OperationOutcome commit(ChangeSet changeSet) {
        CommitPipelines pipelines = current;
        AwaitedOutcome outcome = new AwaitedOutcome(outcomeTimeoutNanos);
        submitAndLead(awaited(pipelines, pipelines.of(changeSet), changeSet, outcome));
        return outcome.await();
    }

    /** Commits each change set on its own, and waits for all outcomes. */
    public List<OperationOutcome> commitEach(List<ChangeSet> changeSets) {
        CommitPipelines pipelines = current;
        return commitEach(changeSets, pipelines, pipelines::of);
    }

    /**
     * Commits change sets like {@link #commitEach(List)} through a separate pipeline, for bulk work that needs no order
     * with other operations of the entity.
     */
    public List<OperationOutcome> commitInBulk(List<ChangeSet> changeSets) {
        CommitPipelines pipelines = current;
        return commitEach(changeSets, pipelines, changeSet -> pipelines.forBulk(changeSet.entityId()));
    }

    private List<OperationOutcome> commitEach(
            List<ChangeSet> changeSets, CommitPipelines pipelines, Function<ChangeSet, CommitPipeline> pipeline) {
        List<AwaitedOutcome> awaited = new ArrayList<>(changeSets.size());
        for (int i = 0; i < changeSets.size(); i++) {
            ChangeSet changeSet = changeSets.get(i);
            AwaitedOutcome outcome = new AwaitedOutcome(outcomeTimeoutNanos);
            awaited.add(outcome);
            PendingOperation operation = awaited(pipelines, pipeline.apply(changeSet), changeSet, outcome);
            if (i == changeSets.size() - 1) {
                submitAndLead(operation);
            } else {
                operation.submit();
            }
        }
        List<OperationOutcome> outcomes = new ArrayList<>(awaited.size());
        for (AwaitedOutcome outcome : awaited) {
            outcomes.add(outcome.await());
        }
        return outcomes;
    }

    /**
     * Submits an operation and, if the pipeline is idle, executes it on the calling thread, which must not hold a lock
     * of the broker. A caller with too little time left for a batch does not lead, because it could not leave a shared
     * batch.
     */
    public void submitAndLead(PendingOperation operation) {
        if (CallTimeBudget.remaining(leadingNanos) < leadingNanos) {
            operation.submit();
            return;
        }
        // The time budget of the caller does not apply to operations of other callers.
        try (CallTimeBudget unused = CallTimeBudget.suspend()) {
            operation.submitAndLead();
        }
    }

    private PendingOperation awaited(
            CommitPipelines pipelines, CommitPipeline pipeline, ChangeSet changeSet, AwaitedOutcome outcome) {
        PendingOperation operation = new PendingOperation(
                pipelines, pipeline, operation(changeSet, Operation.OperationUrgency.NOW, outcome));
        outcome.setOperation(operation);
        return operation;
    }

    /** Creates the operation of a change set, which its caller submits and can withdraw. */
    public PendingOperation pending(ChangeSet changeSet, Operation.OperationUrgency urgency, CommitListener onDone) {
        CommitPipelines pipelines = current;
        return new PendingOperation(
                pipelines, pipelines.of(changeSet.entityId()), operation(changeSet, urgency, onDone));
    }

    /** Submits a change set without waiting. */
    public void submit(ChangeSet changeSet, Operation.OperationUrgency urgency, CommitListener onDone) {
        pending(changeSet, urgency, onDone).submit();
    }

    void submit(AcquireRequest request) {
        current.of(request.entityId()).submit(request);
    }

    /**
     * Returns the instant until which batch outcomes of the current incarnation can be queried, in epoch milliseconds
     * of store time. Returns {@link Membership#OUTCOMES_NOT_KEPT} if no outcome was ever reported as unknown.
     */
    public long outcomesKeptUntilMillis() {
        return current.all().stream().anyMatch(CommitPipeline::everInDoubt)
                ? SaturatingTime.plus(context.storeClock().storeMillis(), CommitOutcomeRepository.RETENTION)
                : Membership.OUTCOMES_NOT_KEPT;
    }

    @Override
    public void close() {
        current.all().forEach(CommitPipeline::close);
    }

    // ---- calls of the pipeline, on the leader's thread ----

    @Override
    public void beforeBatch(List<Operation> operations, List<AcquireRequest> acquires) {
        BatchEffects effects = new BatchEffects();
        for (AcquireRequest acquire : acquires) {
            effects.of(acquire.entityId()).hasFetch = true;
        }
        for (Operation operation : operations) {
            tracked(operation).countArrivals(effects);
        }
        effects.decide(dispatchers);
        for (Operation operation : operations) {
            tracked(operation).decideDirectDeliveries(effects);
        }
    }

    /** Casts an operation of a pipeline, because the pipelines of the node contain only operations of this class. */
    private static TrackedOperation tracked(Operation operation) {
        return (TrackedOperation) operation;
    }

    @Override
    public void afterBatch() {
        context.store().maintain();
    }

    @Override
    public void fenced(StoreException cause) {
        problems.accept(BrokerExceptions.of(cause));
    }

    @Override
    public void storeUnreachable(Object pipeline, StoreException cause) {
        storeUnreachable(pipeline, cause, System.nanoTime());
    }

    /**
     * Reports a failure to reach the store that may have begun long ago.
     *
     * @param source pipeline that failed, or the heartbeat
     * @param sinceNanos instant at which the attempt began, by {@link System#nanoTime}
     */
    public void storeUnreachable(Object source, StoreException cause, long sinceNanos) {
        outageReporter.onLost(source, cause, sinceNanos);
    }

    @Override
    public void storeReachable(Object source) {
        outageReporter.onReached(source);
    }

    /**
     * Notifies dispatchers, workers and other nodes of deliveries that an application transaction stored outside the
     * pipelines.
     */
    public void notifyStoredByApplication(List<Delivery> deliveries) {
        Map<Long, List<Long>> available = new TreeMap<>();
        Map<Long, Integer> priorities = new HashMap<>();
        for (Delivery delivery : deliveries) {
            throughput.countSent(delivery.entityId());
            notifier.notifyDue(context.nextDueMillis(delivery));
            if (delivery.state() == DeliveryState.AVAILABLE) {
                available
                        .computeIfAbsent(delivery.entityId(), id -> new ArrayList<>())
                        .add(delivery.id());
                priorities.merge(delivery.entityId(), delivery.priority(), Math::max);
            }
        }
        List<Signals.AvailabilitySignal> signals = new ArrayList<>();
        available.forEach((entityId, ids) -> {
            dispatchers.recheckStore(entityId, ids, priorities.getOrDefault(entityId, Delivery.HIGHEST_PRIORITY));
            notifier.notifyArrival(entityId);
            if (notifier.isWaitedForElsewhere(entityId)) {
                signals.add(new Signals.AvailabilitySignal(entityId, ids));
            }
        });
        if (!signals.isEmpty()) {
            notifier.notifyOtherNodes(signals);
        }
    }

    /** Returns the number of change sets that all callers have submitted so far. */
    public long submittedCount() {
        return submittedCount.sum();
    }

    private TrackedOperation operation(ChangeSet changeSet, Operation.OperationUrgency urgency, CommitListener onDone) {
        submittedCount.increment();
        return new TrackedOperation(trackingServices, changeSet, urgency, onDone);
    }
}
