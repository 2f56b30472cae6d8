package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Effects of each settlement on a message. */
abstract class SettlementContract extends BrokerContract {

    private static final Duration LOCK = Duration.ofSeconds(30);

    @Test
    @DisplayName("RCV-08 complete removes a message permanently")
    void shouldComplete() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        broker.complete(List.of(consumer.next(), consumer.next()));
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-09 abandon releases a message at once or after a delay, with changed properties")
    void shouldAbandonWithPropertiesAndDelay() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        broker.node.settler().abandon(consumer.next(), Map.of("a", 1, "b", 2), null);
        InFlightDelivery second = consumer.next();
        assertThat(second.annotations().changedProperties())
                .containsEntry("a", 1)
                .containsEntry("b", 2);
        broker.node.settler().abandon(second, Map.of("b", 3), Duration.ofSeconds(10));

        broker.time.advance(Duration.ofMillis(9_999));
        consumer.assertNothing();
        assertThat(broker.node.statistics().statistics(queue).scheduled()).isEqualTo(1);
        broker.time.advance(Duration.ofMillis(1));
        InFlightDelivery third = consumer.next();
        assertThat(third.deliveryCount()).isEqualTo(3);
        assertThat(third.annotations().changedProperties())
                .containsEntry("a", 1)
                .containsEntry("b", 3);
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> broker.node.settler().abandon(third, Map.of(), Duration.ofMillis(-1)));
        broker.node.settler().abandon(third, Map.of(), Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(broker.node.statistics().statistics(queue).scheduled()).isEqualTo(1);
    }

    @Test
    @DisplayName("RCV-11 a deferred message is received only by its sequence number, and can be listed")
    void shouldDefer() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery first = consumer.next();
        broker.node.settler().defer(first, Map.of("step", "half"));
        assertThat(consumer.take()).isEqualTo("2");
        consumer.assertNothing();
        broker.time.advance(Duration.ofDays(2));
        consumer.assertNothing();

        List<BrowsedMessage> deferred = broker.node.deferredMessages().list(queue, 0, 10);
        assertThat(deferred)
                .singleElement()
                .satisfies(each -> assertThat(each.delivery().id()).isEqualTo(first.sequenceNumber()));
        assertThat(broker.node.deferredMessages().list(queue, first.sequenceNumber(), 10))
                .isEmpty();
        assertThat(broker.receiveDeferred(queue, List.of(42L))).isEmpty();
        InFlightDelivery again =
                broker.receiveDeferred(queue, List.of(first.sequenceNumber())).get(0);
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.annotations().changedProperties()).containsEntry("step", "half");
        assertThat(broker.receiveDeferred(queue, List.of(first.sequenceNumber())))
                .isEmpty();
        broker.complete(again);
        assertThat(broker.node.statistics().statistics(queue).deferred()).isZero();
    }

    @Test
    @DisplayName("RCV-11 a receive gets all of several deferred messages, or all stay deferred if the store fails")
    void shouldReceiveAllDeferredOrNone() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3");
        Consumer consumer = broker.consumer(queue);
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            InFlightDelivery delivery = consumer.next();
            numbers.add(delivery.sequenceNumber());
            broker.node.settler().defer(delivery, Map.of());
        }
        numbers.add(numbers.get(0));

        broker.store.reachableFor(0);
        assertRefused(BrokerErrorReason.STORE_UNAVAILABLE, () -> broker.receiveDeferred(queue, numbers));
        broker.store.reachableFor(1);
        List<InFlightDelivery> received = broker.receiveDeferred(queue, numbers);
        broker.store.reachable(true);
        assertThat(received).extracting(BrokerFixture::text).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(broker.node.statistics().statistics(queue).deferred()).isZero();
        assertThat(broker.node.statistics().statistics(queue).inFlight()).isEqualTo(3);
        broker.complete(received);
    }

    @ParameterizedTest(name = "persistent: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("DEF-01 DEF-04 a received deferred message is deferred again on release, unless it is undeferred")
    void shouldDeferAgain(boolean persistent) {
        Entity queue = broker.queue("q");
        broker.send(
                queue, persistent ? TestMessage.of("m") : TestMessage.of("m").nonPersistent());
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery first = consumer.next();
        broker.node.settler().defer(first, Map.of());
        List<Long> number = List.of(first.sequenceNumber());
        BrowsedMessage before = broker.node.deferredMessages().list(queue, 0, 1).get(0);

        broker.node.settler().returnUndelivered(broker.receiveDeferred(queue, number));
        consumer.assertNothing();
        assertThat(broker.node.deferredMessages().list(queue, 0, 1))
                .singleElement()
                .satisfies(again -> assertThat(again.delivery().deliveryCount())
                        .isEqualTo(before.delivery().deliveryCount()));
        broker.abandon(broker.receiveDeferred(queue, number).get(0));
        consumer.assertNothing();
        assertThat(broker.node.deferredMessages().list(queue, 0, 1))
                .singleElement()
                .satisfies(again -> assertThat(again.delivery().deliveryCount())
                        .isEqualTo(before.delivery().deliveryCount() + 1));
        broker.node.settler().undefer(broker.receiveDeferred(queue, number).get(0));
        InFlightDelivery last = consumer.next();
        assertThat(text(last)).isEqualTo("m");
        broker.node.settler().returnUndelivered(List.of(last));
        assertThat(consumer.take()).isEqualTo("m");
    }

    @Test
    @DisplayName("RCV-12 without a valid lock every settlement and renewal is rejected, and changes nothing")
    void shouldRefuseWithoutALock() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery lost = consumer.next();
        broker.time.advance(LOCK);
        DeliverySettler settler = broker.node.settler();

        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(lost));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> settler.abandon(lost, Map.of("no", 1), null));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> settler.deadLetter(lost, "no", null, Map.of()));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> settler.defer(lost, Map.of()));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> settler.renew(lost));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> settler.changeVisibility(lost, LOCK));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> settler.changeVisibility(lost, Duration.ZERO));
        List<BrokerException> refusals = new ArrayList<>();
        settler.completeAsync(lost, refusals::add);
        assertThat(refusals).singleElement().satisfies(refusal -> assertThat(refusal.reason())
                .isEqualTo(BrokerErrorReason.LOCK_LOST));
        settler.release(List.of(lost));
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.send(broker.prepared(queue, TestMessage.of("not sent")));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> unit.complete(lost));

        InFlightDelivery again = consumer.next();
        assertThat(text(again)).isEqualTo("m");
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.annotations()).isNull();
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(lost));
        unit.complete(again);
        assertThat(broker.node.messageAdministration().breakLock(queue, again.sequenceNumber(), Duration.ZERO))
                .isEqualTo(MessageAdministration.LockBreakOutcome.BROKEN);
        assertRefused(BrokerErrorReason.LOCK_LOST, unit::commit);
        broker.complete(consumer.next());
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-12 a completion of several messages completes those under lock, and fails for lost locks")
    void shouldCompleteWhatIsStillHeld() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery lost = consumer.next();
        broker.time.advance(Duration.ofSeconds(10));
        InFlightDelivery delivery = consumer.next();
        broker.time.advance(Duration.ofSeconds(20));

        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(List.of(lost, delivery)));
        assertThat(consumer.take()).isEqualTo("1");
        consumer.assertNothing();
    }

    @Test
    @DisplayName("RCV-15 the redelivery back-off grows to its limit, and varies within its jitter")
    void shouldBackOff() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT.with(
                        new RedeliveryBackOff(Duration.ofSeconds(10), 3, Duration.ofSeconds(60), 0.5)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        for (long expectedMillis : new long[] {10_000, 30_000, 60_000, 60_000}) {
            broker.node.settler().release(List.of(consumer.next()));
            broker.time.advance(Duration.ofMillis(expectedMillis / 2 - 1));
            consumer.assertNothing();
            assertThat(broker.node.statistics().statistics(queue).scheduled()).isEqualTo(1);
            broker.time.advance(Duration.ofMillis(expectedMillis + 2));
        }
        assertThat(consumer.next().deliveryCount()).isEqualTo(5);
    }

    @Test
    @DisplayName("RCV-06 a transaction that is rolled back releases its messages in order, and sends nothing")
    void shouldRollBackInOrder() {
        Entity queue = broker.queue("q");
        Entity other = broker.queue("other");
        broker.send(queue, "1", "2", "3", "4");
        Consumer consumer = broker.consumer(queue, ReceiverOptions.ReceiveMode.UNTIL_SETTLED);
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.complete(consumer.next());
        unit.complete(consumer.next());
        unit.send(broker.prepared(other, TestMessage.of("x")));
        unit.rollback();

        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            InFlightDelivery delivery = consumer.next();
            assertThat(delivery.deliveryCount()).isEqualTo(i < 2 ? 2 : 1);
            texts.add(text(delivery));
            unit.complete(delivery);
        }
        unit.send(broker.prepared(other, TestMessage.of("y")));
        unit.commit();
        assertThat(texts).containsExactly("1", "2", "3", "4");
        assertThat(broker.browse(queue)).isEmpty();
        assertThat(broker.browse(other)).containsExactly("y");
    }
}
