package dev.restante.node.admin.message;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PageCursor;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.InspectedMessage;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.feature.lastvalues.CurrentValueFilter;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Inspector of the messages of an entity, page by page, for administrators. */
public final class MessageInspector {

    /** Number of deliveries read by one query. */
    public static final int PAGE_SIZE = 500;

    /** Maximum number of messages that one call reads. */
    private static final int MAX_MESSAGES_READ = 10_000;

    private static final long MAX_BODY_BYTES = 32L << 20;

    private final NodeServices node;

    public MessageInspector(NodeServices node) {
        this.node = node;
    }

    public MessageAdministration.InspectedMessagePage page(
            Entity entity, MessageQuery query, @Nullable PageCursor after, int limit, boolean bodies) {
        if (!query.sequenceNumbers().isEmpty()) {
            List<Delivery> found = node.store().inspector().byIds(entity.id(), query.sequenceNumbers());
            return new MessageAdministration.InspectedMessagePage(
                    describe(entity, matching(entity, query, found), bodies), null);
        }
        DeliveryCursor cursor = new DeliveryCursor(node.context(), entity, query);
        if (after != null) {
            cursor.seek(after);
        }
        List<SelectorCandidate> page = new ArrayList<>();
        long bytes = 0;
        PageCursor pageCursor = after;
        for (int messagesRead = 0; messagesRead < MAX_MESSAGES_READ && !cursor.isAtEnd(); ) {
            List<Delivery> read = cursor.nextPage(PAGE_SIZE);
            messagesRead += read.size();
            for (SelectorCandidate candidate : matching(entity, query, shown(query, read))) {
                page.add(candidate);
                bytes += candidate.delivery().size();
                if (page.size() == limit || (bodies && bytes >= MAX_BODY_BYTES)) {
                    return new MessageAdministration.InspectedMessagePage(
                            describe(entity, page, bodies), cursor.positionOf(candidate.delivery()));
                }
            }
            pageCursor = read.isEmpty() ? pageCursor : cursor.positionOf(read.get(read.size() - 1));
        }
        return new MessageAdministration.InspectedMessagePage(
                describe(entity, page, bodies), cursor.isAtEnd() ? null : pageCursor);
    }

    /**
     * Hides replaced last-value messages, unless the query asks for locked messages only: their locks can still be
     * broken.
     */
    private List<Delivery> shown(MessageQuery query, List<Delivery> read) {
        return query.includesAny(DeliveryStatus.AVAILABLE, DeliveryStatus.EXPIRED)
                ? CurrentValueFilter.withoutReplaced(node.store(), read)
                : read;
    }

    /** Returns the deliveries that match a query, with their message headers. */
    public List<SelectorCandidate> matching(Entity entity, MessageQuery query, List<Delivery> deliveries) {
        long nowMillis = node.storeClock().confirmedMillis();
        List<Delivery> meant = deliveries.stream()
                .filter(delivery -> query.matchesNumberAndCount(delivery)
                        && query.statuses().contains(statusOf(entity, delivery, nowMillis)))
                .toList();
        return withoutGone(
                entity,
                node.store().inspector().withHeaders(meant).stream()
                        .filter(query::matchesSelector)
                        .toList());
    }

    /**
     * Removes deliveries that were deleted before their headers were read. Other deliveries without a header are
     * unreadable.
     */
    private List<SelectorCandidate> withoutGone(Entity entity, List<SelectorCandidate> candidates) {
        Set<Long> headless = candidates.stream()
                .filter(candidate -> candidate.header() == null)
                .map(candidate -> candidate.delivery().id())
                .collect(Collectors.toSet());
        if (headless.isEmpty()) {
            return candidates;
        }
        node.store().inspector().byIds(entity.id(), headless).forEach(there -> headless.remove(there.id()));
        return candidates.stream()
                .filter(candidate -> !headless.contains(candidate.delivery().id()))
                .toList();
    }

    DeliveryStatus statusOf(Entity entity, Delivery delivery, long nowMillis) {
        if (delivery.state() == DeliveryState.ACQUIRED) {
            boolean here = delivery.ref().owner() == node.incarnation();
            if (!here || node.locks().findHeld(delivery.id()).isPresent()) {
                return DeliveryStatus.LOCKED;
            }
        }
        if (ExpiryRule.expiryOf(entity, delivery) <= nowMillis) {
            return DeliveryStatus.EXPIRED;
        }
        return switch (delivery.state()) {
            case SCHEDULED, REPEATING -> DeliveryStatus.SCHEDULED;
            case DEFERRED -> DeliveryStatus.DEFERRED;
            case AVAILABLE, ACQUIRED -> DeliveryStatus.AVAILABLE;
            case PREPARED_ENQUEUE, PREPARED_SETTLE, PREPARED_REPEATING -> DeliveryStatus.LOCKED;
        };
    }

    public Optional<InFlightDelivery> held(long deliveryId) {
        return node.locks().findHeld(deliveryId);
    }

    /** Returns the node names, or an empty map if no delivery is acquired. */
    private Map<Long, String> names(List<SelectorCandidate> candidates) {
        return candidates.stream().anyMatch(candidate -> candidate.delivery().state() == DeliveryState.ACQUIRED)
                ? node.store().membership().nodeNames()
                : Map.of();
    }

    private List<InspectedMessage> describe(Entity entity, List<SelectorCandidate> candidates, boolean bodies) {
        Map<Long, StoredMessage> messages = bodies
                ? ReadableMessageLoader.load(
                        node.store().deliveries(),
                        candidates.stream().map(SelectorCandidate::delivery).toList())
                : Map.of();
        long nowMillis = node.storeClock().confirmedMillis();
        Map<Long, String> names = names(candidates);
        return candidates.stream()
                .map(candidate -> {
                    Delivery delivery = candidate.delivery();
                    Optional<InFlightDelivery> deliveries = node.locks().findHeld(delivery.id());
                    DeliveryStatus status = statusOf(entity, delivery, nowMillis);
                    return new InspectedMessage(
                            delivery,
                            candidate.header(),
                            messages.get(delivery.ref().messageId()),
                            status,
                            ExpiryRule.expiryOf(entity, delivery),
                            status == DeliveryStatus.LOCKED
                                    ? names.get(delivery.ref().owner())
                                    : null,
                            deliveries.map(InFlightDelivery::lockedUntilMillis).orElse(0L));
                })
                .toList();
    }
}
