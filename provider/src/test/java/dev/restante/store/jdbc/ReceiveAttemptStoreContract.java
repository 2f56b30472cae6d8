package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.ReceiveAttemptRepository.ReceiveAttempt;
import dev.restante.store.Store;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of repeated receives, which every database must pass. */
abstract class ReceiveAttemptStoreContract {

    private static final long UNTIL = NOW + 300_000;

    StoreFixture fixture;

    abstract Store open();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(open());
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    private Change recordAttempt(String attemptId, List<DeliveryRef> deliveries, List<DeliveryRef> former, long now) {
        return new Change.RecordReceive(fixture.queue.id(), attemptId, deliveries, former, now, now + 300_000);
    }

    private Change recordAttempt(String attemptId, DeliveryRef delivery, List<DeliveryRef> former) {
        return recordAttempt(attemptId, List.of(delivery), former, NOW);
    }

    private List<DeliveryRef> recorded(String attemptId, long now) {
        return fixture.store
                .receiveAttempts()
                .find(fixture.queue.id(), attemptId, now)
                .map(ReceiveAttempt::deliveries)
                .orElse(List.of());
    }

    @Test
    @DisplayName("VIS-09 the deliveries of a receive attempt are recorded in order until the attempt expires")
    void shouldRemember() {
        List<DeliveryRef> refs = List.of(
                new DeliveryRef(Long.MAX_VALUE, Long.MAX_VALUE, true, 1L << 60, Integer.MAX_VALUE),
                new DeliveryRef(2, 1, false, 3, 0));
        fixture.applied(recordAttempt("a", refs, List.of(), NOW));
        assertThat(fixture.store.receiveAttempts().find(fixture.queue.id(), "a", NOW))
                .contains(new ReceiveAttempt(refs, UNTIL));
        assertThat(recorded("a", UNTIL - 1)).isEqualTo(refs);
        assertThat(recorded("a", UNTIL)).isEmpty();
        assertThat(recorded("b", NOW)).isEmpty();
        assertThat(fixture.store.receiveAttempts().find(fixture.queue.id() + 1, "a", NOW))
                .isEmpty();
    }

    @Test
    @DisplayName("VIS-09 a receive replaces only an expired attempt or the attempt that its caller names")
    void shouldReplaceWhatIsKnown() {
        DeliveryRef first = fixture.sendAndAcquire().ref();
        DeliveryRef second = fixture.sendAndAcquire().ref();
        fixture.applied(recordAttempt("a", first, List.of()));
        assertThat(fixture.write(recordAttempt("a", second, List.of())))
                .isEqualTo(new OperationOutcome.AttemptConflict("a"));
        assertThat(fixture.write(recordAttempt("a", second, List.of(second))))
                .isEqualTo(new OperationOutcome.AttemptConflict("a"));
        assertThat(recorded("a", NOW)).containsExactly(first);
        fixture.applied(recordAttempt("a", second, List.of(first)));
        assertThat(recorded("a", NOW)).containsExactly(second);
        fixture.applied(recordAttempt("a", List.of(first), List.of(), UNTIL));
        assertThat(recorded("a", UNTIL)).containsExactly(first);
    }

    @Test
    @DisplayName("VIS-09 a batch records the first of two conflicting attempts and undoes only the second operation")
    void shouldRememberTheFirstOfABatch() {
        Delivery first = fixture.sendAndAcquire();
        Delivery second = fixture.sendAndAcquire();
        Delivery third = fixture.sendAndAcquire();
        List<OperationOutcome> outcomes = fixture.write(
                operation(MissedFencePolicy.FAIL_OPERATION, recordAttempt("a", first.ref(), List.of())),
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        new Change.Complete(second.ref()),
                        recordAttempt("a", second.ref(), List.of())),
                operation(MissedFencePolicy.FAIL_OPERATION, new Change.Complete(third.ref())));
        assertThat(outcomes)
                .containsExactly(
                        OperationOutcome.Applied.ALL_APPLIED,
                        new OperationOutcome.AttemptConflict("a"),
                        OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds()).containsExactly(first.id(), second.id());
        assertThat(recorded("a", NOW)).containsExactly(first.ref());
    }

    @Test
    @DisplayName("VIS-09 an acquired delivery can be taken over, and its former fencing token then misses")
    void shouldTakeOver() {
        Delivery former = fixture.sendAndAcquire();
        DeliveryRef latter = former.ref().acquiredBy(42);
        fixture.applied(new Change.TakeOver(former.ref(), 42), recordAttempt("a", latter, List.of()));
        assertThat(fixture.write(new Change.Complete(former.ref())))
                .isEqualTo(new OperationOutcome.LockLost(former.id()));
        assertThat(fixture.write(new Change.TakeOver(former.ref(), 42)))
                .isEqualTo(new OperationOutcome.LockLost(former.id()));
        assertThat(fixture.store.inspector().byIds(fixture.queue.id(), List.of(former.id(), 17L)))
                .singleElement()
                .satisfies(now -> {
                    assertThat(now.ref()).isEqualTo(latter);
                    assertThat(now.state()).isEqualTo(DeliveryState.ACQUIRED);
                });
        assertThat(fixture.store.inspector().byIds(fixture.queue.id() + 1, List.of(former.id())))
                .isEmpty();
        fixture.applied(new Change.Complete(latter));
    }

    @Test
    @DisplayName("VIS-09 a released delivery cannot be taken over, and a missed operation records no attempt")
    void shouldNotTakeOverWhatIsReleased() {
        Delivery former = fixture.sendAndAcquire();
        Delivery other = fixture.sendAndAcquire();
        fixture.applied(new Change.Release(former.ref(), 1, 0, null));
        long owner = fixture.node.incarnation();
        assertThat(fixture.write(
                        new Change.TakeOver(other.ref(), owner),
                        new Change.TakeOver(former.ref(), owner),
                        recordAttempt("a", former.ref(), List.of())))
                .isEqualTo(new OperationOutcome.LockLost(former.id()));
        DeliveryRef released = new DeliveryRef(
                former.id(),
                former.ref().messageId(),
                true,
                DeliveryRef.NO_OWNER,
                former.ref().acquisitionCount());
        assertThat(fixture.write(new Change.TakeOver(released, owner)))
                .isEqualTo(new OperationOutcome.LockLost(former.id()));
        assertThat(recorded("a", NOW)).isEmpty();
        fixture.applied(new Change.Complete(other.ref()));
    }

    @Test
    @DisplayName("VIS-09 a direct delivery can be taken over like any acquired delivery")
    void shouldTakeOverWhatWasBornAcquired() {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.ACQUIRED;
        shape.owner = fixture.node.incarnation();
        shape.acquisition = 1;
        Delivery direct = fixture.send(shape);
        DeliveryRef latter = direct.ref().acquiredBy(shape.owner);
        fixture.applied(new Change.TakeOver(direct.ref(), shape.owner));
        assertThat(fixture.write(new Change.Complete(direct.ref())))
                .isEqualTo(new OperationOutcome.LockLost(direct.id()));
        fixture.applied(new Change.Complete(latter));
        assertThat(fixture.hasMessage(direct)).isFalse();
    }

    @Test
    @DisplayName("VIS-09 expired attempts are deleted page by page, and attempts of an entity are deleted with it")
    void shouldForget() {
        DeliveryRef delivery = fixture.sendAndAcquire().ref();
        for (int i = 0; i < 5; i++) {
            fixture.applied(recordAttempt("a" + i, List.of(delivery), List.of(), NOW + i));
        }
        assertThat(fixture.store.receiveAttempts().deleteExpired(UNTIL - 1, 10)).isZero();
        assertThat(fixture.store.receiveAttempts().deleteExpired(UNTIL + 2, 2)).isEqualTo(2);
        assertThat(fixture.store.receiveAttempts().deleteExpired(UNTIL + 2, 2)).isEqualTo(1);
        assertThat(recorded("a3", NOW)).hasSize(1);
        assertThat(fixture.store.entities().delete(fixture.queue.id())).isTrue();
        assertThat(recorded("a3", NOW)).isEmpty();
    }
}
