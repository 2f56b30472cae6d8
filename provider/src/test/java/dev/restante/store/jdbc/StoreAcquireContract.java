package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.enqueue;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Operation.MissedFencePolicy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of the order and the limits of acquires, and of their view of their batch. */
abstract class StoreAcquireContract extends StoreBatchFixture {

    @Test
    @DisplayName("acquire returns deliveries by priority and position, with the incarnation and an acquisition count")
    void shouldAcquireInOrder() {
        List<Long> expected = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            for (int i = 0; i < 3; i++) {
                StoreFixture.Shape shape = fixture.shape();
                shape.priority = priority;
                expected.add(shape.id);
                fixture.send(shape);
            }
        }
        List<Delivery> first = fixture.acquire(7);
        List<Delivery> rest = fixture.acquire(100);

        assertThat(ids(first)).isEqualTo(expected.subList(0, 7));
        assertThat(ids(rest)).isEqualTo(expected.subList(7, expected.size()));
        assertThat(first).allSatisfy(delivery -> {
            assertThat(delivery.state()).isEqualTo(DeliveryState.ACQUIRED);
            assertThat(delivery.ref().owner()).isEqualTo(fixture.node.incarnation());
            assertThat(delivery.ref().acquisitionCount()).isEqualTo(1);
        });
        assertThat(fixture.stored()).containsExactlyElementsOf(concat(first, rest));
    }

    @Test
    @DisplayName("acquire returns no delivery below the requested priority and reports whether it left any above")
    void shouldLeaveLowerPriorities() {
        List<Long> high = new ArrayList<>();
        for (int priority : new int[] {9, 5, 4, 0}) {
            for (int i = 0; i < 3; i++) {
                StoreFixture.Shape shape = fixture.shape();
                shape.priority = priority;
                if (priority > 4) {
                    high.add(shape.id);
                }
                fixture.send(shape);
            }
        }
        AcquireResult some = acquiredBy(above(5, 4));
        assertThat(ids(some.deliveries())).isEqualTo(high.subList(0, 4));
        assertThat(some.exhausted()).isFalse();
        AcquireResult rest = acquiredBy(above(5, 100));
        assertThat(ids(rest.deliveries())).isEqualTo(high.subList(4, 6));
        assertThat(rest.exhausted()).isTrue();
        assertThat(acquiredBy(above(5, 100)).deliveries()).isEmpty();
        assertThat(fixture.acquire(100)).hasSize(6);
    }

    private AcquireRequest above(int lowestPriority, int limit) {
        return new AcquireRequest(
                fixture.queue.id(),
                limit,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                new AcquireRequest.AcquireRange(lowestPriority, Map.of()),
                Set.of(),
                (brought, failure) -> {});
    }

    private static List<Delivery> concat(List<Delivery> first, List<Delivery> second) {
        List<Delivery> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    @Test
    @DisplayName("the position decides the order within a priority, independently of the id")
    void shouldAcquireByPosition() {
        StoreFixture.Shape early = fixture.shape();
        StoreFixture.Shape late = fixture.shape();
        early.position = late.id + 10;
        fixture.send(early);
        fixture.send(late);

        assertThat(ids(fixture.acquire(2))).containsExactly(late.id, early.id);
    }

    @Test
    @DisplayName("acquire stops at the byte limit, but returns at least one delivery")
    void shouldLimitBytes() {
        for (int i = 0; i < 5; i++) {
            fixture.send();
        }
        assertThat(fixture.acquire(10, 1)).hasSize(1);
        assertThat(fixture.acquire(10, 150)).hasSize(2);
        assertThat(fixture.acquire(10, 10_000)).hasSize(2);
    }

    @Test
    @DisplayName("acquire reports that no delivery is left if neither of its limits stopped it")
    void shouldKnowWhetherItLeftAnything() {
        fixture.send();
        fixture.send();
        assertThat(acquiredBy(fixture.request(2, Long.MAX_VALUE)).exhausted()).isFalse();
        fixture.send();
        assertThat(acquiredBy(fixture.request(2, 1)).exhausted()).isFalse();
        fixture.send();
        assertThat(acquiredBy(fixture.request(2, Long.MAX_VALUE)).exhausted()).isTrue();
    }

    @Test
    @DisplayName("an acquire that returns no delivery writes nothing, so that no flush is needed")
    void shouldWriteNothingForNothing() throws SQLException {
        fixture.send();
        assertThat(fixture.acquire(2)).hasSize(1);
        long batch = batchInStore();
        assertThat(fixture.acquire(2)).isEmpty();
        assertThat(batchInStore()).isEqualTo(batch);
        fixture.send();
        assertThat(fixture.acquire(2)).hasSize(1);
        assertThat(batchInStore()).isGreaterThan(batch);
    }

    private long batchInStore() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(last_batch) FROM restante_pipeline")) {
            row.next();
            return row.getLong(1);
        }
    }

    private AcquireResult acquiredBy(AcquireRequest request) {
        return fixture.write(List.of(), List.of(request)).acquireResults().get(0);
    }

    @Test
    @DisplayName("acquires see the changes of their batch, and two acquires never return the same delivery")
    void shouldAcquireWhatTheBatchEnqueued() {
        Delivery first = fixture.shape().build();
        Delivery second = fixture.shape().build();
        List<AcquireResult> acquireResults = fixture.write(
                        List.of(operation(MissedFencePolicy.FAIL_OPERATION, enqueue(first), enqueue(second))),
                        List.of(fixture.request(1, 1_000), fixture.request(5, 1_000)))
                .acquireResults();

        assertThat(ids(acquireResults.get(0).deliveries())).containsExactly(first.id());
        assertThat(ids(acquireResults.get(1).deliveries())).containsExactly(second.id());
    }
}
