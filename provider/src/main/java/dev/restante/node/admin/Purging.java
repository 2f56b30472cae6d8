package dev.restante.node.admin;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration.Purged;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.lock.LockTable;
import dev.restante.selector.SelectableHead;
import dev.restante.selector.Selector;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.NodeRequestRepository.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Purges (BEY-04): removes what is meant of an entity, page by page. Only what was there when it began: it ends also
 * while others send. What other nodes have acquired they are asked to remove themselves.
 */
public final class Purging {

    private static final Logger LOG = LoggerFactory.getLogger(Purging.class);

    /** Before another look at what is neither at hand nor coming. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long MOST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Set<Standing> UNLOCKED = EnumSet.complementOf(EnumSet.of(Standing.LOCKED));

    private static final long COMING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final Inspection inspection;
    private final DeliveryClaiming claiming;
    private final NodeRequests requests;

    public Purging(
            NodeContext context,
            Dispatchers dispatchers,
            LockTable locks,
            Inspection inspection,
            DeliveryClaiming claiming,
            NodeRequests requests) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.inspection = inspection;
        this.claiming = claiming;
        this.requests = requests;
    }

    /** One purge under way. */
    private final class Run {
        private final Entity entity;
        private final MessageQuery query;
        private final HighWaterMark highWater;
        private final Watch watch;
        private long removed;
        private Set<Long> nodes = Set.of();
        private final List<Long> missedIds = new ArrayList<>();
        private boolean cancelled;

        Run(Entity entity, MessageQuery query, Watch watch) {
            this.entity = entity;
            this.query = query;
            this.highWater = HighWaterMark.of(query, context, entity);
            this.watch = watch;
        }

        Purged run() {
            if (query.any(Standing.AVAILABLE)) {
                count(here(
                        entity,
                        query.selector(),
                        id -> query.sequenceNumbers().isEmpty()
                                ? highWater.includes(id)
                                : query.sequenceNumbers().contains(id),
                        false));
            }
            if (!cancelled) {
                pass();
            }
            again();
            if (!cancelled && everything()) {
                countAny(context.store().entities().deleteOutOfRange(entity.id(), highWater.id()));
            }
            if (!cancelled && query.sequenceNumbers().isEmpty() && query.any(Standing.AVAILABLE, Standing.LOCKED)) {
                elsewhere();
            }
            return new Purged(removed, cancelled);
        }

        /** Returns whether all messages are meant that no application has, also those that have no readable state. */
        private boolean everything() {
            return query.selector() == null
                    && query.sequenceNumbers().isEmpty()
                    && !query.neverReceived()
                    && query.standings().containsAll(UNLOCKED);
        }

        private void pass() {
            if (!query.sequenceNumbers().isEmpty()) {
                page(context.store().inspector().find(entity.id(), query.sequenceNumbers()));
                return;
            }
            EntityWalk walk = new EntityWalk(context, entity, query);
            while (!walk.ended() && !cancelled) {
                page(walk.next(Inspection.PAGE).stream()
                        .filter(highWater::includes)
                        .toList());
            }
        }

        /**
         * Looks again at what this node was just acquiring, when that has come. What does not come before the store
         * time-out is over stays.
         */
        private void again() {
            long patienceNanos = Spans.nanos(context.settings().storeTimeout());
            long startedNanos = System.nanoTime();
            long pauseNanos = PAUSE_NANOS;
            while (!missedIds.isEmpty() && !cancelled) {
                long leftNanos = patienceNanos - (System.nanoTime() - startedNanos);
                if (leftNanos <= 0) {
                    LOG.warn(
                            "{} messages of '{}' are being acquired for longer than the store time-out, and are not purged",
                            missedIds.size(),
                            ShownText.of(entity.name()));
                    return;
                }
                awaitComing(dispatchers.known(entity.id()), leftNanos);
                List<Long> missed = List.copyOf(missedIds);
                missedIds.clear();
                page(context.store().inspector().find(entity.id(), missed));
                if (missedIds.size() == missed.size()) {
                    LockSupport.parkNanos(Math.min(pauseNanos, leftNanos));
                    pauseNanos = Math.min(2 * pauseNanos, MOST_PAUSE_NANOS);
                }
            }
        }

        private void page(List<Delivery> read) {
            if (read.isEmpty()) {
                return;
            }
            List<Candidate> page = new ArrayList<>();
            List<HeldDelivery> broken = new ArrayList<>();
            List<Delivery> strays = new ArrayList<>();
            long incarnation = context.incarnation();
            for (Candidate candidate : inspection.matching(entity, query, read)) {
                Delivery delivery = candidate.delivery();
                if (delivery.ref().owned() && delivery.ref().owner() != incarnation) {
                    if (query.any(Standing.LOCKED) && isStray(delivery)) {
                        strays.add(delivery);
                    }
                    continue;
                }
                HeldDelivery held = locks.find(delivery.id()).orElse(null);
                if (held == null) {
                    page.add(candidate);
                } else if (query.any(Standing.LOCKED) && locks.breakLock(held)) {
                    broken.add(held);
                }
            }
            count(claiming.discard(entity, broken) + claiming.discardStrays(entity, strays));
            if (cancelled) {
                return;
            }
            DeliveryClaiming.Result result = claiming.take(
                    entity, page, taken -> new Change.Discard(taken.refAsRead()), List.of(), List.of(), Delivery.NEVER);
            missedIds.addAll(result.missedIds());
            count(result.taken());
        }

        /** Returns whether the store has no node that could settle a delivery, which was read before this call. */
        private boolean isStray(Delivery delivery) {
            long owner = delivery.ref().owner();
            if (!nodes.contains(owner)) {
                nodes = context.store().membership().names().keySet();
            }
            return delivery.state() == DeliveryState.ACQUIRED && !nodes.contains(owner);
        }

        /** The watch hears of nothing where nothing was removed. */
        private void countAny(long more) {
            if (more > 0) {
                count(more);
            }
        }

        private void count(long more) {
            removed += more;
            cancelled = cancelled || Thread.currentThread().isInterrupted() || !watch.proceed(removed);
        }

        private void elsewhere() {
            if (context.store().traits().exclusive()) {
                return;
            }
            Kind kind = query.any(Standing.LOCKED) ? Kind.DISCARD_HELD : Kind.DISCARD_BUFFERED;
            Selector selector = query.selector();
            for (long owner : owners()) {
                if (cancelled) {
                    return;
                }
                OptionalLong answer = requests.ask(
                        owner,
                        kind,
                        entity.id(),
                        highWater.id(),
                        selector == null ? null : selector.text(),
                        requests.patience(),
                        () -> Thread.currentThread().isInterrupted());
                count(answer.orElse(0));
            }
        }

        /** The other nodes that have anything of the entity. */
        private Set<Long> owners() {
            Set<Long> owners = new TreeSet<>();
            MessageQuery acquired = new MessageQuery(Set.of(Standing.LOCKED), null, Set.of(), false);
            EntityWalk walk = new EntityWalk(context, entity, acquired);
            while (!walk.ended()) {
                walk.next(Inspection.PAGE).stream()
                        .filter(highWater::includes)
                        .forEach(delivery -> owners.add(delivery.ref().owner()));
            }
            owners.remove(context.incarnation());
            return owners;
        }
    }

    Purged purge(Entity entity, MessageQuery query, Watch watch) {
        return new Run(entity, query, watch).run();
    }

    /**
     * Removes what this node has in its memory, and what was on its way there when this was called.
     *
     * @param meant which ids
     * @param held whether that which applications have is meant too
     * @return how many
     */
    public long here(Entity entity, @Nullable Selector selector, LongPredicate meant, boolean held) {
        EntityDispatcher dispatcher = dispatchers.known(entity.id());
        awaitComing(dispatcher, COMING_NANOS);
        List<Buffered> removed = dispatcher == null
                ? List.of()
                : dispatcher
                        .contents()
                        .removeIf(buffered -> meant.test(buffered.delivery().id())
                                && matches(
                                        selector,
                                        buffered.delivery(),
                                        buffered.message().head()));
        long count = claiming.discardBuffered(entity, removed);
        if (held) {
            List<HeldDelivery> broken = locks.lockedOf(entity.id()).stream()
                    .filter(hold -> meant.test(hold.sequenceNumber())
                            && matches(selector, hold.delivery(), hold.message().head()))
                    .filter(locks::breakLock)
                    .toList();
            count += claiming.discard(entity, broken);
        }
        return count;
    }

    private static void awaitComing(@Nullable EntityDispatcher dispatcher, long timeoutNanos) {
        if (dispatcher == null) {
            return;
        }
        try {
            dispatcher.contents().awaitComing(timeoutNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean matches(@Nullable Selector selector, Delivery delivery, MessageHead head) {
        return selector == null || selector.matches(SelectableHead.of(delivery, head));
    }
}
