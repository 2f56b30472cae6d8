package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.Settlement;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The RCV rows about what becomes of a message by its settlement. */
abstract class SettlementContract extends BrokerContract {

    private static final Duration LOCK = Duration.ofSeconds(30);

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
        assertThat(broker.receiveDeferred(queue, List.of(42L))).isEmpty();
        HeldDelivery again =
                broker.receiveDeferred(queue, List.of(first.sequenceNumber())).get(0);
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.note().changedProperties()).containsEntry("step", "half");
        assertThat(broker.receiveDeferred(queue, List.of(first.sequenceNumber())))
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
        assertRefused(Reason.STORE_UNAVAILABLE, () -> broker.receiveDeferred(queue, numbers));
        broker.store.reachableFor(1);
        List<HeldDelivery> received = broker.receiveDeferred(queue, numbers);
        broker.store.reachable(true);
        assertThat(received).extracting(BrokerFixture::text).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(broker.node.statistics().of(queue).deferred()).isZero();
        assertThat(broker.node.statistics().of(queue).inFlight()).isEqualTo(3);
        broker.complete(received);
    }

    @ParameterizedTest(name = "persistent: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "DEF-01 DEF-04 a deferred message that comes back is deferred again, counted if an application had it, until that undefers it")
    void shouldDeferAgain(boolean persistent) {
        Entity queue = broker.queue("q");
        broker.send(queue, persistent ? Mail.of("m") : Mail.of("m").nonPersistent());
        Consumer consumer = broker.consumer(queue);
        HeldDelivery first = consumer.next();
        broker.node.settlement().defer(first, Map.of());
        List<Long> number = List.of(first.sequenceNumber());
        Browsed before = broker.node.deferredMessages().list(queue, 0, 1).get(0);

        broker.node.settlement().giveBack(broker.receiveDeferred(queue, number));
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
        broker.node.settlement().undefer(broker.receiveDeferred(queue, number).get(0));
        HeldDelivery last = consumer.next();
        assertThat(text(last)).isEqualTo("m");
        broker.node.settlement().giveBack(List.of(last));
        assertThat(consumer.take()).isEqualTo("m");
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
