package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import org.jspecify.annotations.Nullable;

/** The topics and subscriptions of a node: refuses all of them. */
final class NodeSubscriptions implements Subscriptions {

    @Override
    public Entity topic(String name, boolean mayCreate) {
        throw refused();
    }

    @Override
    public Subscribed subscribe(SubscribeRequest request) {
        throw refused();
    }

    @Override
    public void unsubscribe(@Nullable String clientId, String name) {
        throw refused();
    }

    @Override
    public Entity createTemporary(EntityKind kind, String connectionId) {
        throw refused();
    }

    @Override
    public void deleteTemporary(Entity temporary) {
        throw refused();
    }

    private static BrokerException refused() {
        return new BrokerException(Reason.ENTITY_INVALID, "Restante does not support topics");
    }
}
