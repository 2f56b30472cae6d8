package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.Browsed;
import dev.restante.broker.FinalLook;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.Settlement;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The RCV rows about what a receiver holds and gives back. */
abstract class ReceiveContract extends BrokerContract {

    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Duration LOCK = Duration.ofSeconds(30);

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
        for (int i = 0; i < 3; i++) {
            assertThat(text(consumer.next())).isEqualTo("m" + i);
        }
        assertThat(broker.node.parts().dispatchers.of(queue.id()).awaitIdle(FETCH_NANOS))
                .isTrue();
        int buffered = broker.node.parts().dispatchers.of(queue.id()).contents().storedInBuffer();
        broker.time.advance(LOCK);
        // All three are back: what is buffered could also be others.
        broker.eventuallyHolds(queue, 1_500, 0, 0);
        eventuallyBuffered(queue, buffered + 3);
        assertThat(consumer.take(4)).containsExactly("m0", "m1", "m2", "m3");
    }

    private void eventuallyBuffered(Entity queue, int atLeast) {
        eventually(
                atLeast + " are buffered",
                () -> broker.node.parts().dispatchers.of(queue.id()).contents().storedInBuffer() >= atLeast);
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

    @Test
    @DisplayName("RCV-08 complete removes it for good")
    void shouldComplete() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        broker.complete(List.of(consumer.next(), consumer.next()));
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-09 abandon returns it at once with changed properties, or after a delay")
    void shouldAbandonWithPropertiesAndDelay() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        broker.node.settlement().abandon(consumer.next(), Map.of("a", 1, "b", 2), null);
        HeldDelivery second = consumer.next();
        assertThat(second.note().changedProperties()).containsEntry("a", 1).containsEntry("b", 2);
        broker.node.settlement().abandon(second, Map.of("b", 3), Duration.ofSeconds(10));

        broker.time.advance(Duration.ofMillis(9_999));
        consumer.assertNothing();
        assertThat(broker.node.statistics().of(queue).scheduled()).isEqualTo(1);
        broker.time.advance(Duration.ofMillis(1));
        HeldDelivery third = consumer.next();
        assertThat(third.deliveryCount()).isEqualTo(3);
        assertThat(third.note().changedProperties()).containsEntry("a", 1).containsEntry("b", 3);
        assertRefused(
                Reason.INVALID_ARGUMENT,
                () -> broker.node.settlement().abandon(third, Map.of(), Duration.ofMillis(-1)));
        broker.node.settlement().abandon(third, Map.of(), Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(broker.node.statistics().of(queue).scheduled()).isEqualTo(1);
    }

    @Test
    @DisplayName("RCV-11 what is deferred is received by its sequence number only, and can be listed")
    void shouldDefer() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery first = consumer.next();
        broker.node.settlement().defer(first, Map.of("step", "half"));
        assertThat(consumer.take()).isEqualTo("2");
        consumer.assertNothing();
        broker.time.advance(Duration.ofDays(2));
        consumer.assertNothing();

        List<Browsed> deferred = broker.node.deferredMessages().list(queue, 0, 10);
        assertThat(deferred)
                .singleElement()
                .satisfies(each -> assertThat(each.delivery().id()).isEqualTo(first.sequenceNumber()));
        assertThat(broker.node.deferredMessages().list(queue, first.sequenceNumber(), 10))
                .isEmpty();
        assertThat(broker.node
                        .deferredMessages()
                        .receive(queue, List.of(42L), ReceiverOptions.Hold.LOCK_DURATION, null))
                .isEmpty();
        HeldDelivery again = broker.node
                .deferredMessages()
                .receive(queue, List.of(first.sequenceNumber()), ReceiverOptions.Hold.LOCK_DURATION, null)
                .get(0);
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.note().changedProperties()).containsEntry("step", "half");
        assertThat(broker.node
                        .deferredMessages()
                        .receive(queue, List.of(first.sequenceNumber()), ReceiverOptions.Hold.LOCK_DURATION, null))
                .isEmpty();
        broker.complete(again);
        assertThat(broker.node.statistics().of(queue).deferred()).isZero();
    }

    @Test
    @DisplayName(
            "RCV-11 of several deferred messages all are received or, where the store fails, all are still deferred")
    void shouldReceiveAllDeferredOrNone() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3");
        Consumer consumer = broker.consumer(queue);
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            HeldDelivery held = consumer.next();
            numbers.add(held.sequenceNumber());
            broker.node.settlement().defer(held, Map.of());
        }
        numbers.add(numbers.get(0));

        broker.store.reachableFor(0);
        assertRefused(Reason.STORE_UNAVAILABLE, () -> receiveDeferred(queue, numbers));
        broker.store.reachableFor(1);
        List<HeldDelivery> received = receiveDeferred(queue, numbers);
        broker.store.reachable(true);
        assertThat(received).extracting(BrokerFixture::text).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(broker.node.statistics().of(queue).deferred()).isZero();
        assertThat(broker.node.statistics().of(queue).inFlight()).isEqualTo(3);
        broker.complete(received);
    }

    @ParameterizedTest(name = "persistent: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("RCV-11 a deferred message that did not reach the application is deferred again, uncounted")
    void shouldDeferAgain(boolean persistent) {
        Entity queue = broker.queue("q");
        broker.send(queue, persistent ? Mail.of("m") : Mail.of("m").nonPersistent());
        Consumer consumer = broker.consumer(queue);
        HeldDelivery first = consumer.next();
        broker.node.settlement().defer(first, Map.of());
        List<Long> number = List.of(first.sequenceNumber());
        Browsed before = broker.node.deferredMessages().list(queue, 0, 1).get(0);

        broker.node.settlement().giveBack(receiveDeferred(queue, number));
        consumer.assertNothing();
        assertThat(broker.node.deferredMessages().list(queue, 0, 1))
                .singleElement()
                .satisfies(again -> assertThat(again.delivery().deliveryCount())
                        .isEqualTo(before.delivery().deliveryCount()));
        broker.abandon(receiveDeferred(queue, number).get(0));
        HeldDelivery last = consumer.next();
        assertThat(text(last)).isEqualTo("m");
        broker.node.settlement().giveBack(List.of(last));
        assertThat(consumer.take()).isEqualTo("m");
    }

    private List<HeldDelivery> receiveDeferred(Entity queue, List<Long> numbers) {
        return broker.node.deferredMessages().receive(queue, numbers, ReceiverOptions.Hold.LOCK_DURATION, null);
    }

    @Test
    @DisplayName("RCV-12 without a valid lock every settlement and renewal is refused and changes nothing")
    void shouldRefuseWithoutALock() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery lost = consumer.next();
        broker.time.advance(LOCK);
        Settlement settlement = broker.node.settlement();

        assertRefused(Reason.LOCK_LOST, () -> broker.complete(lost));
        assertRefused(Reason.LOCK_LOST, () -> settlement.abandon(lost, Map.of("no", 1), null));
        assertRefused(Reason.LOCK_LOST, () -> settlement.deadLetter(lost, "no", null, Map.of()));
        assertRefused(Reason.LOCK_LOST, () -> settlement.defer(lost, Map.of()));
        assertRefused(Reason.LOCK_LOST, () -> settlement.renew(lost));
        assertRefused(Reason.LOCK_LOST, () -> settlement.changeVisibility(lost, LOCK));
        assertRefused(Reason.LOCK_LOST, () -> settlement.changeVisibility(lost, Duration.ZERO));
        List<BrokerException> refusals = new ArrayList<>();
        settlement.completeLazily(lost, refusals::add);
        assertThat(refusals).singleElement().satisfies(refusal -> assertThat(refusal.reason())
                .isEqualTo(Reason.LOCK_LOST));
        settlement.release(List.of(lost));
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.send(broker.prepared(queue, Mail.of("not sent")));
        assertRefused(Reason.LOCK_LOST, () -> unit.receive(lost));

        HeldDelivery again = consumer.next();
        assertThat(text(again)).isEqualTo("m");
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.note()).isNull();
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(lost));
        unit.receive(again);
        assertThat(broker.node.messageAdministration().breakLock(queue, again.sequenceNumber(), Duration.ZERO))
                .isEqualTo(MessageAdministration.LockBreak.BROKEN);
        assertRefused(Reason.LOCK_LOST, unit::commit);
        broker.complete(consumer.next());
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-12 of several settled together those still held are, and the error names the lost")
    void shouldCompleteWhatIsStillHeld() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery lost = consumer.next();
        broker.time.advance(Duration.ofSeconds(10));
        HeldDelivery held = consumer.next();
        broker.time.advance(Duration.ofSeconds(20));

        assertRefused(Reason.LOCK_LOST, () -> broker.complete(List.of(lost, held)));
        assertThat(consumer.take()).isEqualTo("1");
        consumer.assertNothing();
    }

    @Test
    @DisplayName("RCV-15 the redelivery back-off grows, is capped, and varies within its jitter")
    void shouldBackOff() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT.with(
                        new RedeliveryBackOff(Duration.ofSeconds(10), 3, Duration.ofSeconds(60), 0.5)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        for (long expectedMillis : new long[] {10_000, 30_000, 60_000, 60_000}) {
            broker.node.settlement().release(List.of(consumer.next()));
            broker.time.advance(Duration.ofMillis(expectedMillis / 2 - 1));
            consumer.assertNothing();
            assertThat(broker.node.statistics().of(queue).scheduled()).isEqualTo(1);
            broker.time.advance(Duration.ofMillis(expectedMillis + 2));
        }
        assertThat(consumer.next().deliveryCount()).isEqualTo(5);
    }

    @Test
    @DisplayName("RCV-06 a transaction that is rolled back returns everything in order, and commits nothing")
    void shouldRollBackInOrder() {
        Entity queue = broker.queue("q");
        Entity other = broker.queue("other");
        broker.send(queue, "1", "2", "3", "4");
        Consumer consumer = broker.consumer(queue, ReceiverOptions.Hold.UNTIL_SETTLED);
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.receive(consumer.next());
        unit.receive(consumer.next());
        unit.send(broker.prepared(other, Mail.of("x")));
        unit.rollback();

        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            HeldDelivery held = consumer.next();
            assertThat(held.deliveryCount()).isEqualTo(i < 2 ? 2 : 1);
            texts.add(text(held));
            unit.receive(held);
        }
        unit.send(broker.prepared(other, Mail.of("y")));
        unit.commit();
        assertThat(texts).containsExactly("1", "2", "3", "4");
        assertThat(broker.browse(queue)).isEmpty();
        assertThat(broker.browse(other)).containsExactly("y");
    }
}
