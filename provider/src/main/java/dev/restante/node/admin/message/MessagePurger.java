package dev.restante.node.admin.message;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.broker.MessageAdministration.PurgeResult;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHeader;
import dev.restante.model.SaturatingTime;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.selector.SelectableHeader;
import dev.restante.selector.Selector;
import dev.restante.store.Change;
import dev.restante.store.NodeRequestRepository.NodeRequestKind;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Purger of messages: removes the messages of an entity that match a query, page by page (BEY-04). It ignores messages
 * that arrive later, so that it ends although applications continue to send. At the request of this node, other nodes
 * remove the messages that they have acquired or have only in memory.
 */
public final class MessagePurger {

    private static final Logger LOG = LoggerFactory.getLogger(MessagePurger.class);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Set<DeliveryStatus> UNLOCKED = EnumSet.complementOf(EnumSet.of(DeliveryStatus.LOCKED));

    private static final long PENDING_ACQUISITION_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NodeServices node;
    private final MessageInspector inspector;
    private final DeliveryClaimer claimer;
    private final NodeRequestChannel requestChannel;

    public MessagePurger(
            NodeServices node, MessageInspector inspector, DeliveryClaimer claimer, NodeRequestChannel requestChannel) {
        this.node = node;
        this.inspector = inspector;
        this.claimer = claimer;
        this.requestChannel = requestChannel;
    }

    private final class PurgeRun {
        private final Entity entity;
        private final MessageQuery query;
        private final HighWaterMark highWater;
        private final ProgressWatch progress;
        private long removed;
        private Set<Long> nodes = Set.of();
        private final List<Long> missedIds = new ArrayList<>();
        private boolean cancelled;

        PurgeRun(Entity entity, MessageQuery query, ProgressWatch progress) {
            this.entity = entity;
            this.query = query;
            this.highWater = HighWaterMark.of(query, node.context(), entity);
            this.progress = progress;
        }

        PurgeResult run() {
            if (query.includesAny(DeliveryStatus.AVAILABLE)) {
                count(purgePrefetched(entity, query.selector(), this::includes));
            }
            if (!cancelled && query.includesAny(DeliveryStatus.LOCKED)) {
                // Locked messages with a row are purged page by page.
                countIfAny(purgeInFlight(
                        entity,
                        query.selector(),
                        delivery -> !delivery.hasRow() && includes(delivery.sequenceNumber())));
            }
            if (!cancelled) {
                purgeStored();
            }
            retryMissed();
            if (!cancelled && isUnfiltered()) {
                countIfAny(node.store().entities().deleteUnknownValues(entity.id(), highWater.id()));
            }
            if (!cancelled
                    && query.sequenceNumbers().isEmpty()
                    && query.includesAny(DeliveryStatus.AVAILABLE, DeliveryStatus.LOCKED)) {
                purgeOnOtherNodes();
            }
            return new PurgeResult(removed, cancelled);
        }

        private boolean includes(long id) {
            return query.sequenceNumbers().isEmpty()
                    ? highWater.includes(id)
                    : query.sequenceNumbers().contains(id);
        }

        /**
         * Returns whether all unlocked messages match, so that rows with an unknown state or priority are removed, too.
         */
        private boolean isUnfiltered() {
            return query.selector() == null
                    && query.sequenceNumbers().isEmpty()
                    && !query.neverReceived()
                    && query.statuses().containsAll(UNLOCKED);
        }

        private void purgeStored() {
            if (!query.sequenceNumbers().isEmpty()) {
                purgePage(node.store().inspector().byIds(entity.id(), query.sequenceNumbers()));
                return;
            }
            DeliveryCursor cursor = new DeliveryCursor(node.context(), entity, query);
            while (!cursor.isAtEnd() && !cancelled) {
                purgePage(cursor.nextPage(MessageInspector.PAGE_SIZE).stream()
                        .filter(highWater::includes)
                        .toList());
            }
        }

        /**
         * Retries deliveries that this node was acquiring. Deliveries that do not arrive within the store timeout stay.
         */
        private void retryMissed() {
            long storeTimeoutNanos = SaturatingTime.toNanos(node.settings().storeTimeout());
            long startedNanos = System.nanoTime();
            long pauseNanos = PAUSE_NANOS;
            while (!missedIds.isEmpty() && !cancelled) {
                long leftNanos = storeTimeoutNanos - (System.nanoTime() - startedNanos);
                if (leftNanos <= 0) {
                    LOG.warn(
                            "{} messages of '{}' were not purged because this node was still acquiring them at the"
                                    + " end of the store timeout. Purge again.",
                            missedIds.size(),
                            DisplayText.shorten(entity.name()));
                    return;
                }
                awaitPendingAcquisitions(node.dispatchers().find(entity.id()), leftNanos);
                List<Long> missed = List.copyOf(missedIds);
                missedIds.clear();
                purgePage(node.store().inspector().byIds(entity.id(), missed));
                if (missedIds.size() == missed.size()) {
                    LockSupport.parkNanos(Math.min(pauseNanos, leftNanos));
                    pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
                }
            }
        }

        private void purgePage(List<Delivery> read) {
            if (read.isEmpty()) {
                return;
            }
            List<SelectorCandidate> page = new ArrayList<>();
            List<InFlightDelivery> broken = new ArrayList<>();
            List<Delivery> ownerless = new ArrayList<>();
            long incarnation = node.incarnation();
            for (SelectorCandidate candidate : inspector.matching(entity, query, read)) {
                Delivery delivery = candidate.delivery();
                if (delivery.ref().owned() && delivery.ref().owner() != incarnation) {
                    if (query.includesAny(DeliveryStatus.LOCKED) && isOwnerless(delivery)) {
                        ownerless.add(delivery);
                    }
                    continue;
                }
                InFlightDelivery inFlightDelivery =
                        node.locks().findHeld(delivery.id()).orElse(null);
                if (inFlightDelivery == null) {
                    page.add(candidate);
                } else if (query.includesAny(DeliveryStatus.LOCKED)
                        && node.locks().breakLock(inFlightDelivery)) {
                    broken.add(inFlightDelivery);
                }
            }
            // Each transaction is counted before the next one, which may fail.
            count(claimer.discard(entity, broken));
            if (!cancelled) {
                count(claimer.discardOwnerless(entity, ownerless));
            }
            if (cancelled) {
                return;
            }
            DeliveryClaimer.ClaimResult result = claimer.claim(
                    entity,
                    page,
                    taken -> new Change.Discard(taken.refWithExpectation()),
                    List.of(),
                    List.of(),
                    Delivery.NEVER);
            missedIds.addAll(result.missedIds());
            count(result.claimedCount());
        }

        /**
         * Returns whether the owner of a delivery is unknown to the store. The delivery must be read before this call.
         */
        private boolean isOwnerless(Delivery delivery) {
            long owner = delivery.ref().owner();
            if (!nodes.contains(owner)) {
                nodes = node.store().membership().nodeNames().keySet();
            }
            return delivery.state() == DeliveryState.ACQUIRED && !nodes.contains(owner);
        }

        private void countIfAny(long more) {
            if (more > 0) {
                count(more);
            }
        }

        private void count(long more) {
            removed += more;
            cancelled = cancelled || Thread.currentThread().isInterrupted() || !progress.proceed(removed);
        }

        /**
         * Requests that each other live node removes its messages. Every live node is asked, because the store does not
         * know which nodes have non-persistent messages in memory.
         */
        private void purgeOnOtherNodes() {
            Map<Long, String> others = otherLiveNodes();
            if (others.isEmpty()) {
                return;
            }
            Selector selector = query.selector();
            Map<Long, Long> answers = requestChannel.sendToAll(
                    others.keySet(),
                    query.includesAny(DeliveryStatus.LOCKED)
                            ? NodeRequestKind.DISCARD_IN_FLIGHT
                            : NodeRequestKind.DISCARD_PREFETCHED,
                    entity.id(),
                    highWater.id(),
                    selector == null ? null : selector.text(),
                    requestChannel.answerTimeout(),
                    () -> Thread.currentThread().isInterrupted());
            count(answers.values().stream().mapToLong(Long::longValue).sum());
            others.keySet().removeAll(answers.keySet());
            if (!others.isEmpty() && !cancelled) {
                LOG.warn(
                        "The purge of '{}' did not reach the messages that these nodes have in memory, because the"
                                + " nodes did not answer in time: {}. Purge again.",
                        DisplayText.shorten(entity.name()),
                        others.values());
            }
        }

        /** Returns the names of the other live nodes, which may have messages of the entity in memory. */
        private Map<Long, String> otherLiveNodes() {
            if (node.store().capabilities().exclusive() || entity.kind() == EntityKind.TOPIC) {
                return Map.of();
            }
            Map<Long, String> others = new TreeMap<>(node.store().membership().nodeNames());
            others.keySet().removeAll(node.store().membership().deadIncarnations());
            others.remove(node.incarnation());
            return others;
        }
    }

    public PurgeResult purge(Entity entity, MessageQuery query, ProgressWatch progress) {
        return new PurgeRun(entity, query, progress).run();
    }

    /**
     * Removes the messages that this node has prefetched or was acquiring when the call began.
     *
     * @param idFilter the condition for ids
     * @param includeLocked true to also remove in-flight messages, by breaking their locks
     * @return the number of removed messages
     */
    public long purgeHere(Entity entity, @Nullable Selector selector, LongPredicate idFilter, boolean includeLocked) {
        long count = purgePrefetched(entity, selector, idFilter);
        if (includeLocked) {
            count += purgeInFlight(entity, selector, delivery -> idFilter.test(delivery.sequenceNumber()));
        }
        return count;
    }

    private long purgePrefetched(Entity entity, @Nullable Selector selector, LongPredicate idFilter) {
        EntityDispatcher dispatcher = node.dispatchers().find(entity.id());
        awaitPendingAcquisitions(dispatcher, PENDING_ACQUISITION_NANOS);
        List<PrefetchedMessage> removed = dispatcher == null
                ? List.of()
                : dispatcher
                        .prefetched()
                        .removeIf(prefetched ->
                                idFilter.test(prefetched.delivery().id())
                                        && matches(
                                                selector,
                                                prefetched.delivery(),
                                                prefetched.message().header()));
        return claimer.discardPrefetched(entity, removed);
    }

    private long purgeInFlight(Entity entity, @Nullable Selector selector, Predicate<InFlightDelivery> filter) {
        List<InFlightDelivery> broken = node.locks().lockedIn(entity.id()).stream()
                .filter(delivery -> filter.test(delivery)
                        && matches(
                                selector,
                                delivery.delivery(),
                                delivery.message().header()))
                .filter(node.locks()::breakLock)
                .toList();
        return claimer.discard(entity, broken);
    }

    private static void awaitPendingAcquisitions(@Nullable EntityDispatcher dispatcher, long timeoutNanos) {
        if (dispatcher == null) {
            return;
        }
        try {
            dispatcher.prefetched().awaitPendingAcquisitions(timeoutNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean matches(@Nullable Selector selector, Delivery delivery, MessageHeader header) {
        return selector == null || selector.matches(SelectableHeader.of(delivery, header));
    }
}
