package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.ReceiveAttemptRepository.ReceiveAttempt;
import dev.restante.store.Store;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a store does with receives that can be repeated. */
abstract class ReceiveAttemptStoreContract {

    private static final long UNTIL = NOW + 300_000;

    StoreFixture fixture;

    /** A store on the database of this test, which is empty at first. */
    abstract Store open();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(open());
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    private Change remember(String attemptId, List<DeliveryRef> deliveries, List<DeliveryRef> former, long now) {
        return new Change.RememberReceive(fixture.queue.id(), attemptId, deliveries, former, now, now + 300_000);
    }

    private Change remember(String attemptId, DeliveryRef delivery, List<DeliveryRef> former) {
        return remember(attemptId, List.of(delivery), former, NOW);
    }

    private List<DeliveryRef> remembered(String attemptId, long now) {
        return fixture.store
                .receiveAttempts()
                .find(fixture.queue.id(), attemptId, now)
                .map(ReceiveAttempt::deliveries)
                .orElse(List.of());
    }

    @Test
    @DisplayName("VIS-09 what a receive returned is remembered, in order, until its time is over")
    void shouldRemember() {
        List<DeliveryRef> refs = List.of(
                new DeliveryRef(Long.MAX_VALUE, Long.MAX_VALUE, true, 1L << 60, Integer.MAX_VALUE),
                new DeliveryRef(2, 1, false, 3, 0));
        fixture.applied(remember("a", refs, List.of(), NOW));
        assertThat(fixture.store.receiveAttempts().find(fixture.queue.id(), "a", NOW))
                .contains(new ReceiveAttempt(refs, UNTIL));
        assertThat(remembered("a", UNTIL - 1)).isEqualTo(refs);
        assertThat(remembered("a", UNTIL)).isEmpty();
        assertThat(remembered("b", NOW)).isEmpty();
        assertThat(fixture.store.receiveAttempts().find(fixture.queue.id() + 1, "a", NOW))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "VIS-09 another receive takes the place of what its author knows, or of what is over, and nothing else")
    void shouldReplaceWhatIsKnown() {
        DeliveryRef first = fixture.sendAndAcquire().ref();
        DeliveryRef second = fixture.sendAndAcquire().ref();
        fixture.applied(remember("a", first, List.of()));
        assertThat(fixture.write(remember("a", second, List.of()))).isEqualTo(new Outcome.AttemptTaken("a"));
        assertThat(fixture.write(remember("a", second, List.of(second)))).isEqualTo(new Outcome.AttemptTaken("a"));
        assertThat(remembered("a", NOW)).containsExactly(first);
        fixture.applied(remember("a", second, List.of(first)));
        assertThat(remembered("a", NOW)).containsExactly(second);
        fixture.applied(remember("a", List.of(first), List.of(), UNTIL));
        assertThat(remembered("a", UNTIL)).containsExactly(first);
    }

    @Test
    @DisplayName("VIS-09 of two in a batch the first counts; what fails with the other is undone, the rest is not")
    void shouldRememberTheFirstOfABatch() {
        Delivery first = fixture.sendAndAcquire();
        Delivery second = fixture.sendAndAcquire();
        Delivery third = fixture.sendAndAcquire();
        List<Outcome> outcomes = fixture.write(
                operation(Misses.FAIL, remember("a", first.ref(), List.of())),
                operation(Misses.FAIL, new Change.Complete(second.ref()), remember("a", second.ref(), List.of())),
                operation(Misses.FAIL, new Change.Complete(third.ref())));
        assertThat(outcomes)
                .containsExactly(Outcome.Applied.WHOLE, new Outcome.AttemptTaken("a"), Outcome.Applied.WHOLE);
        assertThat(fixture.storedIds()).containsExactly(first.id(), second.id());
        assertThat(remembered("a", NOW)).containsExactly(first.ref());
    }

    @Test
    @DisplayName("VIS-09 what is acquired is taken over; the former fence holds no more")
    void shouldTakeOver() {
        Delivery former = fixture.sendAndAcquire();
        DeliveryRef latter = former.ref().acquiredBy(42);
        fixture.applied(new Change.TakeOver(former.ref(), 42), remember("a", latter, List.of()));
        assertThat(fixture.write(new Change.Complete(former.ref()))).isEqualTo(new Outcome.LockLost(former.id()));
        assertThat(fixture.write(new Change.TakeOver(former.ref(), 42))).isEqualTo(new Outcome.LockLost(former.id()));
        assertThat(fixture.store.inspector().find(fixture.queue.id(), List.of(former.id(), 17L)))
                .singleElement()
                .satisfies(now -> {
                    assertThat(now.ref()).isEqualTo(latter);
                    assertThat(now.state()).isEqualTo(DeliveryState.ACQUIRED);
                });
        assertThat(fixture.store.inspector().find(fixture.queue.id() + 1, List.of(former.id())))
                .isEmpty();
        fixture.applied(new Change.Complete(latter));
    }

    @Test
    @DisplayName("VIS-09 nothing is taken over that is not acquired, and nothing is remembered of what misses")
    void shouldNotTakeOverWhatIsReleased() {
        Delivery former = fixture.sendAndAcquire();
        Delivery other = fixture.sendAndAcquire();
        fixture.applied(new Change.Release(former.ref(), 1, 0, null));
        long owner = fixture.node.incarnation();
        assertThat(fixture.write(
                        new Change.TakeOver(other.ref(), owner),
                        new Change.TakeOver(former.ref(), owner),
                        remember("a", former.ref(), List.of())))
                .isEqualTo(new Outcome.LockLost(former.id()));
        DeliveryRef released = new DeliveryRef(
                former.id(),
                former.ref().messageId(),
                true,
                DeliveryRef.NOBODY,
                former.ref().acquisition());
        assertThat(fixture.write(new Change.TakeOver(released, owner))).isEqualTo(new Outcome.LockLost(former.id()));
        assertThat(remembered("a", NOW)).isEmpty();
        fixture.applied(new Change.Complete(other.ref()));
    }

    @Test
    @DisplayName("VIS-09 what was born acquired is taken over like anything else")
    void shouldTakeOverWhatWasBornAcquired() {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.ACQUIRED;
        shape.owner = fixture.node.incarnation();
        shape.acquisition = 1;
        Delivery born = fixture.send(shape);
        DeliveryRef latter = born.ref().acquiredBy(shape.owner);
        fixture.applied(new Change.TakeOver(born.ref(), shape.owner));
        assertThat(fixture.write(new Change.Complete(born.ref()))).isEqualTo(new Outcome.LockLost(born.id()));
        fixture.applied(new Change.Complete(latter));
        assertThat(fixture.hasMessage(born)).isFalse();
    }

    @Test
    @DisplayName("VIS-09 what is over is forgotten in pages, and with its entity")
    void shouldForget() {
        DeliveryRef delivery = fixture.sendAndAcquire().ref();
        for (int i = 0; i < 5; i++) {
            fixture.applied(remember("a" + i, List.of(delivery), List.of(), NOW + i));
        }
        assertThat(fixture.store.receiveAttempts().forgetExpired(UNTIL - 1, 10)).isZero();
        assertThat(fixture.store.receiveAttempts().forgetExpired(UNTIL + 2, 2)).isEqualTo(2);
        assertThat(fixture.store.receiveAttempts().forgetExpired(UNTIL + 2, 2)).isEqualTo(1);
        assertThat(remembered("a3", NOW)).hasSize(1);
        assertThat(fixture.store.entities().delete(fixture.queue.id())).isTrue();
        assertThat(remembered("a3", NOW)).isEmpty();
    }
}
