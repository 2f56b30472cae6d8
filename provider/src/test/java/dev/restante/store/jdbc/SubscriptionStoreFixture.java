package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.store.Change;
import dev.restante.store.Store;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.JoinedSubscription;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

public abstract class SubscriptionStoreFixture {

    StoreFixture fixture;
    SubscriptionRepository subscriptions;
    Entity topic;
    long me;

    abstract Store openEmpty();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
        subscriptions = fixture.store.subscriptions();
        topic = fixture.store.entities().findOrCreateTopic("news", EntityOptions.DEFAULT);
        me = fixture.node.incarnation();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    static SubscriptionTarget wanted(
            Entity topic, SubscriptionKind kind, String name, String selector, boolean noLocal) {
        return new SubscriptionTarget(
                topic.id(), name, new Subscription(kind, "client", name, selector, noLocal, null));
    }

    SubscriptionTarget wanted(SubscriptionKind kind, String name) {
        return wanted(topic, kind, name, null, false);
    }

    Entity joined(SubscriptionTarget target) {
        return ((JoinedSubscription) subscriptions.join(target, me)).subscription();
    }

    List<Entity> all() {
        return subscriptions.read(topic.id()).orElseThrow().subscriptions();
    }

    /** Returns deliveries of one message, one to each of the entities. */
    public static List<Delivery> deliveries(StoreFixture fixture, Entity... entities) {
        long messageId = fixture.newId();
        List<Delivery> deliveries = new ArrayList<>();
        for (Entity entity : entities) {
            StoreFixture.Shape shape = fixture.shape();
            shape.entityId = entity.id();
            shape.position = messageId;
            Delivery single = shape.build();
            DeliveryRef ref = new DeliveryRef(single.id(), messageId, false, DeliveryRef.NO_OWNER, 0);
            deliveries.add(single.withRef(ref, DeliveryState.AVAILABLE));
        }
        return deliveries;
    }

    public static Change.Enqueue enqueue(List<Delivery> deliveries) {
        return new Change.Enqueue(StoreFixture.message(deliveries.get(0).ref().messageId(), "shared"), deliveries);
    }
}
