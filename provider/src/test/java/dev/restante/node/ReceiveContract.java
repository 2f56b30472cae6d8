package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.FinalLook;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.dispatch.EntityDispatcher;
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

/** The RCV rows about what a receiver holds and gives back. */
abstract class ReceiveContract extends BrokerContract {

    private static final Duration LOCK = Duration.ofSeconds(30);

    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Test
    @DisplayName("RCV-01 what is received and deleted is gone when it is handed over")
    void shouldDeleteOnReceive() {
        Entity queue = broker.queue("q");
        broker.send(queue, "stored");
        Consumer consumer = broker.consumer(queue, ReceiverOptions.Hold.RECEIVE_AND_DELETE);
        HeldDelivery held = consumer.next();

        assertThat(broker.browse(queue)).isEmpty();
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(held));
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName(
            "RCV-16 once a receiver has been closed, messages that a fetch under way brings for it are back in the store")
    void shouldBeBackWhenTheReceiverIsClosed() throws Exception {
        for (ReceiverOptions options : List.of(
                new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), BrokerFixture.selecting("JMSPriority = 4"))) {
            Entity queue = broker.queue(options.selector() == null ? "all" : "some");
            broker.send(queue, "waits");
            Receiver receiver = broker.node.openReceiver(queue, options, () -> {});
            CompletableFuture<Void> closing;
            try (SharedStore.Hold held = broker.store.holdWrites()) {
                assertThat(receiver.poll()).isNull();
                eventually("a fetch is under way", broker.store::writeHeld);
                closing = CompletableFuture.runAsync(receiver::close);
                assertThatThrownBy(() -> closing.get(500, TimeUnit.MILLISECONDS))
                        .isInstanceOf(TimeoutException.class);
            }
            closing.get(30, TimeUnit.SECONDS);
            assertThat(broker.store.inspector().inState(queue.id(), DeliveryState.AVAILABLE, null, 10))
                    .as(queue.name())
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("RCV-16 before a receiver says that there is nothing, a look has ended that began after its call")
    void shouldLookBeforeItSaysNothing() {
        for (ReceiverOptions options : List.of(
                new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), BrokerFixture.selecting("JMSPriority = 4"))) {
            Entity queue = broker.queue(options.selector() == null ? "all" : "some");
            broker.send(queue, "waits");
            try (Receiver receiver = broker.node.openReceiver(queue, options, () -> {})) {
                FinalLook look = receiver.finalLook();
                try (SharedStore.Hold held = broker.store.holdWrites()) {
                    assertThat(receiver.poll()).isNull();
                    assertThat(look.isOver())
                            .as("over while the store is silent")
                            .isFalse();
                    assertThat(receiver.poll()).isNull();
                }
                HeldDelivery held = null;
                for (boolean over = false; held == null && !over; held = receiver.poll()) {
                    over = look.isOver();
                }
                assertThat(held).as("what waits").isNotNull();
                assertThat(text(held)).isEqualTo("waits");
            }
        }
    }

    @Test
    @DisplayName("RCV-02 RCV-04 a message is handed to one receiver; the others get the next ones")
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
    @DisplayName("RCV-03 the lock starts when the application gets the message, not when it was buffered")
    void shouldStartTheLockAtHandOver() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery first = consumer.next();
        broker.complete(first);
        broker.time.advance(LOCK.multipliedBy(3));

        HeldDelivery second = consumer.next();
        assertThat(second.lockedUntilMillis()).isEqualTo(broker.node.nowMillis() + LOCK.toMillis());
        broker.time.advance(LOCK.minusMillis(1));
        broker.complete(second);
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-05 renew extends the lock by its duration from now")
    void shouldRenew() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery held = consumer.next();
        broker.time.advance(Duration.ofSeconds(29));
        assertThat(broker.node.settlement().renew(held).toEpochMilli())
                .isEqualTo(broker.node.nowMillis() + LOCK.toMillis());

        broker.time.advance(Duration.ofSeconds(29));
        consumer.assertNothing();
        broker.time.advance(Duration.ofSeconds(1));
        HeldDelivery again = consumer.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertRefused(Reason.LOCK_LOST, () -> broker.node.settlement().renew(held));
    }

    @Test
    @DisplayName("RCV-06 a message whose lock ran out comes back at the front of its priority, counted")
    void shouldComeBackInFront() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        broker.send(queue, IntStream.range(0, 10).mapToObj(i -> "m" + i).toArray(String[]::new));
        Consumer consumer = broker.consumer(queue);
        assertThat(text(consumer.next())).isEqualTo("m0");
        broker.send(queue, Mail.of("urgent").priority(9));
        broker.time.advance(LOCK);
        eventuallyBuffered(queue, 11);
        assertThat(consumer.take(11))
                .containsExactly("urgent", "m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9");
    }

    @Test
    @DisplayName("RCV-06 what is abandoned comes before its successors, also when the buffer is full of them")
    void shouldComeBackInFrontOfAFullBuffer() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        int count = 2_500;
        for (int i = 0; i < count; i++) {
            broker.node.sending().sendAsync(broker.prepared(queue, Mail.of("m" + i)), refusal -> {});
        }
        broker.eventuallyHolds(queue, count, 0, 0);
        Consumer consumer = broker.consumer(queue);
        List<HeldDelivery> held = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            held.add(consumer.next());
        }
        assertThat(text(held.get(49))).isEqualTo("m49");
        broker.node.settlement().release(held.subList(10, 50));
        for (int i = 9; i >= 0; i--) {
            broker.abandon(held.get(i));
        }

        List<String> expected = IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            HeldDelivery next = consumer.next();
            assertThat(next.deliveryCount()).as("m" + i).isEqualTo(i < 50 ? 2 : 1);
            taken.add(text(next));
            broker.node.settlement().completeLazily(next, refusal -> {});
        }
        assertThat(taken).isEqualTo(expected);
    }

    @Test
    @DisplayName("RCV-06 when locks run out their messages reach the front of a full buffer")
    void shouldReturnToTheFrontWhenLocksEnd() throws InterruptedException {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        for (int i = 0; i < 1_500; i++) {
            broker.node.sending().sendAsync(broker.prepared(queue, Mail.of("m" + i)), refusal -> {});
        }
        broker.eventuallyHolds(queue, 1_500, 0, 0);
        Consumer consumer = broker.consumer(queue);
        List<Long> received = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            HeldDelivery held = consumer.next();
            assertThat(text(held)).isEqualTo("m" + i);
            received.add(held.sequenceNumber());
        }
        EntityDispatcher dispatcher = broker.node.parts().dispatchers.of(queue.id());
        assertThat(dispatcher.awaitIdle(FETCH_NANOS)).isTrue();
        broker.time.advance(LOCK);
        eventually("all three are at hand again", () -> received.stream()
                .allMatch(id -> dispatcher
                                .contents()
                                .find(buffered -> buffered.delivery().id() == id)
                        != null));
        assertThat(consumer.take(4)).containsExactly("m0", "m1", "m2", "m3");
    }

    @Test
    @DisplayName("RCV-06 a transaction that is larger than the buffer comes back in order, before what is behind it")
    void shouldReturnMoreThanTheBufferHolds() {
        broker.reopen(BrokerFixture.LONG_LEASE.storeTimeout(), 32 << 10);
        Entity queue = broker.queue("q");
        String body = "x".repeat(4 << 10);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            broker.send(queue, i + body);
            sent.add(String.valueOf(i));
        }
        Consumer consumer = broker.consumer(queue, ReceiverOptions.Hold.UNTIL_SETTLED);
        UnitOfWork unit = broker.node.newUnitOfWork();
        for (int i = 0; i < 44; i++) {
            unit.receive(consumer.next());
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
                atLeast + " are buffered",
                () -> broker.node
                                .parts()
                                .dispatchers
                                .of(queue.id())
                                .contents()
                                .stock()
                                .acquired()
                        >= atLeast);
    }

    @Test
    @DisplayName("RCV-07 what never reached the application is given back uncounted")
    void shouldNotCountWhatWasGivenBack() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1));
        broker.send(queue, "stored");
        broker.node.sending().send(broker.prepared(queue, Mail.of("memory").nonPersistent()));
        try (Consumer consumer = broker.consumer(queue)) {
            for (int i = 0; i < 3; i++) {
                List<HeldDelivery> held = List.of(consumer.next(), consumer.next());
                assertThat(held).allMatch(each -> each.deliveryCount() == 1);
                broker.node.settlement().giveBack(held);
            }
            assertThat(consumer.next().deliveryCount()).isEqualTo(1);
        }
        assertThat(broker.node.statistics().of(queue).deadLettered()).isZero();
    }

    @Test
    @DisplayName("RCV-07 RCV-13 a closed receiver gives back what it had not handed over, uncounted and in order")
    void shouldGiveBackOnClose() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery held = consumer.next();
        consumer.close();

        broker.eventuallyHolds(queue, 2, 1, 0);
        broker.complete(held);
        Consumer next = broker.consumer(queue);
        HeldDelivery second = next.next();
        assertThat(text(second)).isEqualTo("2");
        assertThat(second.deliveryCount()).isEqualTo(1);
    }
}
