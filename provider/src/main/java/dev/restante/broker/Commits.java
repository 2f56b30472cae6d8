package dev.restante.broker;

import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Change;
import dev.restante.store.CommitPipeline;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The node's way into the store: hands operations to the pipelines, and keeps the dispatchers told of what arrives in their entities, before it is written and after.
 *
 * <p>An entity always uses the same pipeline, so what one thread sends to it keeps its order.
 */
final class Commits implements CommitPipeline.Owner, AutoCloseable {

    private static final int MAX_BATCH_CHANGES = 1_000;
    private static final int LAZY_LIMIT = 256;
    private static final long LAZY_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** What was sent longer ago may be at a place that the searches of other nodes have passed. */
    private static final long NEW_MILLIS = 1_000;

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final Traffic traffic;
    private final List<CommitPipeline> all;

    /** Those that entities use. */
    private final List<CommitPipeline> pipelines;

    /** For work in bulk, beside what entities do. */
    private final CommitPipeline bulk;

    private final Consumer<BrokerException> problems;
    /** Whether the outage that goes on has been told: all pipelines notice it, and each of their batches, but it is one problem (CON-25). */
    private final AtomicBoolean outageTold = new AtomicBoolean();

    /** The entities for which receivers of other nodes wait; those nodes are told of arrivals, others would only be disturbed. */
    private volatile Set<Long> waitingElsewhere = Set.of();

    private final LongAdder handedOver = new LongAdder();

    private LongConsumer deadlineNotice = atMillis -> {};
    private LongConsumer arrivalNotice = entityId -> {};

    Commits(NodeContext context, Dispatchers dispatchers, Traffic traffic, Consumer<BrokerException> problems) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.traffic = traffic;
        this.problems = problems;
        CommitPipeline.Settings settings = new CommitPipeline.Settings(
                MAX_BATCH_CHANGES,
                LAZY_LIMIT,
                LAZY_LINGER_NANOS,
                context.settings().storeTimeout().toNanos());
        List<CommitPipeline> opened = new ArrayList<>();
        for (int number = 0; number < pipelines(context.store()); number++) {
            opened.add(new CommitPipeline(
                    "restante-commit-" + number,
                    context.store().openWriter(context.incarnation(), number),
                    this,
                    context.ids()::highest,
                    settings));
        }
        this.all = List.copyOf(opened);
        this.pipelines = all.subList(0, all.size() - 1);
        this.bulk = all.get(all.size() - 1);
    }

    /** How many pipelines a node has: those that entities use, and one for work in bulk. */
    static int pipelines(Store store) {
        return store.traits().pipelines() + 1;
    }

    /**
     * Starts committing.
     *
     * @param notice is told the instants at which time will do something to what was stored
     * @param arrival is told in which entities something has become available that is not at hand here
     */
    void start(LongConsumer notice, LongConsumer arrival) {
        deadlineNotice = notice;
        arrivalNotice = arrival;
        all.forEach(CommitPipeline::start);
    }

    /** Takes note of what receivers of other nodes wait for. */
    void waitingElsewhere(Set<Long> entityIds) {
        waitingElsewhere = Set.copyOf(entityIds);
    }

    /** Hands work over and waits for its outcome. The calling thread must hold no lock of the broker. */
    Outcome execute(Work work) {
        Ticket ticket = new Ticket();
        pipeline(work.entityId()).submitAndLead(operation(work, Operation.Urgency.NOW, ticket));
        return ticket.await();
    }

    /** Hands work over and, where the pipeline is idle, executes it on the calling thread, which must hold no lock of the broker. */
    void lead(Work work, Consumer<Outcome> whenDone) {
        pipeline(work.entityId()).submitAndLead(operation(work, Operation.Urgency.NOW, whenDone));
    }

    /** Hands several pieces of work over, each on its own, and waits for all outcomes. */
    List<Outcome> executeEach(List<Work> works) {
        return executeEach(works, work -> pipeline(work.entityId()));
    }

    /**
     * The same for work in bulk that needs no place in the order of what its entity does: it goes beside the others. But what could count down shared messages stays where these are counted.
     */
    List<Outcome> executeInBulk(List<Work> works) {
        return executeEach(works, work -> isSubscription(work.entityId()) ? pipeline(work.entityId()) : bulk);
    }

    private List<Outcome> executeEach(List<Work> works, Function<Work, CommitPipeline> pipeline) {
        List<Ticket> tickets = new ArrayList<>(works.size());
        for (int i = 0; i < works.size(); i++) {
            Ticket ticket = new Ticket();
            tickets.add(ticket);
            CommitPipeline ofWork = pipeline.apply(works.get(i));
            Operation operation = operation(works.get(i), Operation.Urgency.NOW, ticket);
            if (i == works.size() - 1) {
                ofWork.submitAndLead(operation);
            } else {
                ofWork.submit(operation);
            }
        }
        List<Outcome> outcomes = new ArrayList<>(tickets.size());
        for (Ticket ticket : tickets) {
            outcomes.add(ticket.await());
        }
        return outcomes;
    }

    /** Hands work over without waiting. */
    void submit(Work work, Operation.Urgency urgency, Consumer<Outcome> whenDone) {
        pipeline(work.entityId()).submit(operation(work, urgency, whenDone));
    }

    /** Asks for deliveries. */
    void submit(AcquireRequest request) {
        pipeline(request.entityId()).submit(request);
    }

    @Override
    public void close() {
        all.forEach(CommitPipeline::close);
    }

    // ---- the pipeline's side, on the leader's thread ----

    @Override
    public void beforeBatch(List<Operation> operations, List<AcquireRequest> acquires) {
        Tallies tallies = new Tallies();
        for (AcquireRequest acquire : acquires) {
            tallies.of(acquire.entityId()).fetched = true;
        }
        for (Operation operation : operations) {
            ((Tracked) operation.completion()).count(operation, tallies);
        }
        tallies.decide(dispatchers);
        for (Operation operation : operations) {
            ((Tracked) operation.completion()).decide(operation, tallies);
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
    public void storeLost(StoreException cause) {
        if (outageTold.compareAndSet(false, true)) {
            problems.accept(Refusals.of(cause));
        }
    }

    @Override
    public void storeReached() {
        // Read first: while all is well nobody writes what all pipelines share.
        if (outageTold.get()) {
            outageTold.set(false);
        }
    }

    /** Subscriptions use that of their topic: what it brings them and what leaves them meet in the same batches, and their shared messages are counted there. */
    private CommitPipeline pipeline(long usedId) {
        if (pipelines.size() == 1) {
            return pipelines.get(0);
        }
        Entity used = context.registry().known(usedId).orElse(null);
        long entityId = used != null && used.kind() == EntityKind.SUBSCRIPTION ? used.parentId() : usedId;
        return pipelines.get((int) Math.floorMod(entityId, (long) pipelines.size()));
    }

    private boolean isSubscription(long entityId) {
        return context.registry()
                .known(entityId)
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .isPresent();
    }

    /** A transaction that is none of these pipelines' has stored this: tells whom a batch would have told. */
    void stored(List<Delivery> deliveries) {
        Map<Long, List<Long>> available = new TreeMap<>();
        for (Delivery delivery : deliveries) {
            traffic.sent(delivery.entityId());
            long noticeAtMillis = context.noticeAt(delivery);
            if (noticeAtMillis != Delivery.NEVER) {
                deadlineNotice.accept(noticeAtMillis);
            }
            if (delivery.state() == DeliveryState.AVAILABLE) {
                available
                        .computeIfAbsent(delivery.entityId(), id -> new ArrayList<>())
                        .add(delivery.id());
            }
        }
        List<Signals.Arrival> arrivals = new ArrayList<>();
        available.forEach((entityId, ids) -> {
            dispatchers.disturb(entityId, ids);
            arrivalNotice.accept(entityId);
            if (waitingElsewhere.contains(entityId)) {
                arrivals.add(new Signals.Arrival(entityId, ids));
            }
        });
        if (!arrivals.isEmpty()) {
            context.store().signals().announce(arrivals);
        }
    }

    /** How many works anybody has handed over so far. */
    long handedOver() {
        return handedOver.sum();
    }

    private Operation operation(Work work, Operation.Urgency urgency, Consumer<Outcome> whenDone) {
        handedOver.increment();
        return new Operation(work.changes(), urgency, work.misses(), new Tracked(work, whenDone));
    }

    /** Waits for an outcome. */
    private static final class Ticket implements Consumer<Outcome> {
        private final Thread waiter = Thread.currentThread();
        private volatile @Nullable Outcome outcome;

        @Override
        public void accept(Outcome value) {
            outcome = value;
            LockSupport.unpark(waiter);
        }

        Outcome await() {
            boolean interrupted = false;
            Outcome result = outcome;
            while (result == null) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
                result = outcome;
            }
            if (interrupted) {
                waiter.interrupt();
            }
            return result;
        }
    }

    /** Tells dispatchers and sweeper what an operation does to them, then whoever asked for it. */
    private final class Tracked implements Operation.Completion {
        private final Work work;
        private final Consumer<Outcome> whenDone;
        private final List<Buffered> born = new ArrayList<>(1);
        private final List<Long> plain = new ArrayList<>(1);
        private boolean birthsPossible;

        /** How many deliveries it stores, and in which entity if that is one only. */
        private int stored;

        private long storedIn;
        private boolean severalEntities;

        Tracked(Work work, Consumer<Outcome> whenDone) {
            this.work = work;
            this.whenDone = whenDone;
        }

        void count(Operation operation, Tallies tallies) {
            for (long entityId : work.arrivals()) {
                tallies.of(entityId).arrivals++;
                plain.add(entityId);
            }
            for (Change change : operation.changes()) {
                if (change instanceof Change.Enqueue enqueue) {
                    for (Delivery delivery : enqueue.deliveries()) {
                        severalEntities |= stored++ > 0 && storedIn != delivery.entityId();
                        storedIn = delivery.entityId();
                        if (mayBeBorn(delivery)) {
                            tallies.of(delivery.entityId()).births.add(new Buffered(delivery, enqueue.message(), true));
                            birthsPossible = true;
                        } else if (delivery.state() == DeliveryState.AVAILABLE) {
                            tallies.of(delivery.entityId()).arrivals++;
                            plain.add(delivery.entityId());
                        }
                    }
                }
            }
        }

        void decide(Operation operation, Tallies tallies) {
            if (!birthsPossible) {
                return;
            }
            operation.replaceChanges(
                    change -> change instanceof Change.Enqueue enqueue ? decide(enqueue, tallies) : change);
        }

        private Change decide(Change.Enqueue enqueue, Tallies tallies) {
            int bornBefore = born.size();
            List<Delivery> decided = new ArrayList<>(enqueue.deliveries().size());
            for (Delivery delivery : enqueue.deliveries()) {
                decided.add(mayBeBorn(delivery) ? decide(delivery, tallies) : delivery);
            }
            return born.size() == bornBefore ? enqueue : new Change.Enqueue(enqueue.message(), decided);
        }

        private Delivery decide(Delivery delivery, Tallies tallies) {
            Buffered birth = tallies.of(delivery.entityId()).nextBirth();
            if (birth == null) {
                plain.add(delivery.entityId());
                return delivery;
            }
            Delivery acquired = delivery.acquiredBy(context.incarnation());
            born.add(new Buffered(acquired, birth.message(), true));
            return acquired;
        }

        @Override
        public void completed(Operation operation, Outcome outcome) {
            boolean applied = outcome instanceof Outcome.Applied;
            Set<Long> duplicateIds = leaveOutDuplicates(operation, outcome);
            if (applied && work.birthAllowed()) {
                countSent(operation, duplicateIds);
            }
            if (!born.isEmpty()) {
                endBirths(applied, duplicateIds);
            }
            if (applied && !plain.isEmpty()) {
                report(operation);
            }
            int toFront = applied && !work.shared() ? released(operation) : 0;
            for (long entityId : plain) {
                dispatchers.of(entityId).intake().settled(1, entityId == work.entityId() ? toFront : 0);
                if (applied) {
                    arrivalNotice.accept(entityId);
                }
            }
            if (applied && work.noticeAtMillis() != Delivery.NEVER) {
                deadlineNotice.accept(work.noticeAtMillis());
            }
            if (applied && !plain.isEmpty() && !waitingElsewhere.isEmpty()) {
                announce(operation);
            }
            whenDone.accept(outcome);
        }

        private void endBirths(boolean applied, Set<Long> duplicateIds) {
            List<Buffered> stored = born;
            if (!applied || !duplicateIds.isEmpty()) {
                stored = new ArrayList<>(born.size());
                for (Buffered delivery : born) {
                    if (applied && !duplicateIds.contains(delivery.message().id())) {
                        stored.add(delivery);
                    } else {
                        dispatchers.of(delivery.delivery().entityId()).intake().birthFailed(delivery);
                    }
                }
            }
            for (int from = 0, to; from < stored.size(); from = to) {
                long entityId = stored.get(from).delivery().entityId();
                to = from + 1;
                while (to < stored.size() && stored.get(to).delivery().entityId() == entityId) {
                    to++;
                }
                dispatchers.born(entityId, stored.subList(from, to));
            }
        }

        /** Looks at the changes again only where it must: there can be many, and nobody has looked at them for a while. */
        private void countSent(Operation operation, Set<Long> duplicateIds) {
            if (severalEntities || !duplicateIds.isEmpty()) {
                traffic.sent(operation.changes());
            } else if (stored > 0) {
                traffic.sent(storedIn, stored);
            }
        }

        /** What was not stored has not arrived. */
        private static Set<Long> leaveOutDuplicates(Operation operation, Outcome outcome) {
            if (!(outcome instanceof Outcome.Applied applied)
                    || applied.duplicateIds().isEmpty()) {
                return Set.of();
            }
            Set<Long> duplicateIds = applied.duplicateIds();
            operation.retainChanges(change -> !(change instanceof Change.Enqueue enqueue
                    && duplicateIds.contains(enqueue.message().id())));
            return duplicateIds;
        }

        /** Tells those dispatchers what has arrived that have receivers with a selector. */
        private void report(Operation operation) {
            for (long entityId : new TreeSet<>(plain)) {
                EntityDispatcher dispatcher = dispatchers.of(entityId);
                if (dispatcher.searches().any()) {
                    dispatcher
                            .searches()
                            .arrived(
                                    AvailableChanges.sent(operation.changes(), entityId),
                                    AvailableChanges.returned(operation.changes(), work.entityId(), entityId));
                }
            }
        }

        /** Tells other nodes of what their receivers wait for. */
        private void announce(Operation operation) {
            long newFromPosition = IdLayout.firstPositionAt(context.time().millis() - NEW_MILLIS);
            List<Signals.Arrival> arrivals = new ArrayList<>(1);
            for (long entityId : new TreeSet<>(plain)) {
                if (waitingElsewhere.contains(entityId)) {
                    arrivals.add(new Signals.Arrival(
                            entityId,
                            AvailableChanges.atOldPlaces(
                                    operation.changes(), work.entityId(), entityId, newFromPosition)));
                }
            }
            context.store().signals().announce(arrivals);
        }

        /** How many deliveries keep a place that may be before what is buffered. */
        private static int released(Operation operation) {
            int released = 0;
            for (Change change : operation.changes()) {
                if (AvailableChanges.becomesAvailable(change)) {
                    released++;
                }
            }
            return released;
        }

        private boolean mayBeBorn(Delivery delivery) {
            // On a shared store a group belongs to the node that has something of it, which only what acquires looks
            // at.
            boolean grouped =
                    delivery.groupId() != null && !context.store().traits().exclusive();
            return work.birthAllowed()
                    && !grouped
                    && delivery.state() == DeliveryState.AVAILABLE
                    && delivery.persistent();
        }
    }
}
