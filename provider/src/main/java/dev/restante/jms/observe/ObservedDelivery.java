package dev.restante.jms.observe;

import dev.restante.broker.Broker;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.ObservedEntity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Observer's view of a message that an application has received. */
record ObservedDelivery(InFlightDelivery delivery, Broker broker) implements DeliveredMessage {

    @Override
    public ObservedEntity entity() {
        Entity entity = delivery.entity();
        ObservedEntity.ObservedEntityKind kind =
                switch (entity.kind()) {
                    case QUEUE -> ObservedEntity.ObservedEntityKind.QUEUE;
                    case TOPIC -> ObservedEntity.ObservedEntityKind.TOPIC;
                    case SUBSCRIPTION -> ObservedEntity.ObservedEntityKind.SUBSCRIPTION;
                    case DEAD_LETTER_QUEUE -> ObservedEntity.ObservedEntityKind.DEAD_LETTER_QUEUE;
                };
        return new ObservedEntity(entity.fullName(topicId -> originalDestination()), kind, entity.permanent());
    }

    @Override
    public @Nullable String messageId() {
        return delivery.message().header().messageId();
    }

    @Override
    public @Nullable String correlationId() {
        return delivery.message().header().correlationId() instanceof String text ? text : null;
    }

    @Override
    public @Nullable Object property(String name) {
        return delivery.message().header().properties().get(name);
    }

    @Override
    public String originalDestination() {
        return delivery.message().header().destination().name();
    }

    @Override
    public @Nullable String deadLetterReason() {
        DeliveryAnnotations annotations = delivery.annotations();
        return annotations == null ? null : annotations.reason();
    }

    @Override
    public int deliveryCount() {
        return delivery.deliveryCount();
    }

    @Override
    public Duration timeAvailable() {
        return since(IdLayout.epochMillis(delivery.delivery().position()), delivery.receivedAtMillis());
    }

    @Override
    public Duration timeInFlight() {
        return since(delivery.receivedAtMillis(), broker.nowMillis());
    }

    /**
     * Returns the time between two instants. The result is never negative, although the clocks of two nodes differ by
     * up to the response time of the store.
     */
    private static Duration since(long startMillis, long endMillis) {
        return Duration.ofMillis(Math.max(0, endMillis - startMillis));
    }
}
