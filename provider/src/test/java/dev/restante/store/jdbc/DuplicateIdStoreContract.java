package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
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

/** Contract tests of duplicate detection, which every database must pass. */
abstract class DuplicateIdStoreContract {

    private static final long WINDOW = 60_000;

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

    static Change.RecordDuplicateId recordDuplicateId(
            StoreFixture node, Delivery delivery, String duplicateId, long sentAt) {
        return new Change.RecordDuplicateId(
                delivery.ref().messageId(), node.queue.id(), duplicateId, sentAt, sentAt + WINDOW);
    }

    /** Returns an operation that records a duplicate id and enqueues a message. */
    private Operation send(Delivery delivery, String duplicateId, long sentAt) {
        return operation(
                MissedFencePolicy.FAIL_OPERATION,
                recordDuplicateId(fixture, delivery, duplicateId, sentAt),
                StoreFixture.enqueue(delivery));
    }

    private static OperationOutcome duplicate(Delivery... deliveries) {
        Set<Long> ids = new HashSet<>();
        for (Delivery delivery : deliveries) {
            ids.add(delivery.id());
        }
        return new OperationOutcome.Applied(Set.of(), ids);
    }

    private Delivery delivery() {
        return fixture.shape().build();
    }

    /** Returns a completion that fails its operation, because its delivery does not exist. */
    private static Change.Complete lost() {
        return new Change.Complete(new DeliveryRef(1, 1, true, 1, 1));
    }

    @Test
    @DisplayName(
            "SND-06 the store keeps the first of two messages with one duplicate id, within a batch and across batches")
    void shouldStoreTheFirst() {
        Delivery first = delivery();
        Delivery second = delivery();
        Delivery other = delivery();
        Delivery third = delivery();

        assertThat(fixture.write(send(first, "a", NOW), send(second, "a", NOW), send(other, "b", NOW)))
                .containsExactly(
                        OperationOutcome.Applied.ALL_APPLIED, duplicate(second), OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.write(send(third, "a", NOW))).containsExactly(duplicate(third));
        assertThat(fixture.storedIds()).containsExactly(first.id(), other.id());
        assertThat(fixture.store.deliveries().messages(List.of(second.id(), third.id())))
                .isEmpty();
    }

    @Test
    @DisplayName("SND-08 a duplicate id that the database rejects fails only its own operation of the batch")
    void shouldFailWhatTheDatabaseCannotTake() {
        Delivery before = delivery();
        Delivery after = delivery();
        // The text is too long for an index row, even after compression.
        String incompressible = new Random(1)
                .ints(9_000, 'a', 'z')
                .mapToObj(Character::toString)
                .collect(Collectors.joining());

        List<OperationOutcome> outcomes =
                fixture.write(send(before, "a", NOW), send(delivery(), incompressible, NOW), send(after, "b", NOW));

        assertThat(outcomes.get(0)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(outcomes.get(1)).isInstanceOfSatisfying(OperationOutcome.Failed.class, failed -> assertThat(
                        failed.cause().kind())
                .isEqualTo(StoreException.StoreFailureKind.CONSTRAINT));
        assertThat(outcomes.get(2)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds()).containsExactly(before.id(), after.id());
    }

    @Test
    @DisplayName("SND-06 an operation with several messages omits only the duplicates")
    void shouldLeaveOutOnlyDuplicates() {
        Delivery before = delivery();
        fixture.write(send(before, "a", NOW));
        Delivery repeated = delivery();
        Delivery fresh = delivery();
        Delivery freshAgain = delivery();

        OperationOutcome outcome = fixture.write(
                recordDuplicateId(fixture, repeated, "a", NOW),
                StoreFixture.enqueue(repeated),
                recordDuplicateId(fixture, fresh, "b", NOW),
                StoreFixture.enqueue(fresh),
                recordDuplicateId(fixture, freshAgain, "b", NOW),
                StoreFixture.enqueue(freshAgain));

        assertThat(outcome).isEqualTo(duplicate(repeated, freshAgain));
        assertThat(fixture.storedIds()).containsExactly(before.id(), fresh.id());
    }

    @Test
    @DisplayName("SND-06 an operation that fails records no duplicate id, not even for later operations of its batch")
    void shouldNotRememberWhatFailed() {
        Delivery failed = delivery();
        Delivery next = delivery();

        List<OperationOutcome> outcomes = fixture.write(
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        recordDuplicateId(fixture, failed, "a", NOW),
                        StoreFixture.enqueue(failed),
                        lost()),
                send(next, "a", NOW));

        assertThat(outcomes).containsExactly(new OperationOutcome.LockLost(1), OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds()).containsExactly(next.id());
    }

    @Test
    @DisplayName("SND-06 an operation that the database rejects records no duplicate id")
    void shouldNotRememberWhatWasRefused() {
        Delivery stored = fixture.send();
        Delivery next = delivery();
        Delivery nextAgain = delivery();

        List<OperationOutcome> outcomes = fixture.write(
                // The first operation contains a message that is already stored.
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        recordDuplicateId(fixture, stored, "a", NOW),
                        StoreFixture.enqueue(stored)),
                send(next, "a", NOW),
                send(nextAgain, "a", NOW));

        assertThat(outcomes.get(0)).isInstanceOf(OperationOutcome.Failed.class);
        assertThat(outcomes.subList(1, 3)).containsExactly(OperationOutcome.Applied.ALL_APPLIED, duplicate(nextAgain));
        assertThat(fixture.storedIds()).containsExactly(stored.id(), next.id());
    }

    @Test
    @DisplayName("SND-06 a duplicate id is recorded until its window ends, and then starts a new window")
    void shouldForgetAfterTheWindow() {
        Delivery first = delivery();
        Delivery early = delivery();
        Delivery late = delivery();
        Delivery later = delivery();

        assertThat(fixture.write(send(first, "a", NOW))).containsExactly(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.write(send(early, "a", NOW + WINDOW - 1))).containsExactly(duplicate(early));
        assertThat(fixture.write(send(late, "a", NOW + WINDOW))).containsExactly(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.write(send(later, "a", NOW + 2 * WINDOW - 1))).containsExactly(duplicate(later));
        assertThat(fixture.storedIds()).containsExactly(first.id(), late.id());
    }

    @Test
    @DisplayName("SND-06 a batch compares the duplicate id of each message at the send time of that message")
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
                        OperationOutcome.Applied.ALL_APPLIED,
                        OperationOutcome.Applied.ALL_APPLIED,
                        duplicate(later),
                        OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds())
                .containsExactlyInAnyOrder(before.id(), beforeToo.id(), late.id(), other.id(), muchLater.id());
    }

    @Test
    @DisplayName("SND-06 expired duplicate ids are deleted page by page, and unexpired ids remain")
    void shouldRemoveOldIds() {
        for (int i = 0; i < 5; i++) {
            fixture.write(send(delivery(), "old " + i, NOW));
        }
        fixture.write(send(delivery(), "new", NOW + 1));

        assertThat(fixture.store.duplicateIds().deleteExpired(NOW + WINDOW - 1, 3))
                .isZero();
        assertThat(fixture.store.duplicateIds().deleteExpired(NOW + WINDOW, 3)).isEqualTo(3);
        assertThat(fixture.store.duplicateIds().deleteExpired(NOW + WINDOW, 3)).isEqualTo(2);
        assertThat(fixture.store.duplicateIds().deleteExpired(NOW + WINDOW, 3)).isZero();
        assertThat(fixture.store.duplicateIds().delete(fixture.queue.id(), "old 0"))
                .isFalse();
        assertThat(fixture.store.duplicateIds().delete(fixture.queue.id(), "new"))
                .isTrue();
    }

    @Test
    @DisplayName("SND-06 duplicate ids remain recorded over a restart")
    void shouldRememberOverARestart() {
        fixture.write(send(delivery(), "a", NOW));
        fixture.close();
        openFixture();
        Delivery again = delivery();

        assertThat(fixture.write(send(again, "a", NOW + 1))).containsExactly(duplicate(again));
    }
}
