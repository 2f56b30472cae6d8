package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.annotations;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.store.Change;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.EntityRepository.EmptyDeletionResult;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.NodeRequestRepository.NodeRequest;
import dev.restante.store.NodeRequestRepository.NodeRequestKind;
import dev.restante.store.SelectorCandidate;
import dev.restante.store.Store;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of administrative queries, which every database must pass. */
abstract class InspectionStoreContract {

    StoreFixture fixture;
    DeliveryInspector inspector;

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

    /** Sends a direct delivery, which is inserted already acquired. */
    private Delivery sendDirect() {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.ACQUIRED;
        shape.owner = fixture.node.incarnation();
        shape.acquisition = 1;
        return fixture.send(shape);
    }

    @Test
    @DisplayName("BEY-04 deliveries in one state are listed in retrieval order, page by page")
    void shouldPageThroughAState() {
        Delivery low = send(DeliveryState.SCHEDULED, 1, NOW);
        Delivery first = send(DeliveryState.SCHEDULED, 9, NOW);
        Delivery second = send(DeliveryState.SCHEDULED, 9, NOW);
        send(DeliveryState.AVAILABLE, 9, NOW);
        long queue = fixture.queue.id();
        List<Delivery> page = inspector.byState(queue, DeliveryState.SCHEDULED, null, 2);
        assertThat(ids(page)).containsExactly(first.id(), second.id());
        assertThat(ids(inspector.byState(queue, DeliveryState.SCHEDULED, page.get(1), 2)))
                .containsExactly(low.id());
        assertThat(inspector.byState(queue, DeliveryState.SCHEDULED, low, 2)).isEmpty();
        assertThat(inspector.byState(queue, DeliveryState.DEFERRED, null, 2)).isEmpty();
    }

    @Test
    @DisplayName(
            "BEY-04 direct deliveries and other acquired deliveries are listed, with the headers of their messages")
    void shouldFindAcquired() {
        Delivery acquired = fixture.sendAndAcquire();
        Delivery direct = sendDirect();
        long queue = fixture.queue.id();
        List<Delivery> page = inspector.byState(queue, DeliveryState.ACQUIRED, null, 10);
        assertThat(ids(page)).containsExactly(acquired.id(), direct.id());
        assertThat(ids(inspector.byState(queue, DeliveryState.ACQUIRED, page.get(0), 10)))
                .containsExactly(direct.id());
        assertThat(ids(inspector.byIds(queue, List.of(direct.id(), acquired.id(), 4711L))))
                .containsExactly(acquired.id(), direct.id());
        assertThat(inspector.byIds(queue + 1, List.of(direct.id()))).isEmpty();
        assertThat(inspector.withHeaders(page))
                .extracting(SelectorCandidate::header)
                .allSatisfy(header -> assertThat(header).isNotNull());
    }

    @Test
    @DisplayName("VIS-10 the oldest available message is found in any priority")
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
    @DisplayName("VIS-10 dead-letter reasons are counted and listed by frequency")
    void shouldCountReasons() {
        Entity elsewhere = fixture.store.entities().findOrCreateQueue("elsewhere", EntityOptions.DEFAULT);
        for (String reason : new String[] {"A", "B", "B", "B", "A", "C"}) {
            StoreFixture.Shape shape = fixture.shape();
            shape.annotations = annotations(reason);
            fixture.send(shape);
        }
        fixture.send();
        assertThat(inspector.deadLetterReasons(fixture.queue.id(), 2))
                .containsExactly(Map.entry("B", 3L), Map.entry("A", 2L));
        assertThat(inspector.deadLetterReasons(fixture.queue.id(), 9))
                .hasSize(4)
                .containsEntry("", 1L);
        assertThat(inspector.deadLetterReasons(elsewhere.id(), 9)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 an entity is deleted as empty only if it and its dead-letter queue have no delivery")
    void shouldDeleteEmptyOnly() {
        long queue = fixture.queue.id();
        Delivery direct = sendDirect();
        assertThat(inspector.hasDeliveries(queue)).isTrue();
        assertThat(fixture.store.entities().deleteEmpty(queue)).isEqualTo(EmptyDeletionResult.HAS_DELIVERIES);
        fixture.applied(new Change.Complete(direct.ref()));
        assertThat(inspector.hasDeliveries(queue)).isFalse();

        StoreFixture.Shape dead = fixture.shape();
        dead.entityId = fixture.queue.deadLetterQueueId();
        Delivery buried = fixture.send(dead);
        assertThat(fixture.store.entities().deleteEmpty(queue)).isEqualTo(EmptyDeletionResult.HAS_DELIVERIES);
        fixture.applied(new Change.Discard(buried.ref()));
        assertThat(fixture.store.entities().deleteEmpty(queue)).isEqualTo(EmptyDeletionResult.DELETED);
        assertThat(fixture.store.entities().find(queue)).isEmpty();
        assertThat(fixture.store.entities().deleteEmpty(queue)).isEqualTo(EmptyDeletionResult.NOT_FOUND);
    }

    @Test
    @DisplayName("BEY-04 an existing queue or topic is not created again")
    void shouldAddOnce() {
        assertThat(fixture.store.entities().createQueueIfAbsent("orders", EntityOptions.DEFAULT))
                .isEmpty();
        assertThat(fixture.store.entities().createQueueIfAbsent("new", EntityOptions.DEFAULT))
                .isPresent();
        assertThat(fixture.store.entities().createQueueIfAbsent("new", EntityOptions.DEFAULT))
                .isEmpty();
        assertThat(fixture.store.entities().createTopicIfAbsent("new", EntityOptions.DEFAULT))
                .isPresent();
        assertThat(fixture.store.entities().createTopicIfAbsent("new", EntityOptions.DEFAULT))
                .isEmpty();
    }

    @Test
    @DisplayName("BEY-04 a node reads a request until the node answers it or its author withdraws it")
    void shouldKeepRequests() {
        NodeRequestRepository requests = fixture.store.nodeRequests();
        NodeRequest first = new NodeRequest(11, 1, NodeRequestKind.BREAK_LOCK, 2, 3, null);
        NodeRequest second = new NodeRequest(12, 1, NodeRequestKind.DISCARD_IN_FLIGHT, 2, 3, "a = 1");
        NodeRequest other = new NodeRequest(13, 2, NodeRequestKind.DISCARD_PREFETCHED, 2, 3, null);
        List.of(first, second, other).forEach(requests::submit);
        assertThat(requests.pending(1)).containsExactly(first, second);
        assertThat(requests.findAnswer(11)).isEmpty();
        requests.answer(11, 5);
        assertThat(requests.findAnswer(11)).hasValue(5);
        assertThat(requests.pending(1)).containsExactly(second);
        requests.withdraw(12);
        assertThat(requests.pending(1)).isEmpty();
        requests.deleteBefore(13);
        assertThat(requests.findAnswer(11)).isEmpty();
        assertThat(requests.pending(2)).containsExactly(other);
    }
}
