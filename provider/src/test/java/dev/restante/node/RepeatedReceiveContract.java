package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.ReceiveAttempts.RepeatedReceive;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Repeated receives after the death of their node. */
abstract class RepeatedReceiveContract extends BrokerContract {

    private static final String ID = "attempt";

    /** Receives messages for the first time with the attempt id. */
    private List<InFlightDelivery> receive(Entity queue, Consumer consumer, int count) {
        ReceiveAttempts attempts = broker.node.receiveAttempts();
        RepeatedReceive none = attempts.repeat(queue, ID, count, null);
        assertThat(none.deliveries()).isEmpty();
        List<InFlightDelivery> received =
                java.util.stream.Stream.generate(consumer::next).limit(count).toList();
        assertThat(attempts.record(queue, ID, received, none.formerRefs())).isTrue();
        return received;
    }

    private List<InFlightDelivery> again(Entity queue) {
        return broker.node.receiveAttempts().repeat(queue, ID, 10, null).deliveries();
    }

    private static List<String> texts(List<InFlightDelivery> deliveries) {
        return deliveries.stream().map(BrokerFixture::text).toList();
    }

    @Test
    @DisplayName("VIS-09 after the death of a node its successor repeats the receive with a higher delivery count")
    void shouldRepeatWhatTheDeadReceived() {
        Entity queue = broker.queue("q");
        broker.send(queue, "a", "b", "c");
        List<InFlightDelivery> former = receive(queue, broker.consumer(queue), 2);
        BrokerNode dead = broker.crash();

        List<InFlightDelivery> again = again(queue);
        assertThat(texts(again)).containsExactly("a", "b");
        assertThat(again).allSatisfy(delivery -> {
            assertThat(delivery.deliveryCount()).isEqualTo(2);
            assertThat(delivery.deliveryCountAfterRelease()).isEqualTo(1);
        });
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> dead.settler().complete(former));
        assertThat(texts(again(queue))).containsExactly("a", "b");
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(again));
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("c");
        consumer.assertNothing();
        broker.complete(again(queue));
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-09 a repeated receive also returns messages that the successor has prefetched")
    void shouldRepeatWhatTheSuccessorHasFetched() {
        Entity queue = broker.queue("q");
        broker.send(queue, "first", "a", "b");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery first = consumer.next();
        receive(queue, consumer, 2);
        broker.abandon(first);
        broker.crash();

        Consumer successor = broker.consumer(queue);
        assertThat(text(successor.next())).isEqualTo("first");
        BrokerFixture.eventually("the other messages are prefetched", () -> broker.browsed(queue).stream()
                .allMatch(browsedMessage -> browsedMessage.delivery().ref().owned()));
        List<InFlightDelivery> again = again(queue);
        assertThat(texts(again)).containsExactly("a", "b");
        successor.assertNothing();
        broker.complete(again);
        assertThat(broker.browse(queue)).containsExactly("first");
    }

    @Test
    @DisplayName("VIS-09 messages that were released before the death of their node are not repeated")
    void shouldNotRepeatWhatWasGivenBack() {
        Entity queue = broker.queue("q");
        broker.send(queue, "a");
        Consumer consumer = broker.consumer(queue);
        List<InFlightDelivery> former = receive(queue, consumer, 1);
        consumer.close();
        broker.abandon(former.get(0));
        broker.crash();
        assertThat(again(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-09 messages that another consumer has received, or at their delivery limit, are not repeated")
    void shouldNotRepeatWhatOthersReceived() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 2));
        broker.send(queue, "a", "b");
        receive(queue, broker.consumer(queue), 1);
        broker.crash();
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery other = consumer.next();
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
        assertThat(again(queue))
                .as("the fourth receive of a message with a delivery limit")
                .isEmpty();
    }

    @Test
    @DisplayName("VIS-09, TTL-05, TTL-06 an expired message is repeated while it is locked, and expires if abandoned")
    void shouldRepeatWhatIsOverdue() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        broker.send(queue, TestMessage.of("completed").timeToLive(Duration.ofSeconds(10)));
        broker.send(queue, TestMessage.of("given back").timeToLive(Duration.ofSeconds(10)));
        Consumer consumer = broker.consumer(queue);
        receive(queue, consumer, 2);
        broker.time.advance(Duration.ofSeconds(20));
        assertThat(texts(again(queue))).containsExactly("completed", "given back");
        // This instant is after the end of the first lock.
        broker.time.advance(Duration.ofSeconds(20));
        List<InFlightDelivery> again = again(queue);
        assertThat(texts(again)).containsExactly("completed", "given back");
        broker.complete(again.get(0));
        broker.abandon(again.get(1));
        consumer.assertNothing();
        assertThat(broker.browse(broker.deadLetters(queue))).containsExactly("given back");
    }

    @Test
    @DisplayName("VIS-09, TTL-03, TTL-06 an expired message without a lock is not repeated, and expires")
    void shouldNotRepeatWhatHasExpired() {
        // Without an open receiver no message expires, so the repeated receive finds this message in the queue.
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT
                        .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                        .with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, true));
        broker.send(queue, TestMessage.of("its holder died").timeToLive(Duration.ofSeconds(10)));
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
        broker.send(queue, TestMessage.of("its lock ran out").timeToLive(Duration.ofSeconds(10)));
        receive(queue, active, 1);
        broker.time.advance(Duration.ofSeconds(30));
        assertThat(again(queue)).isEmpty();
        active.assertNothing();
        broker.eventuallyHolds(queue, 0, 0, 2);
    }
}
