package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PagePlace;
import dev.restante.broker.view.Inspected;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.StandingValues;
import dev.restante.node.lock.LockTable;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows administrators the messages of an entity, page by page, and knows how each of them stands. */
public final class Inspection {

    /** What is read at a time. */
    static final int PAGE = 500;

    /** One call looks at so many messages at most, however few are meant. */
    private static final int MAX_LOOKS = 10_000;

    private static final long MAX_BODY_BYTES = 32L << 20;

    private final NodeContext context;
    private final LockTable locks;

    public Inspection(NodeContext context, LockTable locks) {
        this.context = context;
        this.locks = locks;
    }

    /**
     * Returns if an entity is there. Work that finds no further message has not succeeded if the entity was deleted
     * meanwhile.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND
     */
    static void require(NodeContext context, Entity entity) {
        if (context.registry().reread(entity).isEmpty()) {
            throw gone(entity);
        }
    }

    /** Returns the failure of work on an entity that was deleted meanwhile. */
    static BrokerException gone(Entity entity) {
        return new BrokerException(
                Reason.ENTITY_NOT_FOUND, "'" + ShownText.of(entity.name()) + "' does not exist any more");
    }

    MessageAdministration.Page page(
            Entity entity, MessageQuery query, @Nullable PagePlace after, int limit, boolean bodies) {
        if (!query.sequenceNumbers().isEmpty()) {
            List<Delivery> found = context.store().inspector().find(entity.id(), query.sequenceNumbers());
            return new MessageAdministration.Page(described(entity, matching(entity, query, found), bodies), null);
        }
        EntityWalk walk = new EntityWalk(context, entity, query);
        if (after != null) {
            walk.from(after);
        }
        List<Candidate> page = new ArrayList<>();
        long bytes = 0;
        PagePlace place = after;
        for (int looks = 0; looks < MAX_LOOKS && !walk.ended(); ) {
            List<Delivery> read = walk.next(PAGE);
            looks += read.size();
            for (Candidate candidate : matching(entity, query, shown(query, read))) {
                page.add(candidate);
                bytes += candidate.delivery().size();
                if (page.size() == limit || (bodies && bytes >= MAX_BODY_BYTES)) {
                    return new MessageAdministration.Page(
                            described(entity, page, bodies), walk.place(candidate.delivery()));
                }
            }
            place = read.isEmpty() ? place : walk.place(read.get(read.size() - 1));
        }
        return new MessageAdministration.Page(described(entity, page, bodies), walk.ended() ? null : place);
    }

    /** Who asks for locks alone is shown those of replaced values too: they are held, and can be broken. */
    private List<Delivery> shown(MessageQuery query, List<Delivery> read) {
        return query.any(Standing.AVAILABLE, Standing.EXPIRED) ? StandingValues.of(context.store(), read) : read;
    }

    /** Those that are meant, with the heads of their messages. */
    List<Candidate> matching(Entity entity, MessageQuery query, List<Delivery> deliveries) {
        long nowMillis = context.time().certainMillis();
        List<Delivery> meant = deliveries.stream()
                .filter(delivery ->
                        query.names(delivery) && query.standings().contains(standing(entity, delivery, nowMillis)))
                .toList();
        return withoutGone(
                entity,
                context.store().inspector().withHeads(meant).stream()
                        .filter(query::matches)
                        .toList());
    }

    /** What has no head because it went while that was looked for is left out; what is still there can't be read. */
    private List<Candidate> withoutGone(Entity entity, List<Candidate> candidates) {
        Set<Long> headless = candidates.stream()
                .filter(candidate -> candidate.head() == null)
                .map(candidate -> candidate.delivery().id())
                .collect(Collectors.toSet());
        if (headless.isEmpty()) {
            return candidates;
        }
        context.store().inspector().find(entity.id(), headless).forEach(there -> headless.remove(there.id()));
        return candidates.stream()
                .filter(candidate -> !headless.contains(candidate.delivery().id()))
                .toList();
    }

    /** How a delivery stands. */
    Standing standing(Entity entity, Delivery delivery, long nowMillis) {
        if (delivery.state() == DeliveryState.ACQUIRED) {
            boolean here = delivery.ref().owner() == context.incarnation();
            if (!here || locks.find(delivery.id()).isPresent()) {
                return Standing.LOCKED;
            }
        }
        if (ExpiryRule.deadline(entity, delivery) <= nowMillis) {
            return Standing.EXPIRED;
        }
        return switch (delivery.state()) {
            case SCHEDULED, REPEATING -> Standing.SCHEDULED;
            case DEFERRED -> Standing.DEFERRED;
            case AVAILABLE, ACQUIRED -> Standing.AVAILABLE;
            case PREPARED_ENQUEUE, PREPARED_SETTLE, PREPARED_REPEATING -> Standing.LOCKED;
        };
    }

    /** What an application of this node has of a delivery. */
    Optional<HeldDelivery> held(long deliveryId) {
        return locks.find(deliveryId);
    }

    /** The names of the nodes that have acquired some; none where nothing is acquired. */
    private Map<Long, String> names(List<Candidate> candidates) {
        return candidates.stream().anyMatch(candidate -> candidate.delivery().state() == DeliveryState.ACQUIRED)
                ? context.store().membership().names()
                : Map.of();
    }

    private List<Inspected> described(Entity entity, List<Candidate> candidates, boolean bodies) {
        Map<Long, StoredMessage> messages = bodies
                ? ReadableMessages.of(
                        context.store().deliveries(),
                        candidates.stream().map(Candidate::delivery).toList())
                : Map.of();
        long nowMillis = context.time().certainMillis();
        Map<Long, String> names = names(candidates);
        return candidates.stream()
                .map(candidate -> {
                    Delivery delivery = candidate.delivery();
                    Optional<HeldDelivery> held = locks.find(delivery.id());
                    Standing standing = standing(entity, delivery, nowMillis);
                    return new Inspected(
                            delivery,
                            candidate.head(),
                            messages.get(delivery.ref().messageId()),
                            standing,
                            ExpiryRule.deadline(entity, delivery),
                            standing == Standing.LOCKED
                                    ? names.get(delivery.ref().owner())
                                    : null,
                            held.map(HeldDelivery::lockedUntilMillis).orElse(0L));
                })
                .toList();
    }
}
