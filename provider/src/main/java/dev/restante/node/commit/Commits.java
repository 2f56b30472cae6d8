package dev.restante.node.commit;

import dev.restante.broker.BrokerException;
import dev.restante.model.CallBound;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Spans;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Membership;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.commit.CommitPipeline;
import dev.restante.store.commit.PipelineOwner;
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
 * The node's way into the store: hands operations to the pipelines, and keeps the dispatchers told of what arrives in
 * their entities, before it is written and after.
 *
 * <p>An entity always uses the same pipeline, so what one thread sends to it keeps its order.
 */
public final class Commits implements PipelineOwner, AutoCloseable {

    private static final int MAX_BATCH_CHANGES = 1_000;
    private static final long MAX_BATCH_BYTES = 32L << 20;
    private static final int LAZY_LIMIT = 256;
    private static final long LAZY_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final Traffic traffic;
    private final CommitNotices notices;
    private final Tracking.Services tracked;
    private final PipelineSettings settings;

    /** Those of the incarnation that the node is now. */
    private volatile Pipelines current;

    private final Consumer<BrokerException> problems;
    private final OutageNews outages;

    /** How long a caller waits for an outcome. */
    private final long patienceNanos;

    /** How long a caller may be busy with a batch that he leads. */
    private final long leadingNanos;

    private final LongAdder handedOver = new LongAdder();

    public Commits(NodeContext context, Dispatchers dispatchers, Traffic traffic, Consumer<BrokerException> problems) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.traffic = traffic;
        this.notices = new CommitNotices(context);
        this.tracked = new Tracking.Services(context, dispatchers, traffic, notices);
        this.problems = problems;
        this.outages = new OutageNews(problems);
        this.settings = new PipelineSettings(
                MAX_BATCH_CHANGES,
                MAX_BATCH_BYTES,
                LAZY_LIMIT,
                LAZY_LINGER_NANOS,
                Spans.nanos(context.settings().storeTimeout()));
        this.patienceNanos = PipelineSettings.patienceNanos(settings.storeTimeoutNanos());
        this.leadingNanos = PipelineSettings.leadingNanos(settings.storeTimeoutNanos());
        this.current = pipelines(Long.MIN_VALUE);
    }

    /** Returns how long a caller waits for an outcome, in nanoseconds, unless its call has less time left. */
    public long patienceNanos() {
        return patienceNanos;
    }

    /**
     * Ends the pipelines of an incarnation that was declared dead: all that has been handed over fails, and what is
     * handed over from now on.
     *
     * @throws StoreException if a batch is still under way, because the store does not answer
     */
    public void endFenced() {
        StoreException cause = new StoreException(
                StoreException.Kind.FENCED, "the node was declared dead, and has not joined anew yet", null);
        boolean ended = true;
        for (CommitPipeline pipeline : current.all()) {
            ended &= pipeline.endFenced(cause);
        }
        if (!ended) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "a batch of the former incarnation is still under way", null);
        }
    }

    /**
     * Goes on as the incarnation that the node is now.
     *
     * @param firstIdAbove ids that are not higher were made before
     */
    public void goOn(long firstIdAbove) {
        Pipelines next = pipelines(firstIdAbove);
        next.all().forEach(CommitPipeline::start);
        current = next;
    }

    private Pipelines pipelines(long firstIdAbove) {
        return new Pipelines(context, this, settings, firstIdAbove);
    }

    /** How many pipelines a node has. */
    public static int pipelines(Store store) {
        return Pipelines.count(store);
    }

    /**
     * Starts committing.
     *
     * @param notice is told the instants at which time will do something to what was stored
     * @param arrival is told in which entities something has become available that is not at hand here
     * @param births takes in what was born acquired
     */
    public void start(LongConsumer notice, LongConsumer arrival, Births births) {
        notices.start(notice, arrival, births);
        current.all().forEach(CommitPipeline::start);
    }

    /** Takes note of what receivers of other nodes wait for. */
    public void waitingElsewhere(Set<Long> entityIds) {
        notices.waitingElsewhere(entityIds);
    }

    /**
     * Hands work over and waits for its outcome, which may be in doubt. The calling thread must hold no lock of the
     * broker.
     */
    public Outcome execute(Work work) {
        Pipelines now = current;
        CommitPipeline pipeline = now.of(work);
        AwaitedOutcome outcome = new AwaitedOutcome(pipeline, patienceNanos);
        handOver(now, pipeline, awaited(work, outcome));
        return outcome.await();
    }

    /**
     * Hands work over and, where the pipeline is idle, executes it on the calling thread, which must hold no lock of
     * the broker.
     */
    public void lead(Work work, CommitListener whenDone) {
        Pipelines now = current;
        handOver(now, now.of(work.entityId()), operation(work, Operation.Urgency.NOW, whenDone));
    }

    /** Hands several pieces of work over, each on its own, and waits for all outcomes. */
    public List<Outcome> executeEach(List<Work> works) {
        Pipelines now = current;
        return executeEach(works, now, now::of);
    }

    /**
     * The same for work in bulk that needs no place in the order of what its entity does: it goes beside the others.
     */
    public List<Outcome> executeInBulk(List<Work> works) {
        Pipelines now = current;
        return executeEach(works, now, work -> now.inBulk(work.entityId()));
    }

    private List<Outcome> executeEach(List<Work> works, Pipelines now, Function<Work, CommitPipeline> pipeline) {
        List<AwaitedOutcome> awaited = new ArrayList<>(works.size());
        for (int i = 0; i < works.size(); i++) {
            Work work = works.get(i);
            CommitPipeline used = pipeline.apply(work);
            AwaitedOutcome outcome = new AwaitedOutcome(used, patienceNanos);
            awaited.add(outcome);
            if (i == works.size() - 1) {
                handOver(now, used, awaited(work, outcome));
            } else {
                now.submit(used, awaited(work, outcome));
            }
        }
        List<Outcome> outcomes = new ArrayList<>(awaited.size());
        for (AwaitedOutcome outcome : awaited) {
            outcomes.add(outcome.await());
        }
        return outcomes;
    }

    /** Who has less time left than a batch may take does not lead: others may be in it, so he could not leave. */
    private void handOver(Pipelines now, CommitPipeline pipeline, Operation operation) {
        if (CallBound.left(leadingNanos) < leadingNanos) {
            now.submit(pipeline, operation);
            return;
        }
        // What becomes of the others' operations is not a matter of his time.
        try (CallBound unused = CallBound.lift()) {
            now.submitAndLead(pipeline, operation);
        }
    }

    private Operation awaited(Work work, AwaitedOutcome outcome) {
        Operation operation = operation(work, Operation.Urgency.NOW, outcome);
        outcome.of(operation);
        return operation;
    }

    /** Hands work over without waiting. */
    public void submit(Work work, Operation.Urgency urgency, CommitListener whenDone) {
        Pipelines now = current;
        now.submit(now.of(work.entityId()), operation(work, urgency, whenDone));
    }

    /** Asks for deliveries. */
    void submit(AcquireRequest request) {
        current.of(request.entityId()).submit(request);
    }

    /**
     * Until when it can be told what became of the batches of the incarnation that the node is now, in epoch
     * milliseconds of node time; nobody asks if all were told.
     */
    public long outcomesKeptUntilMillis() {
        return current.all().stream().anyMatch(CommitPipeline::everInDoubt)
                ? Spans.later(context.time().millis(), OutcomeRepository.KEPT)
                : Membership.NOT_KEPT;
    }

    @Override
    public void close() {
        current.all().forEach(CommitPipeline::close);
    }

    // ---- the pipeline's side, on the leader's thread ----

    @Override
    public void beforeBatch(List<Operation> operations, List<AcquireRequest> acquires) {
        BatchEffects effects = new BatchEffects();
        for (AcquireRequest acquire : acquires) {
            effects.of(acquire.entityId()).fetched = true;
        }
        for (Operation operation : operations) {
            ((Tracking) operation.completion()).count(operation, effects);
        }
        effects.decide(dispatchers);
        for (Operation operation : operations) {
            ((Tracking) operation.completion()).decide(operation, effects);
        }
    }

    @Override
    public void afterBatch() {
        context.store().maintain();
    }

    @Override
    public void fenced(StoreException cause) {
        problems.accept(Refusals.of(cause));
    }

    @Override
    public void storeLost(Object pipeline, StoreException cause) {
        storeLost(pipeline, cause, System.nanoTime());
    }

    /**
     * The same of something that may have begun long ago.
     *
     * @param source the pipeline that has tried, or the heartbeat
     * @param sinceNanos when it was, by {@link System#nanoTime}
     */
    public void storeLost(Object source, StoreException cause, long sinceNanos) {
        outages.lost(source, cause, sinceNanos);
    }

    @Override
    public void storeReached(Object source) {
        outages.reached(source);
    }

    /** A transaction that is none of these pipelines' has stored this: tells whom a batch would have told. */
    public void stored(List<Delivery> deliveries) {
        Map<Long, List<Long>> available = new TreeMap<>();
        Map<Long, Integer> priorities = new HashMap<>();
        for (Delivery delivery : deliveries) {
            traffic.sent(delivery.entityId());
            notices.deadline(context.noticeAt(delivery));
            if (delivery.state() == DeliveryState.AVAILABLE) {
                available
                        .computeIfAbsent(delivery.entityId(), id -> new ArrayList<>())
                        .add(delivery.id());
                priorities.merge(delivery.entityId(), delivery.priority(), Math::max);
            }
        }
        List<Signals.Arrival> arrivals = new ArrayList<>();
        available.forEach((entityId, ids) -> {
            dispatchers.disturb(entityId, ids, priorities.getOrDefault(entityId, Delivery.HIGHEST_PRIORITY));
            notices.arrived(entityId);
            if (notices.waitsElsewhere(entityId)) {
                arrivals.add(new Signals.Arrival(entityId, ids));
            }
        });
        if (!arrivals.isEmpty()) {
            notices.announce(arrivals);
        }
    }

    /** How many works anybody has handed over so far. */
    public long handedOver() {
        return handedOver.sum();
    }

    private Operation operation(Work work, Operation.Urgency urgency, CommitListener whenDone) {
        handedOver.increment();
        return new Operation(work.changes(), urgency, work.misses(), new Tracking(tracked, work, whenDone));
    }
}
