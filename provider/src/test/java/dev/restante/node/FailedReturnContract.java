package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.commit.FetchExecutor;
import dev.restante.store.Change;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import dev.restante.testing.CapturedLog;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Returns of acquired messages that fail for a while. The clock stands still, so the node retries only when a test
 * moves the clock.
 */
@DisplayName("acquired messages that a node can neither deliver nor return for a while")
abstract class FailedReturnContract extends BrokerContract {

    private static final Predicate<Change> GIVE_BACK = Change.ReturnUndelivered.class::isInstance;
    private static final Predicate<Change> TAKE_OUT = Change.Complete.class::isInstance;
    private static final String RED = "colour = 'red'";

    private Entity queue;

    @BeforeEach
    void openQueue() {
        broker.reopen(Duration.ofSeconds(1), BrokerFixture.LONG_LEASE.prefetchBytes());
        queue = broker.queue("q");
    }

    private void sendRed(String text) {
        broker.send(queue, TestMessage.of(text).properties(Map.of("colour", "red")));
    }

    private void eventuallyLater(String what, BooleanSupplier condition) {
        eventually(what, () -> {
            broker.time.advance(Duration.ofSeconds(1));
            return condition.getAsBoolean();
        });
    }

    /** Waits for three failed attempts, by when a node that does not wait for the return would have continued. */
    private void eventuallyFailed() {
        eventuallyLater("the store has failed three times", () -> broker.store.faults.failed() >= 3);
    }

    /** Checks that a poll fails, because the next message is unknown while this node cannot return a message. */
    private void assertNothingYet(Consumer consumer) {
        assertRefused(BrokerErrorReason.STORE_UNAVAILABLE, consumer.receiver::pollOrFetch);
    }

    private void assertComes(Consumer consumer, String... texts) {
        for (String text : texts) {
            InFlightDelivery[] deliveries = new InFlightDelivery[1];
            eventuallyLater(text + " comes", () -> (deliveries[0] = consumer.receiver.pollPrefetched()) != null);
            assertThat(BrokerFixture.text(deliveries[0])).isEqualTo(text);
            broker.complete(deliveries[0]);
        }
    }

    @Test
    @DisplayName("RCV-06 messages that could not be read come before messages that are sent later")
    void shouldWaitForWhatCouldNotBeRead() {
        broker.send(queue, "first");
        broker.store.faults.fail(GIVE_BACK);
        broker.store.failNextLoad();
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        eventuallyFailed();
        broker.send(queue, "second");
        broker.send(queue, TestMessage.of("third").nonPersistent());
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second", "third");
    }

    @Test
    @DisplayName("RCV-06 matches of a selector that could not be read come before later matches")
    void shouldWaitForWhatWasFound() {
        sendRed("first");
        broker.store.faults.fail(GIVE_BACK);
        broker.store.failLoadAfter(1);
        Consumer consumer = broker.consumer(queue, RED);
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        eventuallyFailed();
        sendRed("second");
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second");
    }

    @Test
    @DisplayName("RCV-06 prefetched messages of a closed receiver come before messages that are sent later")
    void shouldWaitForWhatWasBuffered() {
        broker.send(queue, "taken", "first");
        Consumer former = broker.consumer(queue);
        assertThat(former.take()).isEqualTo("taken");
        broker.store.faults.fail(GIVE_BACK);
        former.close();
        broker.send(queue, "second");
        Consumer consumer = broker.consumer(queue);
        assertNothingYet(consumer);
        eventuallyFailed();
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second");
    }

    @Test
    @DisplayName("RCV-06 prefetched matches of a closed selector come before later messages, for any receiver")
    void shouldWaitForWhatWasFoundForOthers() {
        sendRed("taken");
        sendRed("first");
        Consumer former = broker.consumer(queue, RED);
        assertThat(former.take()).isEqualTo("taken");
        broker.store.faults.fail(GIVE_BACK);
        former.close();
        sendRed("second");
        Consumer consumer = broker.consumer(queue);
        assertNothingYet(consumer);
        Consumer selecting = broker.consumer(queue, RED);
        eventuallyFailed();
        assertNothingYet(selecting);
        selecting.close();
        broker.store.faults.restore();
        assertComes(consumer, "first", "second");
    }

    @Test
    @DisplayName("receivers and their node can close although a message cannot be returned")
    void shouldEndAllTheSame() {
        broker.send(queue, "taken", "first");
        Consumer former = broker.consumer(queue);
        assertThat(former.take()).isEqualTo("taken");
        broker.store.faults.fail(GIVE_BACK);
        former.close();
        Consumer consumer = broker.consumer(queue);
        assertNothingYet(consumer);
        consumer.close();
        try (CapturedLog log = new CapturedLog(FetchExecutor.class)) {
            broker.reopen();
            assertThat(log.lines()).noneMatch(line -> line.contains("did not end within the store timeout"));
        }
        broker.store.faults.restore();
        assertComes(broker.consumer(queue), "first");
    }

    @Test
    @DisplayName("SND-08 a message that cannot be returned because its row is damaged delays no other message")
    void shouldNotWaitForADamagedRow() {
        broker.send(queue, "taken");
        long damaged = broker.send(queue, TestMessage.of("damaged")).delivery().id();
        broker.send(queue, "good");
        Consumer former = broker.consumer(queue);
        assertThat(former.take()).isEqualTo("taken");
        broker.store.faults.fail(
                change -> change instanceof Change.ReturnUndelivered back
                        && back.ref().id() == damaged,
                StoreException.StoreFailureKind.DAMAGED);
        former.close();
        broker.send(queue, "later");
        Consumer consumer = broker.consumer(queue);
        assertComes(consumer, "good", "later");
        broker.store.faults.restore();
        assertComes(consumer, "damaged");
    }

    private void sendBeforeReceivers(String... texts) {
        for (String text : texts) {
            broker.send(queue, TestMessage.of(text).nonPersistent());
        }
        broker.eventuallyHolds(queue, texts.length, 0, 0);
    }

    @Test
    @DisplayName("SND-05 RCV-06 non-persistent messages that cannot be removed from the store come before later ones")
    void shouldWaitForWhatCouldNotBeTakenOut() {
        sendBeforeReceivers("first");
        broker.send(queue, "second");
        broker.store.faults.fail(TAKE_OUT);
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        eventuallyFailed();
        broker.send(queue, TestMessage.of("third").nonPersistent());
        broker.store.faults.restore();
        assertComes(consumer, "first", "second", "third");
        consumer.assertNothing();
    }

    @Test
    @DisplayName("SND-05 non-persistent messages that can be neither removed nor returned come before later messages")
    void shouldWaitForWhatCouldNotGoBack() {
        sendBeforeReceivers("first");
        broker.send(queue, "second");
        broker.store.faults.fail(TAKE_OUT.or(GIVE_BACK));
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        eventuallyFailed();
        broker.store.faults.fail(GIVE_BACK);
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second");
    }

    @Test
    @DisplayName("SND-05 SND-09 messages whose removal is in doubt come exactly once and in order")
    void shouldLoseNothingInDoubt() {
        sendBeforeReceivers("first", "second");
        broker.send(queue, "third");
        broker.store.faults.hideOutcome(TAKE_OUT);
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        eventually(
                "the removal is reported as in doubt",
                () -> broker.node.components().node.committer().outcomesKeptUntilMillis()
                        != Membership.OUTCOMES_NOT_KEPT);
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second", "third");
        consumer.assertNothing();
        assertThat(broker.browse(queue)).isEmpty();
    }
}
