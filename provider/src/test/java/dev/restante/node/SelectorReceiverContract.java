package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Receivers with a selector, alone and beside other receivers (BEY-05). */
abstract class SelectorReceiverContract extends BrokerContract {

    private static final int MANY = 20_000;

    private static TestMessage mail(String text, String colour) {
        return TestMessage.of(text).properties(Map.of("colour", colour));
    }

    private void sendMany(Entity queue, int count, String colour) {
        for (int i = 0; i < count; i++) {
            broker.node.sender().sendAsync(broker.prepared(queue, mail(colour + i, colour)), refusal -> {});
        }
        broker.node.sender().send(broker.prepared(queue, mail(colour + count, colour)));
    }

    private static List<String> texts(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> prefix + i).toList();
    }

    @Test
    @DisplayName("BEY-05 a poll or a waiting receiver finds one match behind 20,000 messages, which stay available")
    void shouldFindOneAmongMany() {
        Entity queue = broker.queue("q");
        sendMany(queue, MANY, "grey");
        broker.send(queue, mail("one", "red"));
        broker.send(queue, mail("two", "red"));
        Consumer asking = broker.consumer(queue, "colour = 'red'");
        InFlightDelivery first = asking.receiver.pollOrFetch();
        assertThat(first).isNotNull();
        assertThat(text(first)).isEqualTo("one");
        broker.complete(first);
        asking.close();

        Consumer waiting = broker.consumer(queue, "colour LIKE 'r%'");
        assertThat(waiting.take()).isEqualTo("two");
        waiting.assertNothing();
        broker.eventuallyHolds(queue, MANY + 1, 0, 0);
    }

    @Test
    @DisplayName("BEY-05 SEL-35 a message that no receiver of the node selects is never acquired")
    void shouldLeaveWhatDoesNotMatch() {
        Entity queue = broker.queue("q");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        broker.send(queue, mail("1", "grey"));
        broker.send(queue, mail("2", "red"));
        broker.send(queue, mail("3", "grey"));
        assertThat(red.take()).isEqualTo("2");
        red.assertNothing();
        assertThat(broker.node.statistics().statistics(queue).inFlight()).isZero();
        assertThat(broker.consumer(queue).take(2)).containsExactly("1", "3");
    }

    @Test
    @DisplayName("BEY-05 direct deliveries reach the receivers whose selectors match, even if these wait")
    void shouldHandOverWhatIsBorn() {
        Entity queue = broker.queue("q");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        Consumer blue = broker.consumer(queue, "colour = 'blue'");
        red.assertNothing();
        blue.assertNothing();
        for (int i = 0; i < 50; i++) {
            assertThat(red.receiver.pollPrefetched()).isNull();
            assertThat(blue.receiver.pollPrefetched()).isNull();
            broker.send(queue, mail("r" + i, "red"));
            broker.send(queue, mail("b" + i, "blue"));
            assertThat(blue.take()).isEqualTo("b" + i);
            assertThat(red.take()).isEqualTo("r" + i);
        }
        red.assertNothing();
        blue.assertNothing();
    }

    @Test
    @DisplayName("BEY-05 several selectors share a queue, and a receiver without a selector gets the rest in order")
    void shouldShareAQueue() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 30; i++) {
            broker.send(queue, mail("m" + i, i % 3 == 0 ? "red" : i % 3 == 1 ? "blue" : "grey"));
        }
        Consumer red = broker.consumer(queue, "colour = 'red'");
        Consumer bright = broker.consumer(queue, "colour IN ('red', 'blue')");
        Consumer all = broker.consumer(queue);
        List<String> ofRed = red.take(5);
        List<String> ofBright = bright.take(10);
        List<String> ofAll = all.take(15);
        assertThat(ofRed).containsExactly("m0", "m3", "m6", "m9", "m12");
        assertThat(ofBright).containsExactly("m1", "m4", "m7", "m10", "m13", "m15", "m16", "m18", "m19", "m21");
        assertThat(ofAll)
                .containsExactly(
                        "m2", "m5", "m8", "m11", "m14", "m17", "m20", "m22", "m23", "m24", "m25", "m26", "m27", "m28",
                        "m29");
        red.assertNothing();
        bright.assertNothing();
        all.assertNothing();
    }

    @Test
    @DisplayName("BEY-05 a receiver with a selector takes its matches from prefetched messages, in order")
    void shouldTakeFromTheCommonBuffer() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 30; i++) {
            broker.send(queue, mail("m" + i, i % 2 == 0 ? "red" : "grey"));
        }
        Consumer all = broker.consumer(queue);
        assertThat(all.take()).isEqualTo("m0");
        eventually(
                "all messages are prefetched",
                () -> broker.node.statistics().statistics(queue).inFlight() == 0
                        && broker.node
                                        .components()
                                        .node
                                        .dispatchers()
                                        .getOrOpen(queue.id())
                                        .prefetched()
                                        .prefetchCount()
                                        .acquired()
                                == 29);
        Consumer red = broker.consumer(queue, "colour = 'red'");
        assertThat(red.take(3)).containsExactly("m2", "m4", "m6");
        assertThat(all.take(3)).containsExactly("m1", "m3", "m5");
        InFlightDelivery delivery = red.receiver.pollOrFetch();
        assertThat(text(delivery)).isEqualTo("m8");
        all.close();
        assertThat(text(red.receiver.pollOrFetch())).isEqualTo("m10");
    }

    @Test
    @DisplayName("BEY-05 a busy receiver with a selector keeps no message from a receiver without a selector")
    void shouldTakeWhatWasAcquiredForALane() {
        Entity queue = broker.queue("q");
        sendMany(queue, 9, "red");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        InFlightDelivery busyWith = red.next();
        assertThat(text(busyWith)).isEqualTo("red0");
        Consumer all = broker.consumer(queue);
        for (int i = 1; i < 10; i++) {
            InFlightDelivery delivery = all.receiver.pollOrFetch();
            assertThat(delivery).as("message " + i).isNotNull();
            assertThat(text(delivery)).isEqualTo("red" + i);
            broker.complete(delivery);
        }
        all.assertNothing();
    }

    @Test
    @DisplayName("RCV-06 released messages return to the front of the matches of a selector")
    void shouldComeBackInFront() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        for (int i = 0; i < 2_000; i++) {
            broker.node
                    .sender()
                    .sendAsync(broker.prepared(queue, mail("m" + i, i % 2 == 0 ? "red" : "grey")), refusal -> {});
        }
        broker.eventuallyHolds(queue, 2_000, 0, 0);
        Consumer red = broker.consumer(queue, "colour = 'red'");
        List<InFlightDelivery> deliveries = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            deliveries.add(red.next());
        }
        broker.node.settler().release(deliveries.subList(5, 20));
        for (int i = 4; i >= 0; i--) {
            broker.abandon(deliveries.get(i));
        }
        for (int i = 0; i < 30; i++) {
            InFlightDelivery next = red.next();
            assertThat(text(next)).isEqualTo("m" + 2 * i);
            assertThat(next.deliveryCount()).as(text(next)).isEqualTo(i < 20 ? 2 : 1);
            broker.complete(next);
        }
    }

    @Test
    @DisplayName("BEY-05 a waiting receiver with a selector finds a match that another receiver releases")
    void shouldFindWhatOthersRelease() {
        Entity queue = broker.queue("q");
        sendMany(queue, 100, "grey");
        broker.send(queue, mail("one", "red"));
        Consumer all = broker.consumer(queue);
        List<InFlightDelivery> deliveries = new ArrayList<>();
        for (int i = 0; i < 102; i++) {
            deliveries.add(all.next());
        }
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        assertThat(red.receiver.pollPrefetched()).isNull();
        broker.node.settler().release(deliveries);
        all.close();
        assertThat(red.take()).isEqualTo("one");
    }

    @Test
    @DisplayName("RCV-09 selectors see the properties that a settlement has changed")
    void shouldSeeChangedProperties() {
        Entity queue = broker.queue("q");
        broker.send(queue, mail("m", "grey"));
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        broker.node.settler().abandon(broker.consumer(queue, "colour = 'grey'").next(), Map.of("colour", "red"), null);
        assertThat(red.take()).isEqualTo("m");
    }

    @Test
    @DisplayName("BEY-05 matches come by priority, even if they are sent while other matches are prefetched")
    void shouldKeepPriorities() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 20; i++) {
            broker.send(queue, mail("p" + i % 10 + "-" + i / 10, "red").priority(i % 10));
            broker.send(queue, mail("no", "grey").priority(9));
        }
        Consumer red = broker.consumer(queue, "colour = 'red'");
        List<String> expected = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            expected.add("p" + priority + "-0");
            expected.add("p" + priority + "-1");
        }
        assertThat(red.take(20)).isEqualTo(expected);
        red.assertNothing();
        broker.send(queue, mail("late", "red").priority(9));
        assertThat(red.take()).isEqualTo("late");
    }

    @Test
    @DisplayName("TTL-01 BEY-05 scheduled matches come when they are due, and expired matches are not delivered")
    void shouldHeedTime() {
        Entity queue = broker.queue("q");
        broker.send(queue, mail("later", "red").delay(Duration.ofSeconds(10)));
        broker.send(queue, mail("brief", "red").timeToLive(Duration.ofSeconds(5)));
        broker.send(queue, mail("grey", "grey").delay(Duration.ofSeconds(10)));
        broker.send(queue, mail("lasting", "red"));
        Consumer red = broker.consumer(queue, "colour = 'red'");
        InFlightDelivery brief = red.next();
        assertThat(text(brief)).isEqualTo("brief");
        broker.node.settler().returnUndelivered(List.of(brief));
        broker.time.advance(Duration.ofSeconds(6));
        assertThat(red.take()).isEqualTo("lasting");
        red.assertNothing();
        assertThat(red.receiver.pollPrefetched()).isNull();
        broker.time.advance(Duration.ofSeconds(4));
        assertThat(red.take()).isEqualTo("later");
        red.assertNothing();
    }

    @Test
    @DisplayName("SND-05 non-persistent matches come in memory or through the store, each of them once")
    void shouldSelectNonPersistent() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 5; i++) {
            broker.node
                    .sender()
                    .send(broker.prepared(queue, mail("a" + i, "red").nonPersistent()));
        }
        Consumer red = broker.consumer(queue, "colour = 'red'");
        for (int i = 0; i < 5; i++) {
            InFlightDelivery delivery = red.receiver.pollOrFetch();
            assertThat(delivery).as("a" + i).isNotNull();
            assertThat(text(delivery)).isEqualTo("a" + i);
            broker.complete(delivery);
        }
        red.assertNothing();
        for (int i = 0; i < 5; i++) {
            assertThat(red.receiver.pollPrefetched()).isNull();
            broker.node.sender().send(broker.prepared(queue, mail("no", "grey").nonPersistent()));
            broker.node
                    .sender()
                    .send(broker.prepared(queue, mail("b" + i, "red").nonPersistent()));
            assertThat(red.take()).isEqualTo("b" + i);
        }
        red.assertNothing();
        InFlightDelivery no = broker.consumer(queue).next();
        assertThat(text(no)).isEqualTo("no");
    }

    @Test
    @DisplayName("RCV-07 a closed receiver returns its matches uncounted, and the next receiver gets them in order")
    void shouldGiveBackOnClose() {
        Entity queue = broker.queue("q");
        sendMany(queue, 99, "red");
        for (int round = 0; round < 20; round++) {
            try (Consumer red = broker.consumer(queue, round % 2 == 0 ? "colour = 'red'" : "colour <> 'grey'")) {
                InFlightDelivery delivery = red.next();
                assertThat(text(delivery)).isEqualTo("red" + round);
                assertThat(delivery.deliveryCount()).isEqualTo(1);
                broker.complete(delivery);
            }
        }
        broker.eventuallyHolds(queue, 80, 0, 0);
    }

    @Test
    @DisplayName("BEY-05 after a crash or an orderly end, the next incarnation finds the remaining matches")
    void shouldFindAfterARestart() {
        Entity queue = broker.queue("q");
        sendMany(queue, 1_000, "grey");
        broker.send(queue, mail("1", "red"));
        broker.send(queue, mail("2", "red"));
        broker.send(queue, mail("3", "red"));
        assertThat(broker.consumer(queue, "colour = 'red'").take()).isEqualTo("1");
        broker.crash();
        assertThat(broker.consumer(queue, "colour = 'red'").take()).isEqualTo("2");
        broker.reopen();
        Consumer red = broker.consumer(queue, "colour = 'red'");
        assertThat(red.take()).isEqualTo("3");
        red.assertNothing();
        assertThat(broker.consumer(queue).take(2)).isEqualTo(texts("grey", 0, 2));
    }

    @Test
    @DisplayName("BEY-05 matches that exceed the prefetch limits all come in order")
    void shouldDrainABacklogOfMatches() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 6_000; i++) {
            broker.node
                    .sender()
                    .sendAsync(broker.prepared(queue, mail("m" + i, i % 3 == 0 ? "red" : "grey")), refusal -> {});
        }
        broker.eventuallyHolds(queue, 6_000, 0, 0);
        Consumer red = broker.consumer(queue, "colour = 'red'");
        for (int i = 0; i < 2_000; i++) {
            InFlightDelivery delivery = red.next();
            assertThat(text(delivery)).isEqualTo("m" + 3 * i);
            broker.node.settler().completeAsync(delivery, refusal -> {});
        }
        red.assertNothing();
    }

    @Test
    @DisplayName("DLV-01 BEY-05 messages of a sender that is faster than the search come in order for each priority")
    void shouldKeepTheOrderOfAFastSender() throws Exception {
        Entity queue = broker.queue("q");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        int count = 6_000;
        Thread sender = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                TestMessage mail = mail("m" + i, "red").priority(i % 7 == 0 ? 9 : 4);
                broker.node.sender().sendAsync(broker.prepared(queue, mail), refusal -> {});
                broker.node.sender().sendAsync(broker.prepared(queue, mail("no", "grey")), refusal -> {});
            }
        });
        sender.start();
        List<Integer> urgent = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            InFlightDelivery delivery = red.next();
            int number = Integer.parseInt(text(delivery).substring(1));
            (number % 7 == 0 ? urgent : others).add(number);
            broker.node.settler().completeAsync(delivery, refusal -> {});
        }
        sender.join();
        assertThat(urgent).isSorted().doesNotHaveDuplicates();
        assertThat(others).isSorted().doesNotHaveDuplicates();
        red.assertNothing();
    }

    @Test
    @DisplayName("BEY-05 a search through many messages does not block receivers without a selector")
    void shouldNotStarveOthers() {
        Entity queue = broker.queue("q");
        sendMany(queue, MANY, "grey");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        assertThat(red.receiver.pollPrefetched()).isNull();
        Consumer all = broker.consumer(queue);
        assertThat(all.take(100)).isEqualTo(texts("grey", 0, 100));
        broker.send(queue, mail("one", "red"));
        assertThat(red.take()).isEqualTo("one");
    }
}
