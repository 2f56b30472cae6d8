package dev.restante.jms.observe;

import dev.restante.broker.Broker;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.SubscriptionName;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.Place;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A message in the hands of the application, as observers see it. */
record HeldMessage(HeldDelivery held, Broker broker) implements DeliveredMessage {

    @Override
    public Place place() {
        Entity entity = held.entity();
        Place.Kind kind =
                switch (entity.kind()) {
                    case QUEUE -> Place.Kind.QUEUE;
                    case TOPIC -> Place.Kind.TOPIC;
                    case SUBSCRIPTION -> Place.Kind.SUBSCRIPTION;
                    case DEAD_LETTER_QUEUE -> Place.Kind.DEAD_LETTER_QUEUE;
                };
        String name = kind == Place.Kind.SUBSCRIPTION ? SubscriptionName.path(sentTo(), entity.name()) : entity.name();
        return new Place(name, kind, entity.lasting());
    }

    @Override
    public @Nullable String messageId() {
        return held.message().head().messageId();
    }

    @Override
    public @Nullable String correlationId() {
        return held.message().head().correlationId() instanceof String text ? text : null;
    }

    @Override
    public @Nullable Object property(String name) {
        return held.message().head().properties().get(name);
    }

    @Override
    public String sentTo() {
        return held.message().head().destination().name();
    }

    @Override
    public @Nullable String deadLetterReason() {
        DeliveryNote note = held.note();
        return note == null ? null : note.reason();
    }

    @Override
    public int deliveryCount() {
        return held.deliveryCount();
    }

    @Override
    public Duration waitedFor() {
        return since(IdLayout.epochMillis(held.delivery().position()), held.receivedAtMillis());
    }

    @Override
    public Duration heldFor() {
        return since(held.receivedAtMillis(), broker.nowMillis());
    }

    /** The clocks of two nodes may differ by as much as an answer of the store takes. */
    private static Duration since(long startMillis, long endMillis) {
        return Duration.ofMillis(Math.max(0, endMillis - startMillis));
    }
}
