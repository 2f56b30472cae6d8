package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.settle.NodeDelayedCompletion;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Delayed completion of messages that receive calls have returned. */
abstract class DelayedCompletionContract extends BrokerContract {

    private static final ReceiverOptions.ReceiveMode HOLD = ReceiverOptions.ReceiveMode.UNTIL_SETTLED;

    private final BlockingQueue<List<BrokerException>> ends = new LinkedBlockingQueue<>();

    private NodeDelayedCompletion completeLater(InFlightDelivery delivery) {
        return broker.node.components().delayedCompletions.add(delivery, this::ended);
    }

    private void ended(@Nullable BrokerException failure) {
        ends.add(failure == null ? List.of() : List.of(failure));
    }

    private NodeDelayedCompletion received(Entity queue) {
        broker.send(queue, "m");
        return completeLater(broker.consumer(queue, HOLD).next());
    }

    private void assertCompleted(InFlightDelivery delivery) {
        eventually("the message is completed", () -> delivery.state() == InFlightDelivery.InFlightState.SETTLED);
    }

    @Test
    @DisplayName("RCV-17 a received message is completed after one second by itself, and not before")
    void shouldCompleteAfterASecond() {
        Entity queue = broker.queue("q");
        NodeDelayedCompletion completion = received(queue);
        broker.time.advance(Duration.ofMillis(999));
        assertThat(completion.delivery().locked()).isTrue();
        broker.time.advance(Duration.ofMillis(1));
        assertCompleted(completion.delivery());
        eventually("the completion is reported", () -> !ends.isEmpty());
        assertThat(ends).containsExactly(List.of());
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17 a received message is completed after a third of the lock duration if that is shorter")
    void shouldCompleteAfterAThirdOfTheLock() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, Duration.ofMillis(900)));
        NodeDelayedCompletion completion = received(queue);
        broker.time.advance(Duration.ofMillis(299));
        assertThat(completion.delivery().locked()).isTrue();
        broker.time.advance(Duration.ofMillis(1));
        assertCompleted(completion.delivery());
    }

    @Test
    @DisplayName("RCV-17 a crash before the delayed completion causes a redelivery, but the close of a node does not")
    void shouldComeBackAfterACrash() {
        Entity queue = broker.queue("q");
        received(queue);
        broker.crash();
        InFlightDelivery again = broker.consumer(queue, HOLD).next();
        assertThat(text(again)).isEqualTo("m");
        assertThat(again.deliveryCount()).isEqualTo(2);
        completeLater(again);
        broker.reopen();
        broker.consumer(queue).assertNothing();
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17 a delayed completion runs once, and is durable when the session continues")
    void shouldCompleteOnce() {
        Entity queue = broker.queue("q");
        NodeDelayedCompletion completion = received(queue);
        completion.completeAsync();
        completion.complete();
        completion.complete();
        broker.time.advance(Duration.ofSeconds(5));
        assertThat(completion.delivery().state()).isEqualTo(InFlightDelivery.InFlightState.SETTLED);
        assertThat(ends).containsExactly(List.of());
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17, VIS-06 a receiver that waits for an in-flight slot causes the delayed completion at once")
    void shouldMakeRoomInTheQuota() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_IN_FLIGHT, 1));
        broker.send(queue, "1", "2", "3");
        Consumer first = broker.consumer(queue, HOLD);
        Consumer second = broker.consumer(queue, HOLD);
        completeLater(first.next());
        InFlightDelivery next = second.next();
        assertThat(text(next)).isEqualTo("2");
        completeLater(next);
        InFlightDelivery last = first.receiver.pollOrFetch();
        assertThat(last).as("message of a call that cannot wait").isNotNull();
        assertThat(text(last)).isEqualTo("3");
    }

    @Test
    @DisplayName("RCV-17, VIS-07 a receiver that waits for a message group causes the delayed completion at once")
    void shouldLetTheGroupGoOn() {
        Entity queue = broker.queue("q");
        for (int i = 1; i <= 4; i++) {
            broker.send(queue, TestMessage.of("g" + i).properties(Map.of("JMSXGroupID", "g")));
        }
        Consumer first = broker.consumer(queue, HOLD);
        Consumer second = broker.consumer(queue, HOLD);
        NodeDelayedCompletion one = completeLater(first.next());
        InFlightDelivery two = second.next();
        assertThat(text(two)).isEqualTo("g2");
        assertThat(one.delivery().state()).isEqualTo(InFlightDelivery.InFlightState.SETTLED);
        assertThat(first.receiver.pollPrefetched()).isNull();
        completeLater(two);
        InFlightDelivery three = first.next();
        assertThat(text(three)).isEqualTo("g3");
        completeLater(three);
        InFlightDelivery four = second.receiver.pollOrFetch();
        assertThat(four).as("message of a call that cannot wait").isNotNull();
        assertThat(text(four)).isEqualTo("g4");
    }

    @Test
    @DisplayName("RCV-17 a failure of a delayed completion is reported once, and the node retries until it succeeds")
    void shouldTryAgain() throws InterruptedException {
        Entity queue = broker.queue("q");
        NodeDelayedCompletion completion = received(queue);
        broker.store.reachable(false);
        completion.complete();
        assertThat(ends.take())
                .singleElement()
                .extracting(BrokerException::reason)
                .isEqualTo(BrokerErrorReason.STORE_UNAVAILABLE);
        assertThat(completion.delivery().locked())
                .as("the message is still locked")
                .isTrue();
        broker.store.reachable(true);
        broker.time.advance(Duration.ofSeconds(1));
        assertCompleted(completion.delivery());
        assertThat(ends).isEmpty();
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17 a session that continues learns that an administrator has broken the lock")
    void shouldTellOfALostLock() {
        Entity queue = broker.queue("q");
        NodeDelayedCompletion completion = received(queue);
        assertThat(broker.node.components().settler.releaser().breakLock(completion.delivery()))
                .isTrue();
        completion.complete();
        assertThat(ends.remove())
                .singleElement()
                .extracting(BrokerException::reason)
                .isEqualTo(BrokerErrorReason.LOCK_LOST);
        assertThat(text(broker.consumer(queue).next())).isEqualTo("m");
    }
}
