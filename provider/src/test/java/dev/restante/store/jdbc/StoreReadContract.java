package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.note;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.IdLayout;
import dev.restante.model.StateCounts;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.Place;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for reads of messages and of their numbers. */
abstract class StoreReadContract extends StoreReadFixture {

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
    @DisplayName("many entities are asked at once whether anything is available of them")
    void shouldKnowWhereAnythingIsAvailable() {
        long entityId = fixture.queue.id();
        List<Long> both = List.of(entityId, fixture.queue.deadLetterQueueId());
        assertThat(reader.havingAvailable(both, 0)).isEmpty();
        StoreFixture.Shape scheduled = fixture.shape();
        scheduled.state = DeliveryState.SCHEDULED;
        scheduled.visibleAt = NOW;
        fixture.send(scheduled);
        assertThat(reader.havingAvailable(both, 0)).isEmpty();
        for (int i = 0; i < 3; i++) {
            fixture.send(fixture.shape());
        }
        assertThat(reader.havingAvailable(both, 0)).containsExactly(entityId);
        assertThat(reader.havingAvailable(List.of(entityId + 1_000_000), 0)).isEmpty();
        assertThat(reader.havingAvailable(List.of(), 0)).isEmpty();
        assertThat(reader.havingAvailable(
                        LongStream.range(entityId, entityId + 300).boxed().toList(), 0))
                .containsExactly(entityId);
        StoreFixture.Shape last = fixture.shape();
        last.priority = 0;
        last.position = IdLayout.firstPositionAt(NOW + 1_000_000);
        fixture.send(last);
        assertThat(reader.havingAvailable(both, last.position)).containsExactly(entityId);
        assertThat(reader.havingAvailable(both, last.position + 1)).isEmpty();
        fixture.acquire(4);
        assertThat(reader.havingAvailable(both, 0)).isEmpty();
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
}
