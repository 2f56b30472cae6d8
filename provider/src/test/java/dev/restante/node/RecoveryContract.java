package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is left when a node ends, in order or not. */
abstract class RecoveryContract extends BrokerContract {

    @Test
    @DisplayName("RCV-07 RCV-13 an orderly end gives everything back, uncounted and not suspect")
    void shouldGiveEverythingBackInOrder() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 1_200; i++) {
            broker.node.sending().sendAsync(broker.prepared(queue, Mail.of("m" + i)), refusal -> {});
        }
        broker.eventuallyHolds(queue, 1_200, 0, 0);
        Consumer consumer = broker.consumer(queue);
        broker.complete(consumer.next());
        // The buffer is full and a fetch may be under way.
        broker.reopen();

        assertRefused(Reason.CLOSED, consumer.receiver::poll);
        assertRefused(Reason.CLOSED, consumer.receiver::pollNow);
        List<Browsed> left = broker.browsed(queue);
        assertThat(left).hasSize(1_199).allSatisfy(each -> {
            assertThat(each.delivery().suspect()).isFalse();
            assertThat(each.delivery().deliveryCount()).isZero();
        });
        assertThat(text(broker.consumer(queue).next())).isEqualTo("m1");
    }

    @Test
    @DisplayName("a closed node refuses everything with a clear error")
    void shouldRefuseWhenClosed() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        HeldDelivery held = broker.consumer(queue).next();
        BrokerNode closed = broker.node;
        PreparedSend send = broker.prepared(queue, Mail.of("late"));
        PreparedSend fleeting = broker.prepared(queue, Mail.of("late").nonPersistent());
        UnitOfWork unit = closed.newUnitOfWork();
        unit.send(send);
        broker.reopen();

        assertRefused(Reason.CLOSED, () -> closed.sending().send(send));
        assertRefused(Reason.CLOSED, () -> closed.sending().send(fleeting));
        assertRefused(Reason.CLOSED, () -> closed.sending().sendAsync(send, refusal -> {}));
        assertRefused(Reason.CLOSED, unit::commit);
        assertRefused(Reason.CLOSED, () -> closed.settlement().complete(List.of(held)));
        assertRefused(Reason.CLOSED, () -> closed.deferredMessages()
                .receive(queue, List.of(1L), new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), null));
        assertRefused(Reason.CLOSED, () -> closed.browse(queue, null, 1));
        assertRefused(Reason.CLOSED, () -> closed.queueAdministration().queue("q", false));
        assertRefused(Reason.CLOSED, () -> broker.consumer(closed, queue));
        closed.close();
        assertThat(broker.browse(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("RCV-13 a restart releases what the former incarnation held, as suspects whose counts are not touched")
    void shouldReleaseWhatTheDeadHeld() {
        Entity queue = broker.queue("q");
        broker.send(queue, IntStream.range(0, 20).mapToObj(i -> "m" + i).toArray(String[]::new));
        Consumer consumer = broker.consumer(queue);
        HeldDelivery held = consumer.next();
        broker.send(queue, "born acquired");
        broker.crash();

        List<Browsed> left = broker.browsed(queue);
        assertThat(left).hasSize(21).allSatisfy(each -> {
            assertThat(each.delivery().suspect()).isTrue();
            assertThat(each.delivery().deliveryCount()).isZero();
        });
        Consumer next = broker.consumer(queue);
        HeldDelivery again = next.next();
        assertThat(again.sequenceNumber()).isEqualTo(held.sequenceNumber());
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(broker.browsed(queue).get(0).delivery().deliveryCount())
                .as("written before hand-over")
                .isEqualTo(1);
        assertThat(broker.browsed(queue).get(1).delivery().deliveryCount()).isZero();
        broker.node.settlement().giveBack(List.of(again));
        assertThat(broker.browsed(queue).get(0).delivery().deliveryCount())
                .as("given back uncounted")
                .isZero();
        HeldDelivery third = next.next();
        broker.abandon(third);
        assertThat(broker.browsed(queue).get(0).delivery())
                .satisfies(released -> assertThat(released.deliveryCount()).isEqualTo(1));
    }

    @Test
    @DisplayName("RCV-07 a message that kills its node ends in the dead-letter queue; its neighbours are not counted")
    void shouldDeadLetterWhatKillsItsNode() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3));
        broker.send(queue, "killer", "neighbour 1", "neighbour 2");
        int kills = 0;
        while (true) {
            HeldDelivery held = broker.consumer(queue).next();
            if (!text(held).equals("killer")) {
                assertThat(text(held)).isEqualTo("neighbour 1");
                break;
            }
            kills++;
            assertThat(kills)
                    .as("one more than the limit, for the first time was not known to kill")
                    .isLessThanOrEqualTo(4);
            broker.crash();
            assertThat(broker.browsed(queue).subList(1, 3))
                    .allSatisfy(
                            each -> assertThat(each.delivery().deliveryCount()).isZero());
        }
        assertThat(kills).isGreaterThanOrEqualTo(3);
        Browsed dead = broker.browsed(broker.deadLetters(queue)).get(0);
        assertThat(text(dead.message().body())).isEqualTo("killer");
        assertThat(dead.delivery().note().reason()).isEqualTo("MaxDeliveryCountExceeded");
        assertThat(broker.browsed(queue).get(1).delivery().deliveryCount()).isZero();
    }

    @Test
    @DisplayName("RCV-07 a message that was only in the buffer when its node died still gets all its deliveries")
    void shouldNotCountTheBufferedAtTheEndOfANode() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 2));
        broker.send(queue, "first", "buffered");
        assertThat(text(broker.consumer(queue).next())).isEqualTo("first");
        broker.crash();
        for (int delivery = 1; delivery <= 2; delivery++) {
            Consumer consumer = broker.consumer(queue);
            assertThat(List.of(text(consumer.next()), text(consumer.next())))
                    .as("what the application has when delivery %d of the buffered one ends with its node", delivery)
                    .containsExactly("first", "buffered");
            broker.crash();
        }
        broker.consumer(queue).assertNothing();
        assertThat(broker.browse(broker.deadLetters(queue))).containsExactlyInAnyOrder("first", "buffered");
    }

    @Test
    @DisplayName("RCV-14 a node that was taken for dead can neither settle nor hand out nor send")
    void shouldFenceTheDead() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3", "4", "5");
        Consumer zombie = broker.consumer(queue);
        HeldDelivery completing = zombie.next();
        HeldDelivery abandoning = zombie.next();
        HeldDelivery receiving = zombie.next();
        List<BrokerException> problems = new CopyOnWriteArrayList<>();
        broker.node.addProblemListener(problems::add);
        PreparedSend send = broker.prepared(queue, Mail.of("zombie"));
        PreparedSend fleeting = broker.prepared(queue, Mail.of("zombie").nonPersistent());
        BrokerNode dead = broker.crash();

        assertRefused(Reason.LOCK_LOST, () -> dead.settlement().complete(List.of(completing)));
        BrokerFixture.eventually("it knows that it can't join anew", () -> !problems.isEmpty());
        assertThat(problems).singleElement().satisfies(problem -> assertThat(problem.reason())
                .isEqualTo(Reason.NODE_FENCED));
        assertRefused(Reason.LOCK_LOST, () -> dead.settlement().abandon(abandoning, Map.of(), null));
        UnitOfWork unit = dead.newUnitOfWork();
        unit.receive(receiving);
        unit.send(send);
        assertRefused(Reason.NODE_FENCED, unit::commit);
        assertRefused(Reason.NODE_FENCED, () -> dead.sending().send(send));
        assertRefused(Reason.NODE_FENCED, () -> dead.sending().send(fleeting));
        assertThat(zombie.receiver.poll()).isNull();
        assertRefused(Reason.NODE_FENCED, zombie.receiver::pollNow);
        assertRefused(Reason.NODE_FENCED, () -> broker.consumer(dead, queue));

        Consumer next = broker.consumer(queue);
        assertThat(next.take(5)).containsExactly("1", "2", "3", "4", "5");
        next.assertNothing();
    }

    @Test
    @DisplayName("RCV-12 a late settle misses although the same node has the delivery again")
    void shouldMissAfterReacquisition() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery former = consumer.next();
        broker.abandon(former);
        HeldDelivery latter = consumer.next();
        assertThat(latter.delivery().ref().acquisition())
                .isGreaterThan(former.delivery().ref().acquisition());
        // The lock table knows, so go past it: to the store.
        HeldDelivery forged = broker.node
                .parts()
                .locks
                .hold(queue, former.delivery(), former.message(), true, false, null, HeldDelivery.UNTIL_SETTLED);
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(forged));
        assertRefused(Reason.LOCK_LOST, () -> broker.node.settlement().deadLetter(forged, "no", null, Map.of()));
        broker.complete(latter);
    }

    @Test
    @DisplayName("ids increase across restarts, also when the clock was set back")
    void shouldMakeIncreasingIds() {
        Entity queue = broker.queue("q");
        broker.time.advance(java.time.Duration.ofDays(1));
        long before = broker.send(queue, Mail.of("1")).enqueue().message().id();
        broker.node.close();
        broker.time.advance(java.time.Duration.ofDays(-1));
        broker.node = broker.open();
        assertThat(broker.send(queue, Mail.of("2")).enqueue().message().id()).isGreaterThan(before);
        assertThat(broker.browse(queue)).containsExactly("1", "2");
    }

    @Test
    @DisplayName("RCV-15 the back-off counts the deliveries that were counted, not one that ended with its JVM")
    void shouldBackOffByWhatWasCounted() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT.with(
                        new RedeliveryBackOff(Duration.ofSeconds(10), 3, Duration.ofSeconds(60), 0)));
        broker.send(queue, "m");
        broker.consumer(queue).next();
        broker.crash();
        Consumer consumer = broker.consumer(queue);
        HeldDelivery again = consumer.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        broker.node.settlement().release(List.of(again));
        broker.time.advance(Duration.ofMillis(9_999));
        consumer.assertNothing();
        broker.time.advance(Duration.ofMillis(1));
        assertThat(consumer.next().deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "DEF-01 RCV-07 what was received by number when its node died is deferred again and counted, at the limit dead-lettered")
    void shouldDeferAgainAfterACrash() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 4));
        broker.send(queue, "kills");
        HeldDelivery first = broker.consumer(queue).next();
        long number = first.sequenceNumber();
        broker.node.settlement().defer(first, Map.of());
        for (int deliveries = 2; deliveries <= 5; deliveries++) {
            List<HeldDelivery> received = broker.receiveDeferred(queue, List.of(number));
            assertThat(received).as("delivery " + deliveries).hasSize(1);
            assertThat(received.get(0).deliveryCount()).isEqualTo(deliveries == 2 ? 2 : deliveries - 1);
            broker.crash();
            broker.consumer(queue).assertNothing();
            assertThat(broker.node.statistics().of(queue).deferred()).isOne();
        }
        assertThat(broker.receiveDeferred(queue, List.of(number))).isEmpty();
        broker.eventuallyHolds(queue, 0, 0, 1);
    }
}
