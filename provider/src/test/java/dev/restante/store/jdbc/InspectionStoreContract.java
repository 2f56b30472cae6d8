package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.note;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.NodeRequestRepository.Kind;
import dev.restante.store.NodeRequestRepository.Request;
import dev.restante.store.Store;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for administrators. */
abstract class InspectionStoreContract {

    StoreFixture fixture;
    DeliveryInspector inspector;

    /** A store on an empty database of this test. */
    abstract Store openEmpty();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
        inspector = fixture.store.inspector();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    private Delivery send(DeliveryState state, int priority, long enqueuedAt) {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = state;
        shape.priority = priority;
        shape.enqueuedAt = enqueuedAt;
        shape.visibleAt = state == DeliveryState.SCHEDULED ? NOW + 1_000 : 0;
        return fixture.send(shape);
    }

    /** Born acquired. */
    private Delivery bear() {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.ACQUIRED;
        shape.owner = fixture.node.incarnation();
        shape.acquisition = 1;
        return fixture.send(shape);
    }

    @Test
    @DisplayName("BEY-04 deliveries in one state come in retrieval order, page by page")
    void shouldPageThroughAState() {
        Delivery low = send(DeliveryState.SCHEDULED, 1, NOW);
        Delivery first = send(DeliveryState.SCHEDULED, 9, NOW);
        Delivery second = send(DeliveryState.SCHEDULED, 9, NOW);
        send(DeliveryState.AVAILABLE, 9, NOW);
        long queue = fixture.queue.id();
        List<Delivery> page = inspector.inState(queue, DeliveryState.SCHEDULED, null, 2);
        assertThat(ids(page)).containsExactly(first.id(), second.id());
        assertThat(ids(inspector.inState(queue, DeliveryState.SCHEDULED, page.get(1), 2)))
                .containsExactly(low.id());
        assertThat(inspector.inState(queue, DeliveryState.SCHEDULED, low, 2)).isEmpty();
        assertThat(inspector.inState(queue, DeliveryState.DEFERRED, null, 2)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 acquired deliveries are found however they were acquired, with the heads of their messages")
    void shouldFindAcquired() {
        Delivery acquired = fixture.sendAndAcquire();
        Delivery born = bear();
        long queue = fixture.queue.id();
        List<Delivery> page = inspector.inState(queue, DeliveryState.ACQUIRED, null, 10);
        assertThat(ids(page)).containsExactly(acquired.id(), born.id());
        assertThat(ids(inspector.inState(queue, DeliveryState.ACQUIRED, page.get(0), 10)))
                .containsExactly(born.id());
        assertThat(ids(inspector.find(queue, List.of(born.id(), acquired.id(), 4711L))))
                .containsExactly(acquired.id(), born.id());
        assertThat(inspector.find(queue + 1, List.of(born.id()))).isEmpty();
        assertThat(inspector.withHeads(page)).extracting(Candidate::head).allSatisfy(head -> assertThat(head)
                .isNotNull());
    }

    @Test
    @DisplayName("VIS-10 the oldest is looked for among the first of each priority")
    void shouldFindTheOldest() {
        long queue = fixture.queue.id();
        assertThat(inspector.oldestAvailable(queue)).isEmpty();
        send(DeliveryState.DEFERRED, 4, NOW - 90);
        send(DeliveryState.AVAILABLE, 9, NOW - 10);
        send(DeliveryState.AVAILABLE, 1, NOW - 50);
        send(DeliveryState.AVAILABLE, 9, NOW - 5);
        assertThat(inspector.oldestAvailable(queue)).hasValue(NOW - 50);
    }

    @Test
    @DisplayName("VIS-10 reasons are counted, the most frequent first")
    void shouldCountReasons() {
        Entity elsewhere = fixture.store.entities().createQueue("elsewhere", EntityOptions.DEFAULT);
        for (String reason : new String[] {"A", "B", "B", "B", "A", "C"}) {
            StoreFixture.Shape shape = fixture.shape();
            shape.note = note(reason);
            fixture.send(shape);
        }
        fixture.send();
        assertThat(inspector.reasons(fixture.queue.id(), 2)).containsExactly(Map.entry("B", 3L), Map.entry("A", 2L));
        assertThat(inspector.reasons(fixture.queue.id(), 9)).hasSize(4).containsEntry("", 1L);
        assertThat(inspector.reasons(elsewhere.id(), 9)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 an entity is deleted as empty only if neither it nor its dead-letter queue has a delivery")
    void shouldDeleteEmptyOnly() {
        long queue = fixture.queue.id();
        Delivery born = bear();
        assertThat(inspector.anyOf(queue)).isTrue();
        assertThat(fixture.store.entities().deleteEmpty(queue)).isFalse();
        fixture.applied(new Change.Complete(born.ref()));
        assertThat(inspector.anyOf(queue)).isFalse();

        StoreFixture.Shape dead = fixture.shape();
        dead.entityId = fixture.queue.deadLetterQueueId();
        Delivery buried = fixture.send(dead);
        assertThat(fixture.store.entities().deleteEmpty(queue)).isFalse();
        fixture.applied(new Change.Discard(buried.ref()));
        assertThat(fixture.store.entities().deleteEmpty(queue)).isTrue();
        assertThat(fixture.store.entities().find(queue)).isEmpty();
        assertThat(fixture.store.entities().deleteEmpty(queue)).isTrue();
    }

    @Test
    @DisplayName("BEY-04 what exists is not added again")
    void shouldAddOnce() {
        assertThat(fixture.store.entities().addQueue("orders", EntityOptions.DEFAULT))
                .isEmpty();
        assertThat(fixture.store.entities().addQueue("new", EntityOptions.DEFAULT))
                .isPresent();
        assertThat(fixture.store.entities().addQueue("new", EntityOptions.DEFAULT))
                .isEmpty();
        assertThat(fixture.store.entities().addTopic("new", EntityOptions.DEFAULT))
                .isPresent();
        assertThat(fixture.store.entities().addTopic("new", EntityOptions.DEFAULT))
                .isEmpty();
    }

    @Test
    @DisplayName("BEY-04 a request is read by its addressee until it has answered or the author has withdrawn it")
    void shouldKeepRequests() {
        NodeRequestRepository requests = fixture.store.requests();
        Request first = new Request(11, 1, Kind.BREAK_LOCK, 2, 3, null);
        Request second = new Request(12, 1, Kind.DISCARD_HELD, 2, 3, "a = 1");
        Request other = new Request(13, 2, Kind.DISCARD_BUFFERED, 2, 3, null);
        List.of(first, second, other).forEach(requests::ask);
        assertThat(requests.asked(1)).containsExactly(first, second);
        assertThat(requests.answerOf(11)).isEmpty();
        requests.answer(11, 5);
        assertThat(requests.answerOf(11)).hasValue(5);
        assertThat(requests.asked(1)).containsExactly(second);
        requests.withdraw(12);
        assertThat(requests.asked(1)).isEmpty();
        requests.forgetBefore(13);
        assertThat(requests.answerOf(11)).isEmpty();
        assertThat(requests.asked(2)).containsExactly(other);
    }
}
