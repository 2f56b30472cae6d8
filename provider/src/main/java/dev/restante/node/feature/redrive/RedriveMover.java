package dev.restante.node.feature.redrive;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.PageCursor;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHeader;
import dev.restante.node.admin.message.DeliveryClaimer;
import dev.restante.node.admin.message.DeliveryCursor;
import dev.restante.node.admin.message.HighWaterMark;
import dev.restante.node.admin.message.MessageInspector;
import dev.restante.node.commit.DeadLetterSourceFinder;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.NodeContext;
import dev.restante.node.feature.lastvalues.LastValueRule;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Mover of dead letters back to their sources or to a target, page by page (BEY-03). Each page is moved in one or
 * several batches, each in one transaction. Messages that arrive after the start are ignored. Not thread-safe.
 */
public final class RedriveMover {

    /**
     * Time after the start for which the mover remembers the ids of moved messages. In this time a moved message can
     * return with a position below the high-water mark, because arrivals in one millisecond share a position and clocks
     * are corrected.
     */
    private static final long RECENT_MOVES_MILLIS = 1_000;

    public record RedriveServices(NodeContext context, MessageInspector inspector, DeliveryClaimer claimer) {}

    /** Dead letter with its target. */
    private record RedriveCandidate(SelectorCandidate candidate, Entity target) {}

    private final RedriveServices services;
    private final DeadLetterSourceFinder deadLetterSourceFinder;
    private final Entity from;
    private final RedriveRequest redrive;
    private final HighWaterMark highWater;
    private final Map<String, Optional<Entity>> sources = new HashMap<>();

    /** Existence of the targets of the current batch by id, so that the store is queried once for each. */
    private final Map<Long, Boolean> existingTargets = new HashMap<>();

    private final long rememberedUntilMonotonicMillis;
    private final Set<Long> recentlyMovedIds = new HashSet<>();

    /** Cursor over all messages, or null for a query by sequence number, which has one page. */
    private final @Nullable DeliveryCursor deliveryCursor;

    private boolean numbersRead;

    /** Messages of the page that are still to be moved. */
    private List<RedriveCandidate> ready = List.of();

    /** Number of messages of the page that stay, without the messages in {@link #ready}. */
    private long skippedCount;

    private long skippedWithoutSource;
    private @Nullable PageCursor pageEnd;

    private long passedCount;
    private long passedWithoutSource;
    private @Nullable PageCursor cursor;

    RedriveMover(
            RedriveServices services,
            Entity from,
            RedriveRequest redrive,
            HighWaterMark highWater,
            @Nullable PageCursor after) {
        this.services = services;
        this.deadLetterSourceFinder = new DeadLetterSourceFinder(services.context());
        this.from = from;
        this.redrive = redrive;
        this.highWater = highWater;
        this.rememberedUntilMonotonicMillis = services.context().storeClock().monotonicMillis() + RECENT_MOVES_MILLIS;
        MessageQuery query = redrive.query();
        this.deliveryCursor =
                query.sequenceNumbers().isEmpty() ? new DeliveryCursor(services.context(), from, query) : null;
        this.cursor = after;
        this.pageEnd = after;
        if (deliveryCursor != null && after != null) {
            deliveryCursor.seek(after);
        }
    }

    int readyCount() {
        return ready.size();
    }

    /** Returns whether no message is ready and no page is left. */
    boolean ended() {
        return ready.isEmpty() && (deliveryCursor == null ? numbersRead : deliveryCursor.isAtEnd());
    }

    /** Returns the number of messages of completed pages that stayed. */
    long passedCount() {
        return passedCount;
    }

    /** Returns the number of these messages whose source was deleted or is unknown. */
    long passedWithoutSource() {
        return passedWithoutSource;
    }

    /** Returns the end of the completed pages, or null if there is none. */
    @Nullable
    PageCursor cursor() {
        return cursor;
    }

    /** Returns the number of messages without a source, including the current page. */
    long withoutSource() {
        return passedWithoutSource + skippedWithoutSource;
    }

    /** Reads the next page; no message may be ready. */
    void readPage() {
        // A source may have been recreated or altered since the last page.
        sources.clear();
        List<Delivery> read;
        if (deliveryCursor == null) {
            read = context()
                    .store()
                    .inspector()
                    .byIds(from.id(), redrive.query().sequenceNumbers());
            numbersRead = true;
        } else {
            read = deliveryCursor.nextPage(MessageInspector.PAGE_SIZE);
            pageEnd = read.isEmpty() ? pageEnd : deliveryCursor.positionOf(read.get(read.size() - 1));
            read = read.stream()
                    .filter(highWater::includesPosition)
                    .filter(delivery -> !recentlyMovedIds.contains(delivery.id()))
                    .toList();
        }
        List<RedriveCandidate> candidates = new ArrayList<>();
        // A repeated send to a dead-letter queue is not a dead letter, but its copies are.
        List<Delivery> received = read.stream()
                .filter(delivery -> !delivery.state().isRepeatedSend())
                .toList();
        for (SelectorCandidate candidate : services.inspector().matching(from, redrive.query(), received)) {
            Entity target = candidate.header() == null ? null : target(candidate.delivery());
            if (target == null) {
                skippedWithoutSource++;
            } else {
                candidates.add(new RedriveCandidate(candidate, target));
            }
        }
        skippedCount = (long) read.size() - candidates.size();
        ready = candidates;
        endPageIfDone();
    }

    private NodeContext context() {
        return services.context();
    }

    private void endPageIfDone() {
        if (ready.isEmpty()) {
            passedCount += skippedCount;
            passedWithoutSource += skippedWithoutSource;
            cursor = pageEnd;
            skippedCount = 0;
            skippedWithoutSource = 0;
        }
    }

    private @Nullable Entity target(Delivery delivery) {
        if (redrive.target() != null) {
            return redrive.target();
        }
        DeliveryAnnotations annotations = delivery.annotations();
        String source = annotations == null ? null : annotations.source();
        return source == null
                ? null
                : sources.computeIfAbsent(source, deadLetterSourceFinder::find)
                        .filter(found -> found.id() != from.id())
                        .orElse(null);
    }

    /**
     * Moves the next ready messages in one transaction. Messages that another node or a consumer acquired first stay.
     *
     * @param max the maximum number of messages, 1 or more
     * @param otherChanges the changes to make in the same transaction
     * @return the number of moved messages
     */
    public long move(int max, List<? extends Change> otherChanges) {
        List<RedriveCandidate> portion = ready.subList(0, Math.min(max, ready.size()));
        List<RedriveCandidate> movable = withExistingTargets(portion);
        long moved;
        try {
            moved = moveAll(movable, otherChanges);
        } catch (BrokerException e) {
            // Only a target that was deleted meanwhile is a reason to retry without its messages.
            List<RedriveCandidate> left =
                    e.reason() == BrokerErrorReason.ENTITY_NOT_FOUND ? withExistingTargets(movable) : movable;
            if (left.size() == movable.size()) {
                throw e;
            }
            movable = left;
            moved = moveAll(movable, otherChanges);
        }
        ready = ready.subList(portion.size(), ready.size());
        skippedCount += portion.size() - moved;
        skippedWithoutSource += portion.size() - movable.size();
        endPageIfDone();
        return moved;
    }

    /** Returns the messages whose targets exist. */
    private List<RedriveCandidate> withExistingTargets(List<RedriveCandidate> portion) {
        existingTargets.clear();
        List<RedriveCandidate> movable =
                portion.stream().filter(each -> targetExists(each.target())).toList();
        if (movable.size() < portion.size() && redrive.target() != null) {
            throw BrokerExceptions.entityDeleted(redrive.target());
        }
        return movable;
    }

    /** Action that replaces the move of a dead letter. */
    @FunctionalInterface
    interface ReplacementAction {
        /** Processes a dead letter. Returns false if it stays. */
        boolean replace(Delivery delivery, MessageHeader header, Entity target);
    }

    /**
     * Applies an action to the next ready message instead of moving it.
     *
     * @return true if the dead letter was removed
     */
    boolean replaceNext(ReplacementAction replacement) {
        RedriveCandidate next = ready.get(0);
        boolean hasTarget = !withExistingTargets(List.of(next)).isEmpty();
        boolean gone = false;
        try {
            gone = hasTarget
                    && replacement.replace(
                            next.candidate().delivery(),
                            requireNonNull(next.candidate().header(), "head"),
                            context().registry().current(next.target()));
        } catch (BrokerException e) {
            hasTarget = e.reason() != BrokerErrorReason.ENTITY_NOT_FOUND
                    || !withExistingTargets(List.of(next)).isEmpty();
            if (hasTarget) {
                throw e;
            }
        }
        ready = ready.subList(1, ready.size());
        skippedCount += gone ? 0 : 1;
        skippedWithoutSource += hasTarget ? 0 : 1;
        endPageIfDone();
        return gone;
    }

    /**
     * Checks that the source entity exists, because a mover also ends when the entity was deleted.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND
     */
    void requireExistingSource() {
        if (context().registry().readAgain(from).isEmpty()) {
            throw BrokerExceptions.entityDeleted(from);
        }
    }

    /** Returns whether a target still exists. Messages moved to a deleted target would be lost. */
    private boolean targetExists(Entity target) {
        return existingTargets.computeIfAbsent(
                target.id(), unused -> context().registry().readAgain(target).isPresent());
    }

    private long moveAll(List<RedriveCandidate> candidates, List<? extends Change> beside) {
        long nowMillis = context().storeClock().storeMillis();
        Map<Long, Change.Move> moves = new HashMap<>();
        long noticeAtMillis = Delivery.NEVER;
        for (RedriveCandidate each : candidates) {
            Entity target = context().registry().current(each.target());
            Change.Move move = move(each.candidate(), target, nowMillis);
            moves.put(move.ref().id(), move);
            noticeAtMillis = Math.min(noticeAtMillis, expiryAtTarget(target, move, nowMillis));
        }
        if (context().storeClock().monotonicMillis() <= rememberedUntilMonotonicMillis) {
            recentlyMovedIds.addAll(moves.keySet());
        }
        List<Long> arrivals =
                candidates.stream().map(each -> each.target().id()).distinct().toList();
        return services.claimer()
                .claim(
                        from,
                        candidates.stream().map(RedriveCandidate::candidate).toList(),
                        taken -> requireNonNull(moves.get(taken.id()), "move").withRef(taken.ref()),
                        beside,
                        arrivals,
                        noticeAtMillis)
                .claimedCount();
    }

    /** Returns the change that moves a message to the end of a target, with a new time to live. */
    public static Change.Move move(SelectorCandidate candidate, Entity target, long nowMillis) {
        Delivery delivery = candidate.delivery();
        MessageHeader header = requireNonNull(candidate.header(), "head");
        return new Change.Move(
                delivery.ref(),
                target.id(),
                IdLayout.firstPositionAt(nowMillis),
                nowMillis,
                ExpiryRule.ownExpiry(target, RedriveRule.ownTimeToLive(header), nowMillis),
                0,
                RedriveRule.annotations(delivery, header),
                LastValueRule.key(target, header, delivery.annotations()));
    }

    /** Returns the expiry time at the target, by the message's own or the default time to live. */
    public static long expiryAtTarget(Entity target, Change.Move move, long nowMillis) {
        return move.expiresAt() != Delivery.NEVER ? move.expiresAt() : target.defaultExpiryMillis(nowMillis);
    }
}
