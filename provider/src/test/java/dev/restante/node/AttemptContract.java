package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.ReceiveAttempts.Repetition;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of receives that can be repeated when their node dies. */
abstract class AttemptContract extends BrokerContract {

    private static final String ID = "attempt";

    /** A first receive with the id, of so many messages. */
    private List<HeldDelivery> receive(Entity queue, Consumer consumer, int count) {
        ReceiveAttempts attempts = broker.node.receiveAttempts();
        Repetition none = attempts.repeat(queue, ID, count, null);
        assertThat(none.again()).isEmpty();
        List<HeldDelivery> received =
                java.util.stream.Stream.generate(consumer::next).limit(count).toList();
        assertThat(attempts.remember(queue, ID, received, none.known())).isTrue();
        return received;
    }

    private List<HeldDelivery> again(Entity queue) {
        return broker.node.receiveAttempts().repeat(queue, ID, 10, null).again();
    }

    private static List<String> texts(List<HeldDelivery> held) {
        return held.stream().map(BrokerFixture::text).toList();
    }

    @Test
    @DisplayName("VIS-09 after the death of the holder its successor gets the same, counted once more")
    void shouldRepeatWhatTheDeadReceived() {
        Entity queue = broker.queue("q");
        broker.send(queue, "a", "b", "c");
        List<HeldDelivery> former = receive(queue, broker.consumer(queue), 2);
        BrokerNode dead = broker.crash();

        List<HeldDelivery> again = again(queue);
        assertThat(texts(again)).containsExactly("a", "b");
        assertThat(again).allSatisfy(held -> {
            assertThat(held.deliveryCount()).isEqualTo(2);
            assertThat(held.countAfterRelease()).isEqualTo(1);
        });
        assertRefused(Reason.LOCK_LOST, () -> dead.settlement().complete(former));
        assertThat(texts(again(queue))).containsExactly("a", "b");
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(again));
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("c");
        consumer.assertNothing();
        broker.complete(again(queue));
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-09 the same out of the buffer of the successor")
    void shouldRepeatWhatTheSuccessorHasFetched() {
        Entity queue = broker.queue("q");
        broker.send(queue, "first", "a", "b");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery first = consumer.next();
        receive(queue, consumer, 2);
        broker.abandon(first);
        broker.crash();

        Consumer successor = broker.consumer(queue);
        assertThat(text(successor.next())).isEqualTo("first");
        BrokerFixture.eventually("the rest is in the buffer", () -> broker.browsed(queue).stream()
                .allMatch(browsed -> browsed.delivery().ref().owned()));
        List<HeldDelivery> again = again(queue);
        assertThat(texts(again)).containsExactly("a", "b");
        successor.assertNothing();
        broker.complete(again);
        assertThat(broker.browse(queue)).containsExactly("first");
    }

    @Test
    @DisplayName("VIS-09 what the holder gave back before its death is not repeated")
    void shouldNotRepeatWhatWasGivenBack() {
        Entity queue = broker.queue("q");
        broker.send(queue, "a");
        Consumer consumer = broker.consumer(queue);
        List<HeldDelivery> former = receive(queue, consumer, 1);
        consumer.close();
        broker.abandon(former.get(0));
        broker.crash();
        assertThat(again(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-09 what somebody else received after the death is not repeated, nor what is at its limit")
    void shouldNotRepeatWhatOthersReceived() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 2));
        broker.send(queue, "a", "b");
        receive(queue, broker.consumer(queue), 1);
        broker.crash();
        Consumer consumer = broker.consumer(queue);
        HeldDelivery other = consumer.next();
        assertThat(text(other)).isEqualTo("a");
        assertThat(again(queue)).isEmpty();
        broker.complete(other);
        assertThat(consumer.take()).isEqualTo("b");
        broker.send(queue, "c");
        receive(queue, consumer, 1);
        for (int deaths = 1; deaths <= 2; deaths++) {
            broker.crash();
            assertThat(again(queue)).hasSize(1);
        }
        broker.crash();
        assertThat(again(queue)).as("received 3 times, counted twice").isEmpty();
    }

    @Test
    @DisplayName(
            "VIS-09, TTL-05, TTL-06 what is overdue and still locked is returned again and can be completed; given back, it expires")
    void shouldRepeatWhatIsOverdue() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        broker.send(queue, Mail.of("completed").timeToLive(Duration.ofSeconds(10)));
        broker.send(queue, Mail.of("given back").timeToLive(Duration.ofSeconds(10)));
        Consumer consumer = broker.consumer(queue);
        receive(queue, consumer, 2);
        broker.time.advance(Duration.ofSeconds(20));
        assertThat(texts(again(queue))).containsExactly("completed", "given back");
        // Past the end of the first lock.
        broker.time.advance(Duration.ofSeconds(20));
        List<HeldDelivery> again = again(queue);
        assertThat(texts(again)).containsExactly("completed", "given back");
        broker.complete(again.get(0));
        broker.abandon(again.get(1));
        consumer.assertNothing();
        assertThat(broker.browse(broker.deadLetters(queue))).containsExactly("given back");
    }

    @Test
    @DisplayName("VIS-09, TTL-03, TTL-06 what is overdue and no longer locked is not returned again, and expires")
    void shouldNotRepeatWhatHasExpired() {
        // Without an open receiver nothing leaves, so whoever asks for it finds it there.
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT
                        .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                        .with(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, true));
        broker.send(queue, Mail.of("its holder died").timeToLive(Duration.ofSeconds(10)));
        Consumer consumer = broker.consumer(queue);
        receive(queue, consumer, 1);
        consumer.close();
        broker.time.advance(Duration.ofSeconds(10));
        broker.crash();
        assertThat(broker.browse(queue)).containsExactly("its holder died");
        assertThat(again(queue)).isEmpty();

        Consumer active = broker.consumer(queue);
        active.assertNothing();
        broker.eventuallyHolds(queue, 0, 0, 1);
        broker.send(queue, Mail.of("its lock ran out").timeToLive(Duration.ofSeconds(10)));
        receive(queue, active, 1);
        broker.time.advance(Duration.ofSeconds(30));
        assertThat(again(queue)).isEmpty();
        active.assertNothing();
        broker.eventuallyHolds(queue, 0, 0, 2);
    }
}
