package dev.restante.store.jdbc.postgres;

import static dev.restante.store.jdbc.StoreFixture.enqueue;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.PostgresServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("a small batch of sends and completions on PostgreSQL")
final class PostgresSingleTripBatchTest {

    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MAX_ATTEMPTS = 100;

    private final DatabaseProxy proxy = new DatabaseProxy(PostgresServer.newDatabase());
    private final StoreFixture fixture =
            new StoreFixture(StoreOpener.open(new StoreLocation.Url(proxy.url(), PostgresServer.USER, "")));

    @AfterEach
    void close() throws Exception {
        fixture.close();
        proxy.close();
    }

    private Delivery newMessage() {
        return fixture.shape().build();
    }

    private static Operation completing(Delivery delivery) {
        return operation(MissedFencePolicy.FAIL_OPERATION, new Change.Complete(delivery.ref()));
    }

    private List<Delivery> acquired(int count) {
        for (int i = 0; i < count; i++) {
            fixture.send();
        }
        return count == 0 ? List.of() : fixture.acquire(count);
    }

    private int roundTripsOf(List<Operation> batch) {
        int before = proxy.roundTrips();
        assertThat(fixture.write(batch.toArray(Operation[]::new))).containsOnly(OperationOutcome.Applied.ALL_APPLIED);
        return proxy.roundTrips() - before;
    }

    /** Waits until the connection no longer counts as alive. */
    private static void beQuiet() {
        long sinceNanos = System.nanoTime();
        while (System.nanoTime() - sinceNanos < QUIET_NANOS) {
            Thread.onSpinWait();
        }
    }

    private List<Operation> batch(int sends, int completions) {
        List<Operation> batch = new ArrayList<>();
        for (int i = 0; i < sends; i++) {
            batch.add(operation(MissedFencePolicy.FAIL_OPERATION, enqueue(newMessage())));
        }
        acquired(completions).forEach(delivery -> batch.add(completing(delivery)));
        return batch;
    }

    @ParameterizedTest(
            name = "a batch of {0} sends and {1} completions takes one round trip, or two on a quiet connection")
    @CsvSource({"1, 0", "0, 1", "1, 1", "8, 0", "3, 2", "2, 4", "0, 5", "8, 8"})
    void shouldTakeOneRoundTrip(int sends, int completions) {
        // The first send opens the connection.
        fixture.send();
        List<Operation> quiet = batch(sends, completions);
        beQuiet();
        assertThat(roundTripsOf(quiet)).as("round trips of a quiet connection").isEqualTo(2);
        List<Operation> busy;
        int roundTrips;
        int attempts = 0;
        // The loop repeats, because a pause of the test can exceed the time for which a connection counts as alive.
        do {
            busy = batch(sends, completions);
            Operation before = operation(MissedFencePolicy.FAIL_OPERATION, enqueue(newMessage()));
            fixture.write(before);
            roundTrips = roundTripsOf(busy);
            assertThat(roundTrips).isBetween(1, 2);
        } while (roundTrips > 1 && ++attempts < MAX_ATTEMPTS);
        assertThat(roundTrips).as("round trips of a busy connection").isEqualTo(1);
        Set<Long> completed = new HashSet<>();
        Set<Long> sent = new HashSet<>();
        for (Operation operation : busy) {
            if (operation.changes().get(0) instanceof Change.Complete complete) {
                completed.add(complete.ref().id());
            } else if (operation.changes().get(0) instanceof Change.Enqueue enqueue) {
                enqueue.deliveries().forEach(delivery -> sent.add(delivery.id()));
            }
        }
        assertThat(fixture.storedIds().containsAll(sent)).isTrue();
        assertThat(Collections.disjoint(fixture.storedIds(), completed)).isTrue();
    }

    @Test
    @DisplayName("RCV-08 a completion that misses undoes only its own operation")
    void shouldUndoWhatMisses() {
        List<Delivery> acquired = acquired(3);
        fixture.applied(new Change.Complete(acquired.get(1).ref()));
        Delivery first = newMessage();
        Delivery second = newMessage();
        List<OperationOutcome> outcomes = fixture.write(
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        enqueue(first),
                        new Change.Complete(acquired.get(0).ref())),
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        enqueue(second),
                        new Change.Complete(acquired.get(1).ref())),
                operation(
                        MissedFencePolicy.SKIP_CHANGE,
                        new Change.Complete(acquired.get(1).ref()),
                        new Change.Complete(acquired.get(2).ref())));
        assertThat(outcomes)
                .containsExactly(
                        OperationOutcome.Applied.ALL_APPLIED,
                        new OperationOutcome.LockLost(acquired.get(1).id()),
                        new OperationOutcome.Applied(Set.of(acquired.get(1).id()), Set.of(), Set.of()));
        assertThat(fixture.storedIds()).containsExactly(first.id());
    }

    @Test
    @DisplayName("RCV-14 a batch writes nothing if its node was declared dead")
    void shouldNotPassTheFence() {
        List<Delivery> acquired = acquired(1);
        fixture.store.membership().declareDead(Long.MIN_VALUE, Long.MAX_VALUE);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> fixture.write(
                        operation(MissedFencePolicy.FAIL_OPERATION, enqueue(newMessage())),
                        completing(acquired.get(0))))
                .satisfies(fenced -> assertThat(fenced.kind()).isEqualTo(StoreException.StoreFailureKind.FENCED));
        assertThat(fixture.storedIds()).containsExactly(acquired.get(0).id());
    }

    @Test
    @DisplayName("a batch with a rejected message still stores the other messages")
    void shouldRefuseOneMessage() {
        Delivery there = fixture.send();
        Delivery sent = newMessage();
        List<OperationOutcome> outcomes = fixture.write(
                operation(MissedFencePolicy.FAIL_OPERATION, enqueue(there)),
                operation(MissedFencePolicy.FAIL_OPERATION, enqueue(sent)));
        assertThat(outcomes.get(0)).isInstanceOf(OperationOutcome.Failed.class);
        assertThat(outcomes.get(1)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds()).containsExactly(there.id(), sent.id());
    }
}
