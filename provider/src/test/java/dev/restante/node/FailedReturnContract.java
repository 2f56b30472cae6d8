package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.commit.Fetching;
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

/** The clock stands still: what the store did not do is tried again only when it is moved. */
@DisplayName("messages that a node has acquired, can't hand over, and can't give back for a while")
abstract class FailedReturnContract extends BrokerContract {

    private static final Predicate<Change> GIVE_BACK = Change.GiveBack.class::isInstance;
    private static final Predicate<Change> TAKE_OUT = Change.Complete.class::isInstance;
    private static final String RED = "colour = 'red'";

    private Entity queue;

    @BeforeEach
    void openQueue() {
        broker.reopen(Duration.ofSeconds(1), BrokerFixture.LONG_LEASE.bufferBytes());
        queue = broker.queue("q");
    }

    private void sendRed(String text) {
        broker.send(queue, Mail.of(text).properties(Map.of("colour", "red")));
    }

    private void eventuallyLater(String what, BooleanSupplier condition) {
        eventually(what, () -> {
            broker.time.advance(Duration.ofSeconds(1));
            return condition.getAsBoolean();
        });
    }

    /** So often that whoever did not wait for them would have gone on. */
    private void eventuallyFailed() {
        eventuallyLater("the store has failed three times", () -> broker.store.faults.failed() >= 3);
    }

    /** The store can't say what there is, because this node has something that it can't give back. */
    private void assertNothingYet(Consumer consumer) {
        assertRefused(Reason.STORE_UNAVAILABLE, consumer.receiver::pollNow);
    }

    private void assertComes(Consumer consumer, String... texts) {
        for (String text : texts) {
            HeldDelivery[] held = new HeldDelivery[1];
            eventuallyLater(text + " comes", () -> (held[0] = consumer.receiver.poll()) != null);
            assertThat(BrokerFixture.text(held[0])).isEqualTo(text);
            broker.complete(held[0]);
        }
    }

    @Test
    @DisplayName("RCV-06 what could not be read comes before what is sent later")
    void shouldWaitForWhatCouldNotBeRead() {
        broker.send(queue, "first");
        broker.store.faults.fail(GIVE_BACK);
        broker.store.failNextLoad();
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.poll()).isNull();
        eventuallyFailed();
        broker.send(queue, "second");
        broker.send(queue, Mail.of("third").nonPersistent());
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second", "third");
    }

    @Test
    @DisplayName("RCV-06 what a selector has found and could not be read comes before what it finds later")
    void shouldWaitForWhatWasFound() {
        sendRed("first");
        broker.store.faults.fail(GIVE_BACK);
        broker.store.failLoadAfter(1);
        Consumer consumer = broker.consumer(queue, RED);
        assertThat(consumer.receiver.poll()).isNull();
        eventuallyFailed();
        sendRed("second");
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second");
    }

    @Test
    @DisplayName("RCV-06 what nobody had received when the last receiver left comes before what is sent later")
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
    @DisplayName("RCV-06 the same of what a selector had found, also for who has none")
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
    @DisplayName("a queue is left by its receivers, and its node closed, although something can't be given back")
    void shouldEndAllTheSame() {
        broker.send(queue, "taken", "first");
        Consumer former = broker.consumer(queue);
        assertThat(former.take()).isEqualTo("taken");
        broker.store.faults.fail(GIVE_BACK);
        former.close();
        Consumer consumer = broker.consumer(queue);
        assertNothingYet(consumer);
        consumer.close();
        try (CapturedLog log = new CapturedLog(Fetching.class)) {
            broker.reopen();
            assertThat(log.lines()).noneMatch(line -> line.contains("did not end in time"));
        }
        broker.store.faults.restore();
        assertComes(broker.consumer(queue), "first");
    }

    @Test
    @DisplayName("SND-08 what can't be given back because its row is damaged holds up no other message")
    void shouldNotWaitForADamagedRow() {
        broker.send(queue, "taken");
        long damaged = broker.send(queue, Mail.of("damaged")).delivery().id();
        broker.send(queue, "good");
        Consumer former = broker.consumer(queue);
        assertThat(former.take()).isEqualTo("taken");
        broker.store.faults.fail(
                change -> change instanceof Change.GiveBack back && back.ref().id() == damaged,
                StoreException.Kind.DAMAGED);
        former.close();
        broker.send(queue, "later");
        Consumer consumer = broker.consumer(queue);
        assertComes(consumer, "good", "later");
        broker.store.faults.restore();
        assertComes(consumer, "damaged");
    }

    private void sendBeforeReceivers(String... texts) {
        for (String text : texts) {
            broker.send(queue, Mail.of(text).nonPersistent());
        }
        broker.eventuallyHolds(queue, texts.length, 0, 0);
    }

    @Test
    @DisplayName("SND-05 RCV-06 non-persistent messages that can't be taken out of the store come before later ones")
    void shouldWaitForWhatCouldNotBeTakenOut() {
        sendBeforeReceivers("first");
        broker.send(queue, "second");
        broker.store.faults.fail(TAKE_OUT);
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.poll()).isNull();
        eventuallyFailed();
        broker.send(queue, Mail.of("third").nonPersistent());
        broker.store.faults.restore();
        assertComes(consumer, "first", "second", "third");
        consumer.assertNothing();
    }

    @Test
    @DisplayName("SND-05 the same, and they can't be given back either")
    void shouldWaitForWhatCouldNotGoBack() {
        sendBeforeReceivers("first");
        broker.send(queue, "second");
        broker.store.faults.fail(TAKE_OUT.or(GIVE_BACK));
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.poll()).isNull();
        eventuallyFailed();
        broker.store.faults.fail(GIVE_BACK);
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second");
    }

    @Test
    @DisplayName("SND-05 SND-09 of those whose removal is in doubt none is lost and none comes twice, and all in order")
    void shouldLoseNothingInDoubt() {
        sendBeforeReceivers("first", "second");
        broker.send(queue, "third");
        broker.store.faults.doubt(TAKE_OUT);
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.receiver.poll()).isNull();
        eventually(
                "who waits for the removal has been told that it is in doubt",
                () -> broker.node.parts().commits.outcomesKeptUntilMillis() != Membership.NOT_KEPT);
        assertNothingYet(consumer);
        broker.store.faults.restore();
        assertComes(consumer, "first", "second", "third");
        consumer.assertNothing();
        assertThat(broker.browse(queue)).isEmpty();
    }
}
