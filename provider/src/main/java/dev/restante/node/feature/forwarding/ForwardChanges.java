package dev.restante.node.feature.forwarding;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.DispositionChanges;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.forwarding.route.ForwardRoute;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.feature.lastvalues.LastValueRule;
import dev.restante.node.feature.topics.TopicSender;
import dev.restante.node.feature.topics.TopicSnapshot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builder of the change sets that forward a delivery, by moving its row or by storing a new message (FWD-01). Fencing
 * tokens let several nodes forward messages of one entity concurrently.
 */
public final class ForwardChanges {

    private static final Logger LOG = LoggerFactory.getLogger(ForwardChanges.class);
    private static final SendRequest.Sender FORWARDER = new SendRequest.Sender("forwarding", null);

    private final NodeServices node;
    private final ForwardRouter forwardRouter;
    private final TopicSender topicSender;
    private long lastPosition;

    public ForwardChanges(NodeServices node, ForwardRouter forwardRouter, TopicSender topicSender) {
        this.node = node;
        this.forwardRouter = forwardRouter;
        this.topicSender = topicSender;
    }

    /**
     * Returns whether rows can move along the route: to a queue without duplicate detection and last values, or as dead
     * letters.
     */
    static boolean mayMove(ForwardRoute route) {
        Entity end = route.end();
        return route.failure() != null
                || (end.kind() != EntityKind.TOPIC
                        && !route.detectsDuplicates()
                        && end.options().lastValueKey() == null);
    }

    /** Returns the changes that expire a row or, if it has not expired, move it. */
    ChangeSet expiredOrMoved(Entity entity, ForwardRoute route, Delivery row) {
        ChangeSet expired = expired(entity, row);
        return expired != null ? expired : moveRow(entity, route, row);
    }

    /** Returns the changes that expire a delivery; null if it has not expired. */
    @Nullable
    ChangeSet expired(Entity entity, Delivery delivery) {
        DeliveryDisposition disposition = DeliveryDisposition.of(
                entity,
                delivery,
                delivery.deliveryCount(),
                false,
                0,
                node.storeClock().confirmedMillis());
        return disposition instanceof DeliveryDisposition.Expired
                ? node.dispositionChanges().forRow(entity, delivery, disposition, null)
                : null;
    }

    /** Returns the changes that move a row to the end of the route, or dead-letter it if the route fails. */
    ChangeSet moveRow(Entity entity, ForwardRoute route, Delivery delivery) {
        if (route.failure() != null) {
            Entity end = route.end();
            return node.dispositionChanges()
                    .deadLetter(end, delivery, route.failure(), MissedFencePolicy.SKIP_CHANGE)
                    .map(changeSet -> new ChangeSet(
                            entity.id(),
                            changeSet.changes(),
                            changeSet.missedFencePolicy(),
                            changeSet.arrivalEntityIds(),
                            changeSet.nextDueMillis()))
                    .orElseGet(() -> ChangeSet.withoutArrivals(
                            entity.id(), new Change.Discard(delivery.ref()), MissedFencePolicy.SKIP_CHANGE));
        }
        Delivery arrived = arrival(entity, route, delivery, delivery.ref());
        Change.Move move = new Change.Move(
                delivery.ref(),
                arrived.entityId(),
                arrived.position(),
                arrived.enqueuedAtMillis(),
                arrived.expiresAtMillis(),
                arrived.deliveryCount(),
                null,
                null);
        return new ChangeSet(
                entity.id(),
                List.of(move),
                MissedFencePolicy.SKIP_CHANGE,
                List.of(arrived.entityId()),
                ExpiryRule.expiryOf(route.end(), arrived));
    }

    /**
     * Returns the delivery at the end of the route, behind existing messages, with the expiry time that the route
     * allows.
     */
    private Delivery arrival(Entity entity, ForwardRoute route, Delivery delivery, DeliveryRef ref) {
        long nowMillis = node.storeClock().storeMillis();
        long expiresAt = route.ownExpiry(ExpiryRule.expiryOf(entity, delivery), nowMillis);
        return new Delivery(
                ref,
                route.end().id(),
                DeliveryState.AVAILABLE,
                delivery.priority(),
                nextPosition(nowMillis),
                delivery.groupId(),
                delivery.size(),
                delivery.persistent(),
                0,
                // Instant from which the delivery's own expiry time was counted.
                expiresAt == Delivery.NEVER ? nowMillis : delivery.enqueuedAtMillis(),
                expiresAt,
                countOf(delivery),
                false,
                delivery.annotations());
    }

    /**
     * Returns the delivery count, which forwarding keeps (FWD-04), and which includes a delivery to a receiver that
     * died.
     */
    private static int countOf(Delivery delivery) {
        return delivery.nextDeliveryCount() - 1;
    }

    private synchronized long nextPosition(long nowMillis) {
        lastPosition = Math.max(lastPosition + 1, IdLayout.firstPositionAt(nowMillis));
        return lastPosition;
    }

    /**
     * Returns the duplicate checks of a route. An invalid duplicate id is ignored, because the message must not block
     * later ones.
     */
    private List<Change.RecordDuplicateId> duplicateIdChecks(ForwardRoute route, Delivery arrived, StoredMessage copy) {
        try {
            return forwardRouter.duplicateIdChecks(
                    route, arrived, copy, node.storeClock().storeMillis());
        } catch (BrokerException e) {
            LOG.warn(
                    "Message {} of {} is forwarded without duplicate detection: {}",
                    arrived.id(),
                    node.registry().describe(arrived.entityId()),
                    e.getMessage());
            return List.of();
        }
    }

    /**
     * Returns the changes that store a new message and complete the old one.
     *
     * @param topicsInUse topics on the route with sends in progress, to which each new one is added; the caller must
     *     end them
     */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    ChangeSet storeCopy(
            Entity entity, ForwardRoute route, PrefetchedMessage from, SortedMap<Long, TopicSnapshot> topicsInUse) {
        long id = node.context().ids().next();
        StoredMessage message = from.message();
        Delivery arrived = arrival(entity, route, from.delivery(), DeliveryRef.onlyDelivery(id));
        Entity target = route.end();
        if (route.failure() != null) {
            DispositionChanges.DeadLetteredArrival deadLettered = node.dispositionChanges()
                    .deadLetteredArrival(route.end(), arrived, route.failure())
                    .orElse(new DispositionChanges.DeadLetteredArrival(route.end(), arrived));
            target = deadLettered.target();
            arrived =
                    deadLettered.delivery().withCount(0, deadLettered.delivery().annotations());
        }
        StoredMessage copy =
                new StoredMessage(id, header(message.header(), from.delivery().annotations()), message.body());
        List<Change.RecordDuplicateId> duplicateIdChecks = new ArrayList<>();
        if (route.failure() == null && route.detectsDuplicates()) {
            // The first entity detected duplicates when the message was sent.
            duplicateIdChecks.addAll(duplicateIdChecks(route, arrived, copy));
            duplicateIdChecks.removeIf(duplicateIdCheck -> duplicateIdCheck.entityId() == entity.id());
        }
        if (target.kind() == EntityKind.TOPIC) {
            // The message contains the annotations, and the rules of the topic can change it further.
            arrived = arrived.withCount(0, null);
        }
        if (route.failure() == null) {
            arrived = LastValueRule.withValueKey(arrived, target, copy.header());
        }
        PreparedSend send = new PreparedSend(
                target, new Change.Enqueue(copy, List.of(arrived)), duplicateIdChecks, FORWARDER, entity);
        List<Change> changes = new ArrayList<>();
        if (send.fansOut()) {
            changes.addAll(topicSender.changes(
                    send,
                    topicId -> topicsInUse.computeIfAbsent(
                            topicId, other -> topicSender.sequencer(other).unitStarted())));
        } else {
            changes.addAll(send.changes());
        }
        if (from.hasRow()) {
            changes.add(new Change.Complete(from.delivery().ref()));
        }
        return ChangeSet.ofSend(entity.id(), changes, node.context().nextDueMillis(changes));
    }

    /** Returns the header with the changes of rules and settlements. */
    private static MessageHeader header(MessageHeader header, @Nullable DeliveryAnnotations annotations) {
        return annotations == null
                ? header
                : header.with(header.expiration(), annotations.applyAll(header.properties()));
    }
}
