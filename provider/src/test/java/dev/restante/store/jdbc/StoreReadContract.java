package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.note;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.IdLayout;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.model.StateCounts;
import dev.restante.option.QueueOption;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.EntityRepository;
import dev.restante.store.Membership;
import dev.restante.store.Membership.Joined;
import dev.restante.store.Place;
import dev.restante.store.Store;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for reads, entities and nodes. */
abstract class StoreReadContract {

    StoreFixture fixture;
    DeliveryReader reader;

    /** A store on an empty database of this test. */
    abstract Store openEmpty();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
        reader = fixture.store.deliveries();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    @Test
    @DisplayName("TTL-02 due deliveries come earliest first, within the limit, and never owned ones")
    void shouldFindDue() {
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.expiresAt = NOW + 100 - i;
            fixture.send(shape);
            expected.add(0, shape.id);
        }
        fixture.send();

        assertThat(ids(reader.due(NOW + 97, 10, Set.of()))).isEqualTo(expected.subList(0, 3));
        assertThat(ids(reader.due(NOW + 1_000, 2, Set.of()))).isEqualTo(expected.subList(0, 2));
        assertThat(reader.nextDue(Set.of())).hasValue(NOW + 95);
        fixture.acquire(100);
        assertThat(reader.due(NOW + 1_000, 10, Set.of())).isEmpty();
        assertThat(reader.nextDue(Set.of())).isEmpty();
    }

    @Test
    @DisplayName("TTL-10 deliveries without a deadline of their own are found by when they were enqueued")
    void shouldFindThoseThatFollowTheDefault() {
        List<Long> expected = new ArrayList<>();
        DeliveryState[] states = {DeliveryState.AVAILABLE, DeliveryState.SCHEDULED, DeliveryState.DEFERRED};
        for (int i = 0; i < 12; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.enqueuedAt = NOW + i;
            shape.position = IdLayout.firstPositionAt(NOW + i) + 5;
            shape.priority = (i * 7) % 10;
            shape.state = states[i % 3];
            shape.visibleAt = shape.state == DeliveryState.SCHEDULED ? NOW + i : 0;
            if (i % 4 == 3) {
                shape.expiresAt = NOW + i;
            } else {
                expected.add(shape.id);
            }
            fixture.send(shape);
        }
        long entityId = fixture.queue.id();

        assertThat(ids(reader.followingDefault(entityId, NOW + 100, 100))).isEqualTo(expected);
        assertThat(ids(reader.followingDefault(entityId, NOW + 5, 100))).isEqualTo(expected.subList(0, 5));
        assertThat(ids(reader.followingDefault(entityId, NOW + 100, 4))).isEqualTo(expected.subList(0, 4));
        assertThat(reader.followingDefault(entityId, NOW - 1, 100)).isEmpty();
        assertThat(reader.oldestFollowingDefault(List.of(entityId, fixture.queue.deadLetterQueueId())))
                .isEqualTo(Map.of(entityId, NOW));
        assertThat(reader.oldestFollowingDefault(List.of())).isEmpty();
    }

    @Test
    @DisplayName(
            "BEY-05 what is available is read by pages in retrieval order, with heads, behind a place for each priority")
    void shouldReadWhatIsAvailableByPages() {
        List<Delivery> sent = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.priority = i % 3;
            // Several share a position: then the id decides.
            shape.position = 1_000L - i / 6;
            shape.note = i % 5 == 0 ? note("again") : null;
            sent.add(fixture.send(shape));
        }
        fixture.acquire(4);
        List<Delivery> expected = sent.stream()
                .sorted(DeliveryRows.RETRIEVAL_ORDER)
                .skip(4)
                .filter(delivery -> reader.available(fixture.queue.id(), List.of(delivery.id()))
                                .size()
                        == 1)
                .toList();
        assertThat(expected).isNotEmpty();

        List<Candidate> found = new ArrayList<>();
        Map<Integer, Place> seen = new HashMap<>();
        for (List<Candidate> page = reader.available(fixture.queue.id(), seen, 7);
                !page.isEmpty();
                page = reader.available(fixture.queue.id(), seen, 7)) {
            assertThat(page).hasSizeLessThanOrEqualTo(7);
            found.addAll(page);
            page.forEach(each -> seen.put(each.delivery().priority(), Place.of(each.delivery())));
        }
        assertThat(found).extracting(Candidate::delivery).isEqualTo(expected);
        assertThat(found).allSatisfy(each -> assertThat(each.head().messageId())
                .isEqualTo("ID:" + each.delivery().ref().messageId()));

        StoreFixture.Shape urgent = fixture.shape();
        urgent.priority = 9;
        Delivery late = fixture.send(urgent);
        assertThat(reader.available(fixture.queue.id(), seen, 7))
                .extracting(Candidate::delivery)
                .containsExactly(late);
        assertThat(reader.available(fixture.queue.deadLetterQueueId(), Map.of(), 7))
                .isEmpty();
    }

    @Test
    @DisplayName("BEY-05 of the deliveries asked for only those are read that are available in the entity")
    void shouldReadWhatIsAvailableByIds() {
        Delivery acquired = fixture.sendAndAcquire();
        StoreFixture.Shape urgent = fixture.shape();
        urgent.priority = 9;
        StoreFixture.Shape later = fixture.shape();
        later.state = DeliveryState.SCHEDULED;
        later.visibleAt = NOW + 10;
        StoreFixture.Shape elsewhere = fixture.shape();
        elsewhere.entityId = fixture.queue.deadLetterQueueId();
        Delivery available = fixture.send();
        List<Delivery> all =
                List.of(acquired, available, fixture.send(urgent), fixture.send(later), fixture.send(elsewhere));

        assertThat(reader.available(fixture.queue.id(), ids(all)))
                .extracting(Candidate::delivery)
                .containsExactly(all.get(2), available);
    }

    @Test
    @DisplayName("browse pages through available and acquired deliveries in retrieval order, each once, with notes")
    void shouldBrowseByPages() {
        for (int i = 0; i < 40; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.priority = i % 3;
            // Several share a position: then the id decides.
            shape.position = 1_000L - i / 6;
            shape.note = i % 10 == 0 ? note("n" + i) : null;
            fixture.send(shape);
            if (i == 20) {
                assertThat(fixture.acquire(9)).hasSize(9);
            }
        }
        List<Delivery> whole = fixture.stored();
        assertThat(whole).hasSize(40).isSortedAccordingTo((a, b) -> {
            int byPriority = Integer.compare(b.priority(), a.priority());
            int byPosition = byPriority != 0 ? byPriority : Long.compare(a.position(), b.position());
            return byPosition != 0 ? byPosition : Long.compare(a.id(), b.id());
        });
        assertThat(whole.stream().filter(delivery -> delivery.state() == DeliveryState.ACQUIRED))
                .hasSize(9);
        assertThat(whole.stream().filter(delivery -> delivery.note() != null)).hasSize(4);

        List<Delivery> paged = new ArrayList<>();
        Delivery last = null;
        while (true) {
            List<Delivery> page = reader.browse(fixture.queue.id(), last, 7);
            if (page.isEmpty()) {
                break;
            }
            paged.addAll(page);
            last = page.get(page.size() - 1);
        }
        assertThat(paged).isEqualTo(whole);
    }

    @Test
    @DisplayName("RCV-11 deferred deliveries are listed by sequence number, page by page")
    void shouldListDeferred() {
        for (int i = 0; i < 5; i++) {
            fixture.send();
        }
        List<Delivery> acquired = fixture.acquire(5);
        for (Delivery delivery : acquired) {
            fixture.applied(new Change.Defer(delivery.ref(), 1, null));
        }
        long queue = fixture.queue.id();
        assertThat(ids(reader.listDeferred(queue, 0, 3)))
                .isEqualTo(ids(acquired).subList(0, 3));
        assertThat(ids(reader.listDeferred(queue, acquired.get(2).id(), 3)))
                .isEqualTo(ids(acquired).subList(3, 5));
        assertThat(reader.deferred(fixture.queue.deadLetterQueueId(), ids(acquired)))
                .isEmpty();
    }

    @Test
    @DisplayName("VIS-10 deliveries are counted by state")
    void shouldCount() {
        for (int i = 0; i < 6; i++) {
            fixture.send();
        }
        List<Delivery> acquired = fixture.acquire(4);
        fixture.applied(new Change.Defer(acquired.get(0).ref(), 1, null));
        fixture.applied(new Change.Release(acquired.get(1).ref(), 1, NOW + 5, null));
        assertThat(reader.counts(fixture.queue.id())).isEqualTo(new StateCounts(2, 2, 1, 1));
    }

    @Test
    @DisplayName("a queue comes with its dead-letter queue, found under its full name")
    void shouldCreateQueueWithDeadLetterQueue() {
        EntityRepository entities = fixture.store.entities();
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.LOCK_DURATION, Duration.ofMillis(1_500))
                .with(QueueOption.MAX_DELIVERY_COUNT, 3)
                .with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofDays(14))
                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                .with(new RedeliveryBackOff(Duration.ofSeconds(1), 2.5, Duration.ofMinutes(1), 0.25))
                .with(QueueOption.DEAD_LETTER_TO, "a\\b\nc=d");
        Entity queue = entities.createQueue("invoices", options);
        String fullName = "invoices" + DestinationName.DEAD_LETTER_SUFFIX;
        Entity dlq = entities.find(EntityKind.DEAD_LETTER_QUEUE, fullName).orElseThrow();

        assertThat(queue.options()).isEqualTo(options);
        assertThat(dlq.id()).isEqualTo(queue.deadLetterQueueId());
        assertThat(dlq.parentId()).isEqualTo(queue.id());
        assertThat(entities.find(queue.id())).contains(queue);
        assertThat(entities.createQueue("invoices", EntityOptions.DEFAULT)).isEqualTo(queue);
        assertThat(entities.find(EntityKind.TOPIC, "invoices")).isEmpty();
        assertThat(entities.list())
                .extracting(Entity::name)
                .containsExactly("invoices", fullName, "orders", "orders" + DestinationName.DEAD_LETTER_SUFFIX);
    }

    @Test
    @DisplayName("of several that create a queue at once, one does, and all get it")
    void shouldCreateQueueOnce() {
        List<CompletableFuture<Entity>> creations = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            creations.add(CompletableFuture.supplyAsync(
                    () -> fixture.store.entities().createQueue("contested", EntityOptions.DEFAULT)));
        }
        assertThat(creations.stream().map(CompletableFuture::join).distinct()).hasSize(1);
        assertThat(fixture.store.entities().list()).hasSize(4);
    }

    @Test
    @DisplayName("altered options are stored and counted")
    void shouldAlter() {
        EntityOptions options = fixture.queue.options().with(QueueOption.MAX_DELIVERY_COUNT, 77);
        Entity altered =
                fixture.store.entities().alter(fixture.queue.id(), options).orElseThrow();
        assertThat(altered.options()).isEqualTo(options);
        assertThat(altered.version()).isEqualTo(fixture.queue.version() + 1);
        assertThat(fixture.store.entities().alter(999, options)).isEmpty();
    }

    @Test
    @DisplayName("a deleted queue takes its dead-letter queue, its deliveries and its messages along, however many")
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
        Entity again = fixture.store.entities().createQueue("orders", EntityOptions.DEFAULT);
        assertThat(again.id()).isGreaterThan(fixture.queue.deadLetterQueueId());
    }

    @Test
    @DisplayName("incarnations increase, node numbers are the lowest that no live node has")
    void shouldJoin() {
        Membership membership = fixture.store.membership();
        boolean exclusive = fixture.store.traits().exclusive();
        Joined second = membership.join("second", NOW + 10_000, 2);
        Joined third = membership.join("third", NOW + 10_000, 2);

        assertThat(fixture.node.incarnation()).isLessThan(second.incarnation());
        assertThat(second.incarnation()).isLessThan(third.incarnation());
        assertThat(List.of(fixture.node.nodeNumber(), second.nodeNumber(), third.nodeNumber()))
                .isEqualTo(exclusive ? List.of(0, 0, 0) : List.of(0, 1, 2));
        assertThat(membership.dead())
                .isEqualTo(exclusive ? List.of(fixture.node.incarnation(), second.incarnation()) : List.of());
        membership.leave(second.incarnation(), Membership.NOT_KEPT);
        Joined fourth = membership.join("fourth", NOW, 1);
        assertThat(fourth.incarnation()).isGreaterThan(third.incarnation());
        assertThat(fourth.nodeNumber()).isEqualTo(exclusive ? 0 : 1);
    }

    @Test
    @DisplayName("the highest id survives the incarnation that made it")
    void shouldRememberTheHighestId() {
        long highest = fixture.newId();
        fixture.send();
        fixture.store.membership().leave(fixture.node.incarnation(), Membership.NOT_KEPT);
        assertThat(fixture.store.membership().join("next", NOW, 1).highestId()).isGreaterThan(highest);
    }

    @Test
    @DisplayName("RCV-14 a lease can be renewed until its node is declared dead")
    void shouldRenewUntilDead() {
        Membership membership = fixture.store.membership();
        long incarnation = fixture.node.incarnation();
        assertThat(membership.renewLease(incarnation, NOW + 20_000)).isTrue();
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_000)).isEmpty();
        assertThat(membership.dead()).isEmpty();
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_001)).containsExactly(incarnation);
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_001)).isEmpty();
        assertThat(membership.renewLease(incarnation, NOW + 90_000)).isFalse();
        assertThat(membership.dead()).containsExactly(incarnation);
    }

    @Test
    @DisplayName("RCV-13 what a dead incarnation owned is released in bounded batches, uncounted and suspect")
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
        assertThat(membership.releaseDead(dead, 100, NOW)).isEmpty();
        membership.declareDead(Long.MIN_VALUE, NOW + 10_001);

        assertThat(membership.releaseDead(dead, 3, NOW)).containsExactly(fixture.queue.id());
        assertThat(reader.counts(fixture.queue.id())).isEqualTo(new StateCounts(4, 2, 0, 0));
        assertThat(membership.releaseDead(dead, 3, NOW)).containsExactly(fixture.queue.id());
        assertThat(membership.dead()).containsExactly(dead);
        assertThat(membership.releaseDead(dead, 3, NOW)).isEmpty();
        assertThat(membership.dead()).isEmpty();

        List<Delivery> stored = fixture.stored();
        assertThat(ids(stored)).hasSize(6).containsAll(ids(acquired));
        assertThat(stored)
                .filteredOn(delivery -> delivery.id() != untouched.id())
                .allSatisfy(delivery -> {
                    assertThat(delivery.suspect()).isTrue();
                    assertThat(delivery.deliveryCount()).isEqualTo(2);
                    assertThat(delivery.ref().owned()).isFalse();
                });
        assertThat(reader.nextDue(Set.of())).hasValue(NOW + 50);
    }

    @Test
    @DisplayName("a node that leaves without having given everything back is treated as dead")
    void shouldNotForgetALeaverThatOwns() {
        fixture.sendAndAcquire();
        Membership membership = fixture.store.membership();
        membership.leave(fixture.node.incarnation(), Membership.NOT_KEPT);
        assertThat(membership.dead()).containsExactly(fixture.node.incarnation());
        membership.releaseDead(fixture.node.incarnation(), 10, NOW);
        assertThat(reader.counts(fixture.queue.id()).available()).isEqualTo(1);
    }

    @Test
    @DisplayName("the store's clock runs")
    void shouldTellTheTime() {
        long before = System.currentTimeMillis();
        assertThat(fixture.store.membership().storeMillis()).isBetween(before - 5_000, before + 5_000);
    }
}
