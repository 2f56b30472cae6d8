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
import dev.restante.store.SubscriptionRepository.Joined;
import dev.restante.store.SubscriptionRepository.Wanted;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A topic on an empty store, and its subscriptions. */
public abstract class SubscriptionStoreFixture {

    StoreFixture fixture;
    SubscriptionRepository subscriptions;
    Entity topic;
    long me;

    /** A store on an empty database of this test. */
    abstract Store openEmpty();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
        subscriptions = fixture.store.subscriptions();
        topic = fixture.store.entities().createTopic("news", EntityOptions.DEFAULT);
        me = fixture.node.incarnation();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    static Wanted wanted(Entity topic, SubscriptionKind kind, String name, String selector, boolean noLocal) {
        return new Wanted(
                topic.id(),
                name,
                topic.name() + "/Subscriptions/" + name + "/$DeadLetterQueue",
                new Subscription(kind, "client", name, selector, noLocal, null));
    }

    Wanted wanted(SubscriptionKind kind, String name) {
        return wanted(topic, kind, name, null, false);
    }

    Entity joined(Wanted wanted) {
        return ((Joined) subscriptions.join(wanted, me)).subscription();
    }

    List<Entity> all() {
        return subscriptions.read(topic.id()).orElseThrow().subscriptions();
    }

    /** One message with a delivery to each of some entities. */
    public static List<Delivery> deliveries(StoreFixture fixture, Entity... entities) {
        long messageId = fixture.newId();
        List<Delivery> deliveries = new ArrayList<>();
        for (Entity entity : entities) {
            StoreFixture.Shape shape = fixture.shape();
            shape.entityId = entity.id();
            shape.position = messageId;
            Delivery single = shape.build();
            DeliveryRef ref = new DeliveryRef(single.id(), messageId, false, DeliveryRef.NOBODY, 0);
            deliveries.add(single.with(ref, DeliveryState.AVAILABLE));
        }
        return deliveries;
    }

    public static Change.Enqueue enqueue(List<Delivery> deliveries) {
        return new Change.Enqueue(StoreFixture.message(deliveries.get(0).ref().messageId(), "shared"), deliveries);
    }
}
