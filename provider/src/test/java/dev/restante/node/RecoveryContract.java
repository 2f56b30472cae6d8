package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** State of the store after the end of a node, in order or by a crash. */
abstract class RecoveryContract extends BrokerContract {

    @Test
    @DisplayName("RCV-07 RCV-13 a node that closes in order returns all messages, uncounted and not suspect")
    void shouldGiveEverythingBackInOrder() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 1_200; i++) {
            broker.node.sender().sendAsync(broker.prepared(queue, TestMessage.of("m" + i)), refusal -> {});
        }
        broker.eventuallyHolds(queue, 1_200, 0, 0);
        Consumer consumer = broker.consumer(queue);
        broker.complete(consumer.next());
        // The prefetch buffer is full, and a fetch may be running.
        broker.reopen();

        assertRefused(BrokerErrorReason.CLOSED, consumer.receiver::pollPrefetched);
        assertRefused(BrokerErrorReason.CLOSED, consumer.receiver::pollOrFetch);
        List<BrowsedMessage> left = broker.browsed(queue);
        assertThat(left).hasSize(1_199).allSatisfy(each -> {
            assertThat(each.delivery().redeliverySuspected()).isFalse();
            assertThat(each.delivery().deliveryCount()).isZero();
        });
        assertThat(text(broker.consumer(queue).next())).isEqualTo("m1");
    }

    @Test
    @DisplayName("a closed node rejects every call with a clear error")
    void shouldRefuseWhenClosed() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        InFlightDelivery delivery = broker.consumer(queue).next();
        BrokerNode closed = broker.node;
        PreparedSend send = broker.prepared(queue, TestMessage.of("late"));
        PreparedSend fleeting = broker.prepared(queue, TestMessage.of("late").nonPersistent());
        UnitOfWork unit = closed.newUnitOfWork();
        unit.send(send);
        broker.reopen();

        assertRefused(BrokerErrorReason.CLOSED, () -> closed.sender().send(send));
        assertRefused(BrokerErrorReason.CLOSED, () -> closed.sender().send(fleeting));
        assertRefused(BrokerErrorReason.CLOSED, () -> closed.sender().sendAsync(send, refusal -> {}));
        assertRefused(BrokerErrorReason.CLOSED, unit::commit);
        assertRefused(BrokerErrorReason.CLOSED, () -> closed.settler().complete(List.of(delivery)));
        assertRefused(BrokerErrorReason.CLOSED, () -> closed.deferredMessages()
                .receive(queue, List.of(1L), new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION), null));
        assertRefused(BrokerErrorReason.CLOSED, () -> closed.browse(queue, null, 1));
        assertRefused(
                BrokerErrorReason.CLOSED, () -> closed.queueAdministration().queue("q", false));
        assertRefused(BrokerErrorReason.CLOSED, () -> broker.consumer(closed, queue));
        closed.close();
        assertThat(broker.browse(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("RCV-13 a restart releases the messages of the dead incarnation as suspect, with unchanged counts")
    void shouldReleaseWhatTheDeadHeld() {
        Entity queue = broker.queue("q");
        broker.send(queue, IntStream.range(0, 20).mapToObj(i -> "m" + i).toArray(String[]::new));
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery delivery = consumer.next();
        broker.send(queue, "direct delivery");
        broker.crash();

        List<BrowsedMessage> left = broker.browsed(queue);
        assertThat(left).hasSize(21).allSatisfy(each -> {
            assertThat(each.delivery().redeliverySuspected()).isTrue();
            assertThat(each.delivery().deliveryCount()).isZero();
        });
        Consumer next = broker.consumer(queue);
        InFlightDelivery again = next.next();
        assertThat(again.sequenceNumber()).isEqualTo(delivery.sequenceNumber());
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(broker.browsed(queue).get(0).delivery().deliveryCount())
                .as("delivery count written before the delivery")
                .isEqualTo(1);
        assertThat(broker.browsed(queue).get(1).delivery().deliveryCount()).isZero();
        broker.node.settler().returnUndelivered(List.of(again));
        assertThat(broker.browsed(queue).get(0).delivery().deliveryCount())
                .as("delivery count after a return")
                .isZero();
        InFlightDelivery third = next.next();
        broker.abandon(third);
        assertThat(broker.browsed(queue).get(0).delivery())
                .satisfies(released -> assertThat(released.deliveryCount()).isEqualTo(1));
    }

    @Test
    @DisplayName("RCV-07 a message that crashes its node is dead-lettered, and its neighbours are not counted")
    void shouldDeadLetterWhatKillsItsNode() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3));
        broker.send(queue, "killer", "neighbour 1", "neighbour 2");
        int kills = 0;
        while (true) {
            InFlightDelivery delivery = broker.consumer(queue).next();
            if (!text(delivery).equals("killer")) {
                assertThat(text(delivery)).isEqualTo("neighbour 1");
                break;
            }
            kills++;
            assertThat(kills)
                    .as("crashes; at most one more than the limit, because the first crash makes no message suspect")
                    .isLessThanOrEqualTo(4);
            broker.crash();
            assertThat(broker.browsed(queue).subList(1, 3))
                    .allSatisfy(
                            each -> assertThat(each.delivery().deliveryCount()).isZero());
        }
        assertThat(kills).isGreaterThanOrEqualTo(3);
        BrowsedMessage dead = broker.browsed(broker.deadLetters(queue)).get(0);
        assertThat(text(dead.message().body())).isEqualTo("killer");
        assertThat(dead.delivery().annotations().reason()).isEqualTo("MaxDeliveryCountExceeded");
        assertThat(broker.browsed(queue).get(1).delivery().deliveryCount()).isZero();
    }

    @Test
    @DisplayName("RCV-07 a message that was only prefetched when its node died still gets all its deliveries")
    void shouldNotCountTheBufferedAtTheEndOfANode() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 2));
        broker.send(queue, "first", "buffered");
        assertThat(text(broker.consumer(queue).next())).isEqualTo("first");
        broker.crash();
        for (int delivery = 1; delivery <= 2; delivery++) {
            Consumer consumer = broker.consumer(queue);
            assertThat(List.of(text(consumer.next()), text(consumer.next())))
                    .as("messages in flight when the node dies at delivery %d of the prefetched message", delivery)
                    .containsExactly("first", "buffered");
            broker.crash();
        }
        broker.consumer(queue).assertNothing();
        assertThat(broker.browse(broker.deadLetters(queue))).containsExactlyInAnyOrder("first", "buffered");
    }

    @Test
    @DisplayName("RCV-14 a node that was declared dead can neither settle, deliver nor send messages")
    void shouldFenceTheDead() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3", "4", "5");
        Consumer zombie = broker.consumer(queue);
        InFlightDelivery completing = zombie.next();
        InFlightDelivery abandoning = zombie.next();
        InFlightDelivery receiving = zombie.next();
        List<BrokerException> problems = new CopyOnWriteArrayList<>();
        broker.node.addErrorListener(problems::add);
        PreparedSend send = broker.prepared(queue, TestMessage.of("zombie"));
        PreparedSend fleeting = broker.prepared(queue, TestMessage.of("zombie").nonPersistent());
        BrokerNode dead = broker.crash();

        assertRefused(BrokerErrorReason.LOCK_LOST, () -> dead.settler().complete(List.of(completing)));
        BrokerFixture.eventually("the node reports that it cannot rejoin", () -> !problems.isEmpty());
        assertThat(problems).singleElement().satisfies(problem -> assertThat(problem.reason())
                .isEqualTo(BrokerErrorReason.NODE_FENCED));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> dead.settler().abandon(abandoning, Map.of(), null));
        UnitOfWork unit = dead.newUnitOfWork();
        unit.complete(receiving);
        unit.send(send);
        assertRefused(BrokerErrorReason.NODE_FENCED, unit::commit);
        assertRefused(BrokerErrorReason.NODE_FENCED, () -> dead.sender().send(send));
        assertRefused(BrokerErrorReason.NODE_FENCED, () -> dead.sender().send(fleeting));
        assertThat(zombie.receiver.pollPrefetched()).isNull();
        assertRefused(BrokerErrorReason.NODE_FENCED, zombie.receiver::pollOrFetch);
        assertRefused(BrokerErrorReason.NODE_FENCED, () -> broker.consumer(dead, queue));

        Consumer next = broker.consumer(queue);
        assertThat(next.take(5)).containsExactly("1", "2", "3", "4", "5");
        next.assertNothing();
    }

    @Test
    @DisplayName("RCV-12 a late settlement misses, even if its node has acquired the delivery again")
    void shouldMissAfterReacquisition() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery former = consumer.next();
        broker.abandon(former);
        InFlightDelivery latter = consumer.next();
        assertThat(latter.delivery().ref().acquisitionCount())
                .isGreaterThan(former.delivery().ref().acquisitionCount());
        // The lock registry would notice the lost lock, so the test goes past it to the store.
        InFlightDelivery forged = broker.node
                .components()
                .node
                .locks()
                .lock(queue, former.delivery(), former.message(), true, false, null, InFlightDelivery.UNTIL_SETTLED);
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(forged));
        assertRefused(
                BrokerErrorReason.LOCK_LOST, () -> broker.node.settler().deadLetter(forged, "no", null, Map.of()));
        broker.complete(latter);
    }

    @Test
    @DisplayName("ids increase across restarts, even if the clock was set back")
    void shouldMakeIncreasingIds() {
        Entity queue = broker.queue("q");
        broker.time.advance(java.time.Duration.ofDays(1));
        long before =
                broker.send(queue, TestMessage.of("1")).enqueue().message().id();
        broker.node.close();
        broker.time.advance(java.time.Duration.ofDays(-1));
        broker.node = broker.open();
        assertThat(broker.send(queue, TestMessage.of("2")).enqueue().message().id())
                .isGreaterThan(before);
        assertThat(broker.browse(queue)).containsExactly("1", "2");
    }

    @Test
    @DisplayName("RCV-15 the back-off grows with recorded deliveries only, not with a delivery that ended with its JVM")
    void shouldBackOffByWhatWasCounted() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT.with(
                        new RedeliveryBackOff(Duration.ofSeconds(10), 3, Duration.ofSeconds(60), 0)));
        broker.send(queue, "m");
        broker.consumer(queue).next();
        broker.crash();
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery again = consumer.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        broker.node.settler().release(List.of(again));
        broker.time.advance(Duration.ofMillis(9_999));
        consumer.assertNothing();
        broker.time.advance(Duration.ofMillis(1));
        assertThat(consumer.next().deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName("DEF-01 RCV-07 a deferred message whose node dies is deferred again and counted, up to the limit")
    void shouldDeferAgainAfterACrash() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 4));
        broker.send(queue, "kills");
        InFlightDelivery first = broker.consumer(queue).next();
        long number = first.sequenceNumber();
        broker.node.settler().defer(first, Map.of());
        for (int deliveries = 2; deliveries <= 5; deliveries++) {
            List<InFlightDelivery> received = broker.receiveDeferred(queue, List.of(number));
            assertThat(received).as("delivery " + deliveries).hasSize(1);
            assertThat(received.get(0).deliveryCount()).isEqualTo(deliveries == 2 ? 2 : deliveries - 1);
            broker.crash();
            broker.consumer(queue).assertNothing();
            assertThat(broker.node.statistics().statistics(queue).deferred()).isOne();
        }
        assertThat(broker.receiveDeferred(queue, List.of(number))).isEmpty();
        broker.eventuallyHolds(queue, 0, 0, 1);
    }
}
