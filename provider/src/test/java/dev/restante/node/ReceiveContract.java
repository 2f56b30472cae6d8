package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.FinalCheck;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Locks of received messages, and their release or return. */
abstract class ReceiveContract extends BrokerContract {

    private static final Duration LOCK = Duration.ofSeconds(30);

    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Test
    @DisplayName("RCV-01 a receive-and-delete message is removed from the store when its consumer gets it")
    void shouldDeleteOnReceive() {
        Entity queue = broker.queue("q");
        broker.send(queue, "stored");
        Consumer consumer = broker.consumer(queue, ReceiverOptions.ReceiveMode.RECEIVE_AND_DELETE);
        InFlightDelivery delivery = consumer.next();

        assertThat(broker.browse(queue)).isEmpty();
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(delivery));
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-16 when a receiver has closed, the messages of its running fetch are back in the store")
    void shouldBeBackWhenTheReceiverIsClosed() throws Exception {
        for (ReceiverOptions options : List.of(
                new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION),
                BrokerFixture.selecting("JMSPriority = 4"))) {
            Entity queue = broker.queue(options.selector() == null ? "all" : "some");
            broker.send(queue, "waits");
            Receiver receiver = broker.node.openReceiver(queue, options, () -> {});
            CompletableFuture<Void> closing;
            try (SharedStore.Hold held = broker.store.holdWrites()) {
                assertThat(receiver.pollPrefetched()).isNull();
                eventually("a fetch is under way", broker.store::writeHeld);
                closing = CompletableFuture.runAsync(receiver::close);
                assertThatThrownBy(() -> closing.get(500, TimeUnit.MILLISECONDS))
                        .isInstanceOf(TimeoutException.class);
            }
            closing.get(30, TimeUnit.SECONDS);
            assertThat(broker.store.inspector().byState(queue.id(), DeliveryState.AVAILABLE, null, 10))
                    .as(queue.name())
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("RCV-16 a receive returns without a message only after a check that began after the call")
    void shouldLookBeforeItSaysNothing() {
        for (ReceiverOptions options : List.of(
                new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION),
                BrokerFixture.selecting("JMSPriority = 4"))) {
            Entity queue = broker.queue(options.selector() == null ? "all" : "some");
            broker.send(queue, "waits");
            try (Receiver receiver = broker.node.openReceiver(queue, options, () -> {})) {
                FinalCheck finalCheck = receiver.finalCheck();
                try (SharedStore.Hold held = broker.store.holdWrites()) {
                    assertThat(receiver.pollPrefetched()).isNull();
                    assertThat(finalCheck.isComplete())
                            .as("the final check has ended while the store is silent")
                            .isFalse();
                    assertThat(receiver.pollPrefetched()).isNull();
                }
                InFlightDelivery held = null;
                for (boolean over = false; held == null && !over; held = receiver.pollPrefetched()) {
                    over = finalCheck.isComplete();
                }
                assertThat(held).as("next message").isNotNull();
                assertThat(text(held)).isEqualTo("waits");
            }
        }
    }

    @Test
    @DisplayName("RCV-02 RCV-04 a message goes to one receiver, and other receivers get the next messages")
    void shouldHandEachToOne() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3");
        Consumer first = broker.consumer(queue);
        Consumer second = broker.consumer(queue);

        assertThat(text(first.next())).isEqualTo("1");
        assertThat(text(second.next())).isEqualTo("2");
        assertThat(text(first.next())).isEqualTo("3");
        second.assertNothing();
    }

    @Test
    @DisplayName("RCV-03 the lock starts when the application gets the message, not when the node prefetches it")
    void shouldStartTheLockAtHandOver() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery first = consumer.next();
        broker.complete(first);
        broker.time.advance(LOCK.multipliedBy(3));

        InFlightDelivery second = consumer.next();
        assertThat(second.lockedUntilMillis()).isEqualTo(broker.node.nowMillis() + LOCK.toMillis());
        broker.time.advance(LOCK.minusMillis(1));
        broker.complete(second);
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-05 renew extends the lock by the lock duration from now")
    void shouldRenew() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery delivery = consumer.next();
        broker.time.advance(Duration.ofSeconds(29));
        assertThat(broker.node.settler().renew(delivery).toEpochMilli())
                .isEqualTo(broker.node.nowMillis() + LOCK.toMillis());

        broker.time.advance(Duration.ofSeconds(29));
        consumer.assertNothing();
        broker.time.advance(Duration.ofSeconds(1));
        InFlightDelivery again = consumer.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.node.settler().renew(delivery));
    }

    @Test
    @DisplayName(
            "RCV-06 a message whose lock expired returns to the front of its priority with a higher delivery count")
    void shouldComeBackInFront() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        broker.send(queue, IntStream.range(0, 10).mapToObj(i -> "m" + i).toArray(String[]::new));
        Consumer consumer = broker.consumer(queue);
        assertThat(text(consumer.next())).isEqualTo("m0");
        broker.send(queue, TestMessage.of("urgent").priority(9));
        broker.time.advance(LOCK);
        eventuallyBuffered(queue, 11);
        assertThat(consumer.take(11))
                .containsExactly("urgent", "m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9");
    }

    @Test
    @DisplayName("RCV-06 abandoned messages come before their successors, even if these fill the prefetch buffer")
    void shouldComeBackInFrontOfAFullBuffer() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        int count = 2_500;
        for (int i = 0; i < count; i++) {
            broker.node.sender().sendAsync(broker.prepared(queue, TestMessage.of("m" + i)), refusal -> {});
        }
        broker.eventuallyHolds(queue, count, 0, 0);
        Consumer consumer = broker.consumer(queue);
        List<InFlightDelivery> deliveries = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            deliveries.add(consumer.next());
        }
        assertThat(text(deliveries.get(49))).isEqualTo("m49");
        broker.node.settler().release(deliveries.subList(10, 50));
        for (int i = 9; i >= 0; i--) {
            broker.abandon(deliveries.get(i));
        }

        List<String> expected = IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            InFlightDelivery next = consumer.next();
            assertThat(next.deliveryCount()).as("m" + i).isEqualTo(i < 50 ? 2 : 1);
            taken.add(text(next));
            broker.node.settler().completeAsync(next, refusal -> {});
        }
        assertThat(taken).isEqualTo(expected);
    }

    @Test
    @DisplayName("RCV-06 messages whose locks expire return to the front of a full prefetch buffer")
    void shouldReturnToTheFrontWhenLocksEnd() throws InterruptedException {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        for (int i = 0; i < 1_500; i++) {
            broker.node.sender().sendAsync(broker.prepared(queue, TestMessage.of("m" + i)), refusal -> {});
        }
        broker.eventuallyHolds(queue, 1_500, 0, 0);
        Consumer consumer = broker.consumer(queue);
        List<Long> received = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            InFlightDelivery delivery = consumer.next();
            assertThat(text(delivery)).isEqualTo("m" + i);
            received.add(delivery.sequenceNumber());
        }
        EntityDispatcher dispatcher =
                broker.node.components().node.dispatchers().getOrOpen(queue.id());
        assertThat(dispatcher.awaitIdle(FETCH_NANOS)).isTrue();
        broker.time.advance(LOCK);
        eventually("all three messages are prefetched again", () -> received.stream()
                .allMatch(id -> dispatcher
                                .prefetched()
                                .find(prefetched -> prefetched.delivery().id() == id)
                        != null));
        assertThat(consumer.take(4)).containsExactly("m0", "m1", "m2", "m3");
    }

    @Test
    @DisplayName("RCV-06 a transaction that is larger than the prefetch buffer is rolled back in order")
    void shouldReturnMoreThanTheBufferHolds() {
        broker.reopen(BrokerFixture.LONG_LEASE.storeTimeout(), 32 << 10);
        Entity queue = broker.queue("q");
        String body = "x".repeat(4 << 10);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            broker.send(queue, i + body);
            sent.add(String.valueOf(i));
        }
        Consumer consumer = broker.consumer(queue, ReceiverOptions.ReceiveMode.UNTIL_SETTLED);
        UnitOfWork unit = broker.node.newUnitOfWork();
        for (int i = 0; i < 44; i++) {
            unit.complete(consumer.next());
        }
        unit.rollback();
        List<String> received = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            received.add(consumer.take().replace("x", ""));
        }
        assertThat(received).isEqualTo(sent);
    }

    private void eventuallyBuffered(Entity queue, long atLeast) {
        eventually(
                atLeast + " messages are prefetched",
                () -> broker.node
                                .components()
                                .node
                                .dispatchers()
                                .getOrOpen(queue.id())
                                .prefetched()
                                .prefetchCount()
                                .acquired()
                        >= atLeast);
    }

    @Test
    @DisplayName("RCV-07 messages that never reached the application are returned with an unchanged delivery count")
    void shouldNotCountWhatWasGivenBack() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1));
        broker.send(queue, "stored");
        broker.node
                .sender()
                .send(broker.prepared(queue, TestMessage.of("memory").nonPersistent()));
        try (Consumer consumer = broker.consumer(queue)) {
            for (int i = 0; i < 3; i++) {
                List<InFlightDelivery> deliveries = List.of(consumer.next(), consumer.next());
                assertThat(deliveries).allMatch(each -> each.deliveryCount() == 1);
                broker.node.settler().returnUndelivered(deliveries);
            }
            assertThat(consumer.next().deliveryCount()).isEqualTo(1);
        }
        assertThat(broker.node.statistics().statistics(queue).deadLettered()).isZero();
    }

    @Test
    @DisplayName("RCV-07 RCV-13 a closed receiver returns its prefetched messages in order and uncounted")
    void shouldGiveBackOnClose() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery delivery = consumer.next();
        consumer.close();

        broker.eventuallyHolds(queue, 2, 1, 0);
        broker.complete(delivery);
        Consumer next = broker.consumer(queue);
        InFlightDelivery second = next.next();
        assertThat(text(second)).isEqualTo("2");
        assertThat(second.deliveryCount()).isEqualTo(1);
    }
}
