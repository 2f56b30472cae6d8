package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.model.OutcomeToken;
import dev.restante.model.Spans;
import dev.restante.node.core.AvailableChanges;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Change;
import dev.restante.store.CommitPipeline;
import dev.restante.store.Membership;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.OutcomeUnknownException;
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
import java.util.concurrent.atomic.AtomicReference;
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
public final class Commits implements CommitPipeline.Owner, AutoCloseable {

    private static final int MAX_BATCH_CHANGES = 1_000;
    private static final long MAX_BATCH_BYTES = 32L << 20;
    private static final int LAZY_LIMIT = 256;
    private static final long LAZY_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** What was sent longer ago may be at a place that the searches of other nodes have passed. */
    private static final long NEW_MILLIS = 1_000;

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final Traffic traffic;
    private final CommitPipeline.Settings settings;

    /** Those of the incarnation that the node is now. */
    private volatile Pipelines current;

    private final Consumer<BrokerException> problems;
    /**
     * Whether the outage that goes on has been told: all pipelines notice it, each of their batches, and the heartbeat,
     * but it is one problem (CON-25).
     */
    private final AtomicBoolean outageTold = new AtomicBoolean();

    /** The entities for which receivers of other nodes wait; those nodes are told of arrivals, others would only be disturbed. */
    private volatile Set<Long> waitingElsewhere = Set.of();

    /** How long a caller waits for an outcome. */
    private final long patienceNanos;

    private final LongAdder handedOver = new LongAdder();

    private LongConsumer deadlineNotice = atMillis -> {};
    private LongConsumer arrivalNotice = entityId -> {};

    public Commits(NodeContext context, Dispatchers dispatchers, Traffic traffic, Consumer<BrokerException> problems) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.traffic = traffic;
        this.problems = problems;
        this.settings = new CommitPipeline.Settings(
                MAX_BATCH_CHANGES,
                MAX_BATCH_BYTES,
                LAZY_LIMIT,
                LAZY_LINGER_NANOS,
                Spans.nanos(context.settings().storeTimeout()));
        this.patienceNanos = CommitPipeline.patienceNanos(settings.storeTimeoutNanos());
        this.current = new Pipelines(Long.MIN_VALUE);
    }

    /** The pipelines of one incarnation. What was made for a former one never gets into them. */
    private final class Pipelines {
        private final long incarnation = context.incarnation();

        /** What has an id that is not higher was made for a former incarnation: another node may make the same ids by now. */
        private final long firstIdAbove;

        private final List<CommitPipeline> all;

        /** Those that entities use. */
        private final List<CommitPipeline> ofEntities;

        /** For work in bulk, beside what entities do. */
        private final CommitPipeline bulk;

        Pipelines(long firstIdAbove) {
            this.firstIdAbove = firstIdAbove;
            List<CommitPipeline> opened = new ArrayList<>();
            for (int number = 0; number < pipelines(context.store()); number++) {
                opened.add(new CommitPipeline(
                        "restante-commit-" + number,
                        context.store().openWriter(incarnation, number),
                        Commits.this,
                        context.ids()::highest,
                        settings));
            }
            this.all = List.copyOf(opened);
            this.ofEntities = all.subList(0, all.size() - 1);
            this.bulk = all.get(all.size() - 1);
        }

        /** Subscriptions use that of their topic: what it brings them and what leaves them meet in the same batches, and their shared messages are counted there. */
        CommitPipeline of(long usedId) {
            if (ofEntities.size() == 1) {
                return ofEntities.get(0);
            }
            Entity used = context.registry().known(usedId).orElse(null);
            long entityId = used != null && used.kind() == EntityKind.SUBSCRIPTION ? used.parentId() : usedId;
            return ofEntities.get((int) Math.floorMod(entityId, (long) ofEntities.size()));
        }

        /** Work in bulk. But what could count down shared messages stays where these are counted. */
        CommitPipeline inBulk(long entityId) {
            return isSubscription(entityId) ? of(entityId) : bulk;
        }

        /** Whether an operation was made for a former incarnation. What settles a delivery of such a one misses its fence anyway. */
        private boolean outlived(Operation operation) {
            for (Change change : operation.changes()) {
                if (change instanceof Change.Enqueue enqueue) {
                    for (Delivery delivery : enqueue.deliveries()) {
                        if (delivery.id() <= firstIdAbove) {
                            return true;
                        }
                    }
                } else if (!acquiresFor(change, incarnation)) {
                    return true;
                }
            }
            return false;
        }

        private boolean refused(Operation operation) {
            boolean outlived = firstIdAbove != Long.MIN_VALUE && outlived(operation);
            if (outlived) {
                StoreException cause = new StoreException(
                        StoreException.Kind.FENCED,
                        "the node was declared dead while this was under way, and has joined anew; nothing of it was done",
                        null);
                operation.completion().completed(operation, new Outcome.Failed(cause));
            }
            return outlived;
        }

        void submit(CommitPipeline pipeline, Operation operation) {
            if (!refused(operation)) {
                pipeline.submit(operation);
            }
        }

        void submitAndLead(CommitPipeline pipeline, Operation operation) {
            if (!refused(operation)) {
                pipeline.submitAndLead(operation);
            }
        }
    }

    /** Whether a change acquires something for an incarnation, or acquires nothing. */
    private static boolean acquiresFor(Change change, long incarnation) {
        if (change instanceof Change.Acquire acquire) {
            return acquire.owner() == incarnation;
        } else if (change instanceof Change.Reacquire reacquire) {
            return reacquire.owner() == incarnation;
        } else if (change instanceof Change.TakeOver takeOver) {
            return takeOver.owner() == incarnation;
        }
        return true;
    }

    /**
     * Ends the pipelines of an incarnation that was declared dead: all that has been handed over fails, and what is handed over from now on.
     *
     * @throws StoreException if a batch is still under way, because the store does not answer
     */
    public void endFenced() {
        StoreException cause = new StoreException(
                StoreException.Kind.FENCED, "the node was declared dead, and has not joined anew yet", null);
        boolean ended = true;
        for (CommitPipeline pipeline : current.all) {
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
        Pipelines next = new Pipelines(firstIdAbove);
        next.all.forEach(CommitPipeline::start);
        current = next;
    }

    /** How many pipelines a node has: those that entities use, and one for work in bulk. */
    public static int pipelines(Store store) {
        return store.traits().pipelines() + 1;
    }

    /**
     * Starts committing.
     *
     * @param notice is told the instants at which time will do something to what was stored
     * @param arrival is told in which entities something has become available that is not at hand here
     */
    public void start(LongConsumer notice, LongConsumer arrival) {
        deadlineNotice = notice;
        arrivalNotice = arrival;
        current.all.forEach(CommitPipeline::start);
    }

    /** Takes note of what receivers of other nodes wait for. */
    public void waitingElsewhere(Set<Long> entityIds) {
        waitingElsewhere = Set.copyOf(entityIds);
    }

    /** Hands work over and waits for its outcome, which may be in doubt. The calling thread must hold no lock of the broker. */
    public Outcome execute(Work work) {
        Pipelines now = current;
        Ticket ticket = new Ticket(work, now.of(work.entityId()));
        now.submitAndLead(ticket.pipeline, ticket.operation);
        return ticket.await();
    }

    /** Hands work over and, where the pipeline is idle, executes it on the calling thread, which must hold no lock of the broker. */
    public void lead(Work work, Waiter whenDone) {
        Pipelines now = current;
        now.submitAndLead(now.of(work.entityId()), operation(work, Operation.Urgency.NOW, whenDone));
    }

    /** Hands several pieces of work over, each on its own, and waits for all outcomes. */
    public List<Outcome> executeEach(List<Work> works) {
        Pipelines now = current;
        return executeEach(works, now, work -> now.of(work.entityId()));
    }

    /**
     * The same for work in bulk that needs no place in the order of what its entity does: it goes beside the others.
     */
    public List<Outcome> executeInBulk(List<Work> works) {
        Pipelines now = current;
        return executeEach(works, now, work -> now.inBulk(work.entityId()));
    }

    private List<Outcome> executeEach(List<Work> works, Pipelines now, Function<Work, CommitPipeline> pipeline) {
        List<Ticket> tickets = new ArrayList<>(works.size());
        for (int i = 0; i < works.size(); i++) {
            Ticket ticket = new Ticket(works.get(i), pipeline.apply(works.get(i)));
            tickets.add(ticket);
            if (i == works.size() - 1) {
                now.submitAndLead(ticket.pipeline, ticket.operation);
            } else {
                now.submit(ticket.pipeline, ticket.operation);
            }
        }
        List<Outcome> outcomes = new ArrayList<>(tickets.size());
        for (Ticket ticket : tickets) {
            outcomes.add(ticket.await());
        }
        return outcomes;
    }

    /** Hands work over without waiting. */
    public void submit(Work work, Operation.Urgency urgency, Waiter whenDone) {
        Pipelines now = current;
        now.submit(now.of(work.entityId()), operation(work, urgency, whenDone));
    }

    /** Asks for deliveries. */
    void submit(AcquireRequest request) {
        current.of(request.entityId()).submit(request);
    }

    /**
     * Until when it can be told what became of the batches of the incarnation that the node is now, in epoch milliseconds
     * of node time; nobody asks if all were told.
     */
    public long outcomesKeptUntilMillis() {
        return current.all.stream().anyMatch(CommitPipeline::everInDoubt)
                ? Spans.later(context.time().millis(), OutcomeRepository.KEPT)
                : Membership.NOT_KEPT;
    }

    @Override
    public void close() {
        current.all.forEach(CommitPipeline::close);
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

    private boolean isSubscription(long entityId) {
        return context.registry()
                .known(entityId)
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .isPresent();
    }

    /** A transaction that is none of these pipelines' has stored this: tells whom a batch would have told. */
    public void stored(List<Delivery> deliveries) {
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
    public long handedOver() {
        return handedOver.sum();
    }

    private Operation operation(Work work, Operation.Urgency urgency, Waiter whenDone) {
        handedOver.increment();
        return new Operation(work.changes(), urgency, work.misses(), new Tracked(work, whenDone));
    }

    /** Who wants to know what became of some work; called on the leader's thread, which must not be blocked. */
    @FunctionalInterface
    public interface Waiter {
        /** It has ended: with any outcome but {@link Outcome.InDoubt}. */
        void ended(Outcome outcome);

        /** Nobody can say now how it ends; {@link #ended} follows all the same, sooner or later. */
        default void doubted(Outcome.InDoubt doubt) {}
    }

    /** The outcome of work that was in doubt. Thread-safe. */
    private static final class Known implements Outcome.Later {
        @GuardedBy("this")
        private final List<Consumer<Outcome>> listeners = new ArrayList<>(0);

        @GuardedBy("this")
        private @Nullable Outcome outcome;

        @Override
        public void whenKnown(Consumer<Outcome> listener) {
            Outcome told;
            synchronized (this) {
                told = outcome;
                if (told == null) {
                    listeners.add(listener);
                    return;
                }
            }
            listener.accept(told);
        }

        void tell(Outcome value) {
            List<Consumer<Outcome>> waiting;
            synchronized (this) {
                outcome = value;
                waiting = List.copyOf(listeners);
                listeners.clear();
            }
            waiting.forEach(listener -> listener.accept(value));
        }
    }

    /** Waits for the outcome of a piece of work, but not for ever (RCV-19). */
    private final class Ticket implements Waiter {
        private final Thread waiter = Thread.currentThread();
        private final long startedNanos = System.nanoTime();
        private final CommitPipeline pipeline;
        private final Operation operation;
        private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();

        /** The outcome, for one who has not waited for it. */
        private volatile @Nullable Known late;

        Ticket(Work work, CommitPipeline pipeline) {
            this.pipeline = pipeline;
            this.operation = operation(work, Operation.Urgency.NOW, this);
        }

        @Override
        public void ended(Outcome value) {
            Known unwaited = told(value) ? null : late;
            if (unwaited != null) {
                unwaited.tell(value);
            }
        }

        @Override
        public void doubted(Outcome.InDoubt doubt) {
            told(doubt);
        }

        private boolean told(Outcome value) {
            boolean first = outcome.compareAndSet(null, value);
            LockSupport.unpark(waiter);
            return first;
        }

        Outcome await() {
            boolean interrupted = false;
            Outcome result = outcome.get();
            while (result == null) {
                long leftNanos = patienceNanos - (System.nanoTime() - startedNanos);
                if (leftNanos > 0) {
                    LockSupport.parkNanos(this, leftNanos);
                } else {
                    told(leave());
                }
                interrupted |= Thread.interrupted();
                result = outcome.get();
            }
            if (interrupted) {
                waiter.interrupt();
            }
            return result;
        }

        /** What is told to one who has waited for long enough, unless the outcome has come meanwhile. */
        private Outcome leave() {
            OutcomeToken token = pipeline.withdraw(operation);
            String silent = "the store has not answered within " + TimeUnit.NANOSECONDS.toMillis(patienceNanos) + " ms";
            if (token == null) {
                return new Outcome.Failed(
                        new StoreException(StoreException.Kind.UNAVAILABLE, silent + "; nothing is done", null));
            }
            Known unwaited = new Known();
            late = unwaited;
            return new Outcome.InDoubt(
                    new OutcomeUnknownException(
                            silent + "; what becomes of it can be asked for by the token " + token, token, null),
                    unwaited);
        }
    }

    /** Tells dispatchers and sweeper what an operation does to them, then whoever asked for it. */
    private final class Tracked implements Operation.Completion {
        private final Work work;
        private final Waiter whenDone;

        /** Only if it was ever in doubt. */
        private @Nullable Known known;

        private final List<Buffered> born = new ArrayList<>(1);
        private final List<Long> plain = new ArrayList<>(1);
        private boolean birthsPossible;

        /** How many deliveries it stores, and in which entity if that is one only. */
        private int stored;

        private long storedIn;
        private boolean severalEntities;

        Tracked(Work work, Waiter whenDone) {
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
            whenDone.ended(outcome);
            if (known != null) {
                known.tell(outcome);
            }
        }

        @Override
        public void doubted(Operation operation, OutcomeUnknownException cause) {
            known = new Known();
            whenDone.doubted(new Outcome.InDoubt(cause, known));
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
