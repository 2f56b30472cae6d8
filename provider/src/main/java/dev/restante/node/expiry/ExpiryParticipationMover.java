package dev.restante.node.expiry;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.DeadLetterSourceFinder;
import dev.restante.node.commit.NodeServices;
import dev.restante.store.Change;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creator of the dead letter of an expired message, which the caller sends in the distributed transaction where an
 * {@code ExpiryParticipation} runs application code (TTL-19).
 */
public final class ExpiryParticipationMover {

    /** Sender for a message without a sender, so that a no-local subscription also gets the message. */
    private static final SendRequest.Sender NO_SENDER = new SendRequest.Sender("", null);

    private final NodeServices node;
    private final DeadLetterSourceFinder sourceFinder;

    public ExpiryParticipationMover(NodeServices node) {
        this.node = node;
        this.sourceFinder = new DeadLetterSourceFinder(node.context());
    }

    /** Implements {@link Broker#prepareDeadLetterOfExpired}. */
    public PreparedSend prepare(InFlightDelivery inFlightDelivery, @Nullable String remark) {
        Delivery from = inFlightDelivery.delivery();
        DeliveryAnnotations annotations = inFlightDelivery.annotations();
        Entity target = node.lifecycle().callStore(() -> target(inFlightDelivery, annotations));
        long id = node.context().ids().next();
        // The body may be null, but NullAway does not read the annotation of an array in a record's constructor.
        @SuppressWarnings("NullAway")
        StoredMessage message = new StoredMessage(
                id,
                inFlightDelivery.message().header(),
                inFlightDelivery.message().body());
        Delivery delivery = new Delivery(
                DeliveryRef.onlyDelivery(id),
                target.id(),
                DeliveryState.AVAILABLE,
                from.priority(),
                id,
                from.groupId(),
                from.size(),
                from.persistent(),
                0,
                node.storeClock().storeMillis(),
                Delivery.NEVER,
                0,
                false,
                annotations == null || remark == null ? annotations : annotations.withDescriptionSuffix(remark));
        return new PreparedSend(target, new Change.Enqueue(message, List.of(delivery)), List.of(), NO_SENDER, null);
    }

    /**
     * Returns the dead-letter queue of the source. If the source is deleted, returns the dead-letter queue of the queue
     * that contains the message.
     */
    private Entity target(InFlightDelivery delivery, @Nullable DeliveryAnnotations annotations) {
        return Optional.ofNullable(annotations)
                .map(DeliveryAnnotations::source)
                .flatMap(sourceFinder::find)
                .flatMap(node.dispositionChanges()::deadLetterTarget)
                // If the dead-letter queue of the source is this queue, the message would never leave it.
                .filter(target -> target.id() != delivery.entity().id())
                .or(() -> node.dispositionChanges()
                        .deadLetterTarget(node.registry().current(delivery.entity())))
                .orElseThrow(() -> new BrokerException(
                        BrokerErrorReason.ENTITY_NOT_FOUND,
                        "Message " + delivery.sequenceNumber() + " in '"
                                + DisplayText.shorten(delivery.entity().name())
                                + "' cannot be dead-lettered because no dead-letter queue exists"));
    }
}
