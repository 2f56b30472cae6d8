package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.model.StateCounts;
import dev.restante.option.QueueOption;
import dev.restante.store.Change;
import dev.restante.store.EntityRepository;
import dev.restante.store.Membership;
import dev.restante.store.Membership.JoinedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class StoreEntityContract extends StoreReadFixture {

    @Test
    @DisplayName("a queue is created with its dead-letter queue, which has the full name")
    void shouldCreateQueueWithDeadLetterQueue() {
        EntityRepository entities = fixture.store.entities();
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.LOCK_DURATION, Duration.ofMillis(1_500))
                .with(QueueOption.MAX_DELIVERY_COUNT, 3)
                .with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofDays(14))
                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                .with(new RedeliveryBackOff(Duration.ofSeconds(1), 2.5, Duration.ofMinutes(1), 0.25))
                .with(QueueOption.DEAD_LETTER_TO, "a\\b\nc=d");
        Entity queue = entities.findOrCreateQueue("invoices", options);
        String fullName = "invoices" + DestinationName.DEAD_LETTER_SUFFIX;
        Entity dlq = entities.find(EntityKind.DEAD_LETTER_QUEUE, fullName).orElseThrow();

        assertThat(queue.options()).isEqualTo(options);
        assertThat(dlq.id()).isEqualTo(queue.deadLetterQueueId());
        assertThat(dlq.parentId()).isEqualTo(queue.id());
        assertThat(entities.find(queue.id())).contains(queue);
        assertThat(entities.findOrCreateQueue("invoices", EntityOptions.DEFAULT))
                .isEqualTo(queue);
        assertThat(entities.find(EntityKind.TOPIC, "invoices")).isEmpty();
        assertThat(entities.list())
                .extracting(Entity::name)
                .containsExactly("invoices", fullName, "orders", "orders" + DestinationName.DEAD_LETTER_SUFFIX);
    }

    @Test
    @DisplayName("several callers that create one queue at the same time all get that queue")
    void shouldCreateQueueOnce() {
        List<CompletableFuture<Entity>> creations = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            creations.add(CompletableFuture.supplyAsync(
                    () -> fixture.store.entities().findOrCreateQueue("contested", EntityOptions.DEFAULT)));
        }
        assertThat(creations.stream().map(CompletableFuture::join).distinct()).hasSize(1);
        assertThat(fixture.store.entities().list()).hasSize(4);
    }

    @Test
    @DisplayName("altered options are stored with a new version, and an outdated alteration is rejected")
    void shouldAlter() {
        EntityOptions options = fixture.queue.options().with(QueueOption.MAX_DELIVERY_COUNT, 77);
        Entity altered = fixture.store.entities().alter(fixture.queue, options).orElseThrow();
        assertThat(altered.options()).isEqualTo(options);
        assertThat(altered.version()).isEqualTo(fixture.queue.version() + 1);
        EntityOptions others = options.with(QueueOption.MAX_DELIVERY_COUNT, 7);
        assertThat(fixture.store.entities().alter(fixture.queue, others))
                .as("an entity that was altered meanwhile")
                .isEmpty();
        assertThat(fixture.store.entities().alter(altered, others).orElseThrow().options())
                .isEqualTo(others);
    }

    @Test
    @DisplayName("a deleted queue is removed with its dead-letter queue, all its deliveries and all its messages")
    void shouldDelete() {
        List<Change> changes = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.entityId = i % 2 == 0 || i < 1_005 ? fixture.queue.id() : fixture.queue.deadLetterQueueId();
            ids.add(shape.id);
            changes.add(StoreFixture.enqueue(shape.build()));
        }
        fixture.applied(changes.toArray(Change[]::new));

        assertThat(fixture.store.entities().delete(fixture.queue.id())).isTrue();
        assertThat(fixture.store.entities().list()).isEmpty();
        assertThat(reader.messages(ids)).isEmpty();
        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.store.entities().delete(fixture.queue.id())).isFalse();
        Entity again = fixture.store.entities().findOrCreateQueue("orders", EntityOptions.DEFAULT);
        assertThat(again.id()).isGreaterThan(fixture.queue.deadLetterQueueId());
    }

    @Test
    @DisplayName("incarnations increase, and a node number is the lowest that no live node has")
    void shouldJoin() {
        Membership membership = fixture.store.membership();
        boolean exclusive = fixture.store.capabilities().exclusive();
        JoinedNode second = membership.join("second", NOW + 10_000, 2);
        JoinedNode third = membership.join("third", NOW + 10_000, 2);

        assertThat(fixture.node.incarnation()).isLessThan(second.incarnation());
        assertThat(second.incarnation()).isLessThan(third.incarnation());
        assertThat(List.of(fixture.node.nodeNumber(), second.nodeNumber(), third.nodeNumber()))
                .isEqualTo(exclusive ? List.of(0, 0, 0) : List.of(0, 1, 2));
        assertThat(membership.deadIncarnations())
                .isEqualTo(exclusive ? List.of(fixture.node.incarnation(), second.incarnation()) : List.of());
        membership.leave(second.incarnation(), Membership.OUTCOMES_NOT_KEPT);
        JoinedNode fourth = membership.join("fourth", NOW, 1);
        assertThat(fourth.incarnation()).isGreaterThan(third.incarnation());
        assertThat(fourth.nodeNumber()).isEqualTo(exclusive ? 0 : 1);
    }

    @Test
    @DisplayName("the highest id outlasts the incarnation that created it")
    void shouldRememberTheHighestId() {
        long highest = fixture.newId();
        fixture.send();
        fixture.store.membership().leave(fixture.node.incarnation(), Membership.OUTCOMES_NOT_KEPT);
        assertThat(fixture.store.membership().join("next", NOW, 1).highestId()).isGreaterThan(highest);
    }

    @Test
    @DisplayName("RCV-14 a node can renew its lease until it is declared dead")
    void shouldRenewUntilDead() {
        Membership membership = fixture.store.membership();
        long incarnation = fixture.node.incarnation();
        assertThat(membership.renewLease(incarnation, NOW + 20_000)).isTrue();
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_000)).isEmpty();
        assertThat(membership.deadIncarnations()).isEmpty();
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_001)).containsExactly(incarnation);
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_001)).isEmpty();
        assertThat(membership.renewLease(incarnation, NOW + 90_000)).isFalse();
        assertThat(membership.deadIncarnations()).containsExactly(incarnation);
    }

    @Test
    @DisplayName("RCV-13 deliveries of a dead node are released in bounded batches, suspect and with unchanged count")
    void shouldReleaseTheDead() {
        for (int i = 0; i < 5; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.expiresAt = NOW + 50;
            shape.count = 2;
            fixture.send(shape);
        }
        List<Delivery> acquired = fixture.acquire(5);
        Delivery untouched = fixture.send();
        Membership membership = fixture.store.membership();
        long dead = fixture.node.incarnation();
        assertThat(membership.releaseOfDead(dead, 100, NOW)).isEmpty();
        membership.declareDead(Long.MIN_VALUE, NOW + 10_001);

        assertThat(membership.releaseOfDead(dead, 3, NOW)).containsExactly(fixture.queue.id());
        assertThat(reader.counts(fixture.queue.id())).isEqualTo(new StateCounts(4, 2, 0, 0));
        assertThat(membership.releaseOfDead(dead, 3, NOW)).containsExactly(fixture.queue.id());
        assertThat(membership.deadIncarnations()).containsExactly(dead);
        assertThat(membership.releaseOfDead(dead, 3, NOW)).isEmpty();
        assertThat(membership.deadIncarnations()).isEmpty();

        List<Delivery> stored = fixture.stored();
        assertThat(ids(stored)).hasSize(6).containsAll(ids(acquired));
        assertThat(stored)
                .filteredOn(delivery -> delivery.id() != untouched.id())
                .allSatisfy(delivery -> {
                    assertThat(delivery.redeliverySuspected()).isTrue();
                    assertThat(delivery.deliveryCount()).isEqualTo(2);
                    assertThat(delivery.ref().owned()).isFalse();
                });
        assertThat(reader.nextDueMillis(Set.of())).hasValue(NOW + 50);
    }

    @Test
    @DisplayName("a node that leaves while it owns deliveries is treated as dead")
    void shouldNotForgetALeaverThatOwns() {
        fixture.sendAndAcquire();
        Membership membership = fixture.store.membership();
        membership.leave(fixture.node.incarnation(), Membership.OUTCOMES_NOT_KEPT);
        assertThat(membership.deadIncarnations()).containsExactly(fixture.node.incarnation());
        membership.releaseOfDead(fixture.node.incarnation(), 10, NOW);
        assertThat(reader.counts(fixture.queue.id()).available()).isEqualTo(1);
    }

    @Test
    @DisplayName("the store reports the current time")
    void shouldTellTheTime() {
        long before = System.currentTimeMillis();
        assertThat(fixture.store.membership().storeMillis()).isBetween(before - 5_000, before + 5_000);
    }
}
