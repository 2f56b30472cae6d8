package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do to store a message once. */
abstract class DuplicateIdStoreContract {

    private static final long WINDOW = 60_000;

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

    static Change.Once once(StoreFixture node, Delivery delivery, String duplicateId, long sentAt) {
        return new Change.Once(delivery.ref().messageId(), node.queue.id(), duplicateId, sentAt, sentAt + WINDOW);
    }

    /** The changes of a send. */
    private Operation send(Delivery delivery, String duplicateId, long sentAt) {
        return operation(Misses.FAIL, once(fixture, delivery, duplicateId, sentAt), StoreFixture.enqueue(delivery));
    }

    private static Outcome duplicate(Delivery... deliveries) {
        Set<Long> ids = new HashSet<>();
        for (Delivery delivery : deliveries) {
            ids.add(delivery.id());
        }
        return new Outcome.Applied(Set.of(), ids);
    }

    private Delivery delivery() {
        return fixture.shape().build();
    }

    /** Fails its operation: nobody has that delivery. */
    private static Change.Complete lost() {
        return new Change.Complete(new DeliveryRef(1, 1, true, 1, 1));
    }

    @Test
    @DisplayName("SND-06 of two messages with one id the first is stored, in one batch as in two")
    void shouldStoreTheFirst() {
        Delivery first = delivery();
        Delivery second = delivery();
        Delivery other = delivery();
        Delivery third = delivery();

        assertThat(fixture.write(send(first, "a", NOW), send(second, "a", NOW), send(other, "b", NOW)))
                .containsExactly(Outcome.Applied.WHOLE, duplicate(second), Outcome.Applied.WHOLE);
        assertThat(fixture.write(send(third, "a", NOW))).containsExactly(duplicate(third));
        assertThat(fixture.storedIds()).containsExactly(first.id(), other.id());
        assertThat(fixture.store.deliveries().messages(List.of(second.id(), third.id())))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "SND-08 a duplicate id that the database can't take fails its own operation, and no other of the batch")
    void shouldFailWhatTheDatabaseCannotTake() {
        Delivery before = delivery();
        Delivery after = delivery();
        // More than a row of an index may have, however well it is compressed.
        String incompressible = new Random(1)
                .ints(9_000, 'a', 'z')
                .mapToObj(Character::toString)
                .collect(Collectors.joining());

        List<Outcome> outcomes =
                fixture.write(send(before, "a", NOW), send(delivery(), incompressible, NOW), send(after, "b", NOW));

        assertThat(outcomes.get(0)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(outcomes.get(1)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> assertThat(
                        failed.cause().kind())
                .isEqualTo(StoreException.Kind.CONSTRAINT));
        assertThat(outcomes.get(2)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(fixture.storedIds()).containsExactly(before.id(), after.id());
    }

    @Test
    @DisplayName("SND-06 of an operation with several messages only the duplicates are left out")
    void shouldLeaveOutOnlyDuplicates() {
        Delivery before = delivery();
        fixture.write(send(before, "a", NOW));
        Delivery repeated = delivery();
        Delivery fresh = delivery();
        Delivery freshAgain = delivery();

        Outcome outcome = fixture.write(
                once(fixture, repeated, "a", NOW),
                StoreFixture.enqueue(repeated),
                once(fixture, fresh, "b", NOW),
                StoreFixture.enqueue(fresh),
                once(fixture, freshAgain, "b", NOW),
                StoreFixture.enqueue(freshAgain));

        assertThat(outcome).isEqualTo(duplicate(repeated, freshAgain));
        assertThat(fixture.storedIds()).containsExactly(before.id(), fresh.id());
    }

    @Test
    @DisplayName("SND-06 an operation that fails remembers nothing, not even for those behind it in its batch")
    void shouldNotRememberWhatFailed() {
        Delivery failed = delivery();
        Delivery next = delivery();

        List<Outcome> outcomes = fixture.write(
                operation(Misses.FAIL, once(fixture, failed, "a", NOW), StoreFixture.enqueue(failed), lost()),
                send(next, "a", NOW));

        assertThat(outcomes).containsExactly(new Outcome.LockLost(1), Outcome.Applied.WHOLE);
        assertThat(fixture.storedIds()).containsExactly(next.id());
    }

    @Test
    @DisplayName("SND-06 nor does one that the database refuses, when the batch is executed one by one")
    void shouldNotRememberWhatWasRefused() {
        Delivery stored = fixture.send();
        Delivery next = delivery();
        Delivery nextAgain = delivery();

        List<Outcome> outcomes = fixture.write(
                // Stored already.
                operation(Misses.FAIL, once(fixture, stored, "a", NOW), StoreFixture.enqueue(stored)),
                send(next, "a", NOW),
                send(nextAgain, "a", NOW));

        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Failed.class);
        assertThat(outcomes.subList(1, 3)).containsExactly(Outcome.Applied.WHOLE, duplicate(nextAgain));
        assertThat(fixture.storedIds()).containsExactly(stored.id(), next.id());
    }

    @Test
    @DisplayName("SND-06 an id is remembered until its window is over, and anew then")
    void shouldForgetAfterTheWindow() {
        Delivery first = delivery();
        Delivery early = delivery();
        Delivery late = delivery();
        Delivery later = delivery();

        assertThat(fixture.write(send(first, "a", NOW))).containsExactly(Outcome.Applied.WHOLE);
        assertThat(fixture.write(send(early, "a", NOW + WINDOW - 1))).containsExactly(duplicate(early));
        assertThat(fixture.write(send(late, "a", NOW + WINDOW))).containsExactly(Outcome.Applied.WHOLE);
        assertThat(fixture.write(send(later, "a", NOW + 2 * WINDOW - 1))).containsExactly(duplicate(later));
        assertThat(fixture.storedIds()).containsExactly(first.id(), late.id());
    }

    @Test
    @DisplayName(
            "SND-06 in one batch too: each message is compared at the instant at which it was sent, however much earlier the others were")
    void shouldCompareEachAtItsInstant() {
        Delivery before = delivery();
        Delivery beforeToo = delivery();
        fixture.write(send(before, "a", NOW), send(beforeToo, "b", NOW + 1));
        Delivery early = delivery();
        Delivery late = delivery();
        Delivery later = delivery();
        Delivery muchLater = delivery();
        Delivery other = delivery();
        Delivery otherEarly = delivery();

        assertThat(fixture.write(
                        send(early, "a", NOW + WINDOW - 1),
                        send(otherEarly, "b", NOW + WINDOW),
                        send(late, "a", NOW + WINDOW),
                        send(other, "b", NOW + WINDOW + 1),
                        send(later, "a", NOW + 2 * WINDOW - 1),
                        send(muchLater, "a", NOW + 2 * WINDOW)))
                .containsExactly(
                        duplicate(early),
                        duplicate(otherEarly),
                        Outcome.Applied.WHOLE,
                        Outcome.Applied.WHOLE,
                        duplicate(later),
                        Outcome.Applied.WHOLE);
        assertThat(fixture.storedIds())
                .containsExactlyInAnyOrder(before.id(), beforeToo.id(), late.id(), other.id(), muchLater.id());
    }

    @Test
    @DisplayName("SND-06 ids whose window is over are removed, page by page, the others are not")
    void shouldRemoveOldIds() {
        for (int i = 0; i < 5; i++) {
            fixture.write(send(delivery(), "old " + i, NOW));
        }
        fixture.write(send(delivery(), "new", NOW + 1));

        assertThat(fixture.store.duplicateIds().forgetExpired(NOW + WINDOW - 1, 3))
                .isZero();
        assertThat(fixture.store.duplicateIds().forgetExpired(NOW + WINDOW, 3)).isEqualTo(3);
        assertThat(fixture.store.duplicateIds().forgetExpired(NOW + WINDOW, 3)).isEqualTo(2);
        assertThat(fixture.store.duplicateIds().forgetExpired(NOW + WINDOW, 3)).isZero();
        assertThat(fixture.store.duplicateIds().forget(fixture.queue.id(), "old 0"))
                .isFalse();
        assertThat(fixture.store.duplicateIds().forget(fixture.queue.id(), "new"))
                .isTrue();
    }

    @Test
    @DisplayName("SND-06 ids are remembered over a restart")
    void shouldRememberOverARestart() {
        fixture.write(send(delivery(), "a", NOW));
        fixture.close();
        openFixture();
        Delivery again = delivery();

        assertThat(fixture.write(send(again, "a", NOW + 1))).containsExactly(duplicate(again));
    }
}
