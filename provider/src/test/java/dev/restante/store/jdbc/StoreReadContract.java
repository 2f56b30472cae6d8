package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.annotations;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.IdLayout;
import dev.restante.model.StateCounts;
import dev.restante.store.Change;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.SelectorCandidate;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class StoreReadContract extends StoreReadFixture {

    @Test
    @DisplayName("TTL-02 due deliveries are returned earliest first, within the limit, and without acquired deliveries")
    void shouldFindDue() {
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.expiresAt = NOW + 100 - i;
            fixture.send(shape);
            expected.add(0, shape.id);
        }
        fixture.send();

        assertThat(ids(reader.dueDeliveries(NOW + 97, 10, Set.of()))).isEqualTo(expected.subList(0, 3));
        assertThat(ids(reader.dueDeliveries(NOW + 1_000, 2, Set.of()))).isEqualTo(expected.subList(0, 2));
        assertThat(reader.nextDueMillis(Set.of())).hasValue(NOW + 95);
        fixture.acquire(100);
        assertThat(reader.dueDeliveries(NOW + 1_000, 10, Set.of())).isEmpty();
        assertThat(reader.nextDueMillis(Set.of())).isEmpty();
    }

    @Test
    @DisplayName("TTL-10 deliveries without an expiry time of their own are found by their enqueue time")
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

        assertThat(ids(reader.withDefaultTimeToLive(entityId, NOW + 100, Long.MAX_VALUE, 100)))
                .isEqualTo(expected);
        assertThat(ids(reader.withDefaultTimeToLive(entityId, NOW + 5, Long.MAX_VALUE, 100)))
                .isEqualTo(expected.subList(0, 5));
        assertThat(ids(reader.withDefaultTimeToLive(entityId, NOW + 100, Long.MAX_VALUE, 4)))
                .isEqualTo(expected.subList(0, 4));
        assertThat(ids(reader.withDefaultTimeToLive(entityId, NOW + 100, IdLayout.lastPositionAt(NOW + 5), 100)))
                .as("deliveries up to a position")
                .isEqualTo(expected.subList(0, 5));
        assertThat(reader.withDefaultTimeToLive(entityId, NOW - 1, Long.MAX_VALUE, 100))
                .isEmpty();
        assertThat(reader.oldestWithDefaultTimeToLive(List.of(entityId, fixture.queue.deadLetterQueueId())))
                .isEqualTo(Map.of(entityId, NOW));
        assertThat(reader.oldestWithDefaultTimeToLive(List.of())).isEmpty();
    }

    @Test
    @DisplayName("one query finds the entities with available deliveries among many entities")
    void shouldKnowWhereAnythingIsAvailable() {
        long entityId = fixture.queue.id();
        List<Long> both = List.of(entityId, fixture.queue.deadLetterQueueId());
        assertThat(reader.entitiesWithAvailable(both, 0)).isEmpty();
        StoreFixture.Shape scheduled = fixture.shape();
        scheduled.state = DeliveryState.SCHEDULED;
        scheduled.visibleAt = NOW;
        fixture.send(scheduled);
        assertThat(reader.entitiesWithAvailable(both, 0)).isEmpty();
        for (int i = 0; i < 3; i++) {
            fixture.send(fixture.shape());
        }
        assertThat(reader.entitiesWithAvailable(both, 0)).containsExactly(entityId);
        assertThat(reader.entitiesWithAvailable(List.of(entityId + 1_000_000), 0))
                .isEmpty();
        assertThat(reader.entitiesWithAvailable(List.of(), 0)).isEmpty();
        assertThat(reader.entitiesWithAvailable(
                        LongStream.range(entityId, entityId + 300).boxed().toList(), 0))
                .containsExactly(entityId);
        StoreFixture.Shape last = fixture.shape();
        last.priority = 0;
        last.position = IdLayout.firstPositionAt(NOW + 1_000_000);
        fixture.send(last);
        assertThat(reader.entitiesWithAvailable(both, last.position)).containsExactly(entityId);
        assertThat(reader.entitiesWithAvailable(both, last.position + 1)).isEmpty();
        fixture.acquire(4);
        assertThat(reader.entitiesWithAvailable(both, 0)).isEmpty();
    }

    @Test
    @DisplayName(
            "BEY-05 available deliveries are read page by page in retrieval order, after a position in each priority")
    void shouldReadWhatIsAvailableByPages() {
        List<Delivery> sent = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.priority = i % 3;
            // Several deliveries share a position, so that the id decides.
            shape.position = 1_000L - i / 6;
            shape.annotations = i % 5 == 0 ? annotations("again") : null;
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

        List<SelectorCandidate> found = new ArrayList<>();
        Map<Integer, RetrievalPosition> seen = new HashMap<>();
        for (List<SelectorCandidate> page = reader.available(fixture.queue.id(), seen, 7);
                !page.isEmpty();
                page = reader.available(fixture.queue.id(), seen, 7)) {
            assertThat(page).hasSizeLessThanOrEqualTo(7);
            found.addAll(page);
            page.forEach(each -> seen.put(each.delivery().priority(), RetrievalPosition.of(each.delivery())));
        }
        assertThat(found).extracting(SelectorCandidate::delivery).isEqualTo(expected);
        assertThat(found).allSatisfy(each -> assertThat(each.header().messageId())
                .isEqualTo("ID:" + each.delivery().ref().messageId()));

        StoreFixture.Shape urgent = fixture.shape();
        urgent.priority = 9;
        Delivery late = fixture.send(urgent);
        assertThat(reader.available(fixture.queue.id(), seen, 7))
                .extracting(SelectorCandidate::delivery)
                .containsExactly(late);
        assertThat(reader.available(fixture.queue.deadLetterQueueId(), Map.of(), 7))
                .isEmpty();
    }

    @Test
    @DisplayName("BEY-05 a read by ids returns only deliveries that are available in the entity")
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
                .extracting(SelectorCandidate::delivery)
                .containsExactly(all.get(2), available);
    }

    @Test
    @DisplayName("browsing returns each available or acquired delivery once, page by page in retrieval order")
    void shouldBrowseByPages() {
        for (int i = 0; i < 40; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.priority = i % 3;
            // Several deliveries share a position, so that the id decides.
            shape.position = 1_000L - i / 6;
            shape.annotations = i % 10 == 0 ? annotations("n" + i) : null;
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
        assertThat(whole.stream().filter(delivery -> delivery.annotations() != null))
                .hasSize(4);

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
        assertThat(ids(reader.deferredAfter(queue, 0, 3)))
                .isEqualTo(ids(acquired).subList(0, 3));
        assertThat(ids(reader.deferredAfter(queue, acquired.get(2).id(), 3)))
                .isEqualTo(ids(acquired).subList(3, 5));
        assertThat(reader.deferredByNumber(fixture.queue.deadLetterQueueId(), ids(acquired)))
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
}
