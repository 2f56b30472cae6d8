package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** BEY-05 and what goes with it: receivers with a selector, alone and beside others. */
abstract class SelectContract extends BrokerContract {

    private static final int MANY = 20_000;

    private static Mail mail(String text, String colour) {
        return Mail.of(text).properties(Map.of("colour", colour));
    }

    private void sendMany(Entity queue, int count, String colour) {
        for (int i = 0; i < count; i++) {
            broker.node.sending().sendAsync(broker.prepared(queue, mail(colour + i, colour)), refusal -> {});
        }
        broker.node.sending().send(broker.prepared(queue, mail(colour + count, colour)));
    }

    private static List<String> texts(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> prefix + i).toList();
    }

    @Test
    @DisplayName("BEY-05 one match behind 20,000 others is found by asking once, and by waiting; the others stay")
    void shouldFindOneAmongMany() {
        Entity queue = broker.queue("q");
        sendMany(queue, MANY, "grey");
        broker.send(queue, mail("one", "red"));
        broker.send(queue, mail("two", "red"));
        Consumer asking = broker.consumer(queue, "colour = 'red'");
        HeldDelivery first = asking.receiver.pollNow();
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
    @DisplayName("BEY-05 SEL-35 what nobody here selects is never acquired, and is there for whoever comes")
    void shouldLeaveWhatDoesNotMatch() {
        Entity queue = broker.queue("q");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        broker.send(queue, mail("1", "grey"));
        broker.send(queue, mail("2", "red"));
        broker.send(queue, mail("3", "grey"));
        assertThat(red.take()).isEqualTo("2");
        red.assertNothing();
        assertThat(broker.node.statistics().of(queue).inFlight()).isZero();
        assertThat(broker.consumer(queue).take(2)).containsExactly("1", "3");
    }

    @Test
    @DisplayName("BEY-05 messages that are born here reach the receivers that select them, also when these wait")
    void shouldHandOverWhatIsBorn() {
        Entity queue = broker.queue("q");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        Consumer blue = broker.consumer(queue, "colour = 'blue'");
        red.assertNothing();
        blue.assertNothing();
        for (int i = 0; i < 50; i++) {
            assertThat(red.receiver.poll()).isNull();
            assertThat(blue.receiver.poll()).isNull();
            broker.send(queue, mail("r" + i, "red"));
            broker.send(queue, mail("b" + i, "blue"));
            assertThat(blue.take()).isEqualTo("b" + i);
            assertThat(red.take()).isEqualTo("r" + i);
        }
        red.assertNothing();
        blue.assertNothing();
    }

    @Test
    @DisplayName("BEY-05 several selectors share a queue; a receiver without one takes the rest in order")
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
    @DisplayName(
            "BEY-05 what a receiver without a selector has at hand is taken by one that selects it, the first first")
    void shouldTakeFromTheCommonBuffer() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 30; i++) {
            broker.send(queue, mail("m" + i, i % 2 == 0 ? "red" : "grey"));
        }
        Consumer all = broker.consumer(queue);
        assertThat(all.take()).isEqualTo("m0");
        eventually(
                "all are at hand",
                () -> broker.node.statistics().of(queue).inFlight() == 0
                        && broker.node
                                        .parts()
                                        .dispatchers
                                        .of(queue.id())
                                        .contents()
                                        .stock()
                                        .acquired()
                                == 29);
        Consumer red = broker.consumer(queue, "colour = 'red'");
        assertThat(red.take(3)).containsExactly("m2", "m4", "m6");
        assertThat(all.take(3)).containsExactly("m1", "m3", "m5");
        HeldDelivery held = red.receiver.pollNow();
        assertThat(text(held)).isEqualTo("m8");
        all.close();
        assertThat(text(red.receiver.pollNow())).isEqualTo("m10");
    }

    @Test
    @DisplayName("BEY-05 a busy receiver that selects keeps nothing from one without a selector that asks")
    void shouldTakeWhatWasAcquiredForALane() {
        Entity queue = broker.queue("q");
        sendMany(queue, 9, "red");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        HeldDelivery busyWith = red.next();
        assertThat(text(busyWith)).isEqualTo("red0");
        Consumer all = broker.consumer(queue);
        for (int i = 1; i < 10; i++) {
            HeldDelivery held = all.receiver.pollNow();
            assertThat(held).as("message " + i).isNotNull();
            assertThat(text(held)).isEqualTo("red" + i);
            broker.complete(held);
        }
        all.assertNothing();
    }

    @Test
    @DisplayName("RCV-06 what is released comes back to the front of what a selector matches")
    void shouldComeBackInFront() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        for (int i = 0; i < 2_000; i++) {
            broker.node
                    .sending()
                    .sendAsync(broker.prepared(queue, mail("m" + i, i % 2 == 0 ? "red" : "grey")), refusal -> {});
        }
        broker.eventuallyHolds(queue, 2_000, 0, 0);
        Consumer red = broker.consumer(queue, "colour = 'red'");
        List<HeldDelivery> held = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            held.add(red.next());
        }
        broker.node.settlement().release(held.subList(5, 20));
        for (int i = 4; i >= 0; i--) {
            broker.abandon(held.get(i));
        }
        for (int i = 0; i < 30; i++) {
            HeldDelivery next = red.next();
            assertThat(text(next)).isEqualTo("m" + 2 * i);
            assertThat(next.deliveryCount()).as(text(next)).isEqualTo(i < 20 ? 2 : 1);
            broker.complete(next);
        }
    }

    @Test
    @DisplayName("BEY-05 what a receiver without a selector releases is found by one that selects it and waits")
    void shouldFindWhatOthersRelease() {
        Entity queue = broker.queue("q");
        sendMany(queue, 100, "grey");
        broker.send(queue, mail("one", "red"));
        Consumer all = broker.consumer(queue);
        List<HeldDelivery> held = new ArrayList<>();
        for (int i = 0; i < 102; i++) {
            held.add(all.next());
        }
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        assertThat(red.receiver.poll()).isNull();
        broker.node.settlement().release(held);
        all.close();
        assertThat(red.take()).isEqualTo("one");
    }

    @Test
    @DisplayName("RCV-09 properties that a settlement changed are what the next selector sees")
    void shouldSeeChangedProperties() {
        Entity queue = broker.queue("q");
        broker.send(queue, mail("m", "grey"));
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        broker.node
                .settlement()
                .abandon(broker.consumer(queue, "colour = 'grey'").next(), Map.of("colour", "red"), null);
        assertThat(red.take()).isEqualTo("m");
    }

    @Test
    @DisplayName("BEY-05 what matches comes by priority, also what is sent while others wait at hand")
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
    @DisplayName("TTL-01 BEY-05 scheduled matches come when they are due; expired ones are not handed over")
    void shouldHeedTime() {
        Entity queue = broker.queue("q");
        broker.send(queue, mail("later", "red").delay(Duration.ofSeconds(10)));
        broker.send(queue, mail("brief", "red").timeToLive(Duration.ofSeconds(5)));
        broker.send(queue, mail("grey", "grey").delay(Duration.ofSeconds(10)));
        broker.send(queue, mail("lasting", "red"));
        Consumer red = broker.consumer(queue, "colour = 'red'");
        HeldDelivery brief = red.next();
        assertThat(text(brief)).isEqualTo("brief");
        broker.node.settlement().giveBack(List.of(brief));
        broker.time.advance(Duration.ofSeconds(6));
        assertThat(red.take()).isEqualTo("lasting");
        red.assertNothing();
        assertThat(red.receiver.poll()).isNull();
        broker.time.advance(Duration.ofSeconds(4));
        assertThat(red.take()).isEqualTo("later");
        red.assertNothing();
    }

    @Test
    @DisplayName("SND-05 non-persistent matches come in memory or through the store, each once")
    void shouldSelectNonPersistent() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 5; i++) {
            broker.node
                    .sending()
                    .send(broker.prepared(queue, mail("a" + i, "red").nonPersistent()));
        }
        Consumer red = broker.consumer(queue, "colour = 'red'");
        for (int i = 0; i < 5; i++) {
            HeldDelivery held = red.receiver.pollNow();
            assertThat(held).as("a" + i).isNotNull();
            assertThat(text(held)).isEqualTo("a" + i);
            broker.complete(held);
        }
        red.assertNothing();
        for (int i = 0; i < 5; i++) {
            assertThat(red.receiver.poll()).isNull();
            broker.node.sending().send(broker.prepared(queue, mail("no", "grey").nonPersistent()));
            broker.node
                    .sending()
                    .send(broker.prepared(queue, mail("b" + i, "red").nonPersistent()));
            assertThat(red.take()).isEqualTo("b" + i);
        }
        red.assertNothing();
        HeldDelivery no = broker.consumer(queue).next();
        assertThat(text(no)).isEqualTo("no");
    }

    @Test
    @DisplayName("RCV-07 a closed receiver's matches go back uncounted, and the next receiver gets them in order")
    void shouldGiveBackOnClose() {
        Entity queue = broker.queue("q");
        sendMany(queue, 99, "red");
        for (int round = 0; round < 20; round++) {
            try (Consumer red = broker.consumer(queue, round % 2 == 0 ? "colour = 'red'" : "colour <> 'grey'")) {
                HeldDelivery held = red.next();
                assertThat(text(held)).isEqualTo("red" + round);
                assertThat(held.deliveryCount()).isEqualTo(1);
                broker.complete(held);
            }
        }
        broker.eventuallyHolds(queue, 80, 0, 0);
    }

    @Test
    @DisplayName("BEY-05 a crash or an orderly end leaves nothing acquired, and the next incarnation finds the match")
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
    @DisplayName("BEY-05 more matches than may wait in memory all come, in order")
    void shouldDrainABacklogOfMatches() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 6_000; i++) {
            broker.node
                    .sending()
                    .sendAsync(broker.prepared(queue, mail("m" + i, i % 3 == 0 ? "red" : "grey")), refusal -> {});
        }
        broker.eventuallyHolds(queue, 6_000, 0, 0);
        Consumer red = broker.consumer(queue, "colour = 'red'");
        for (int i = 0; i < 2_000; i++) {
            HeldDelivery held = red.next();
            assertThat(text(held)).isEqualTo("m" + 3 * i);
            broker.node.settlement().completeLazily(held, refusal -> {});
        }
        red.assertNothing();
    }

    @Test
    @DisplayName("DLV-01 BEY-05 what a sender sends that is faster than the search comes in order, for each priority")
    void shouldKeepTheOrderOfAFastSender() throws Exception {
        Entity queue = broker.queue("q");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        int count = 6_000;
        Thread sender = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                Mail mail = mail("m" + i, "red").priority(i % 7 == 0 ? 9 : 4);
                broker.node.sending().sendAsync(broker.prepared(queue, mail), refusal -> {});
                broker.node.sending().sendAsync(broker.prepared(queue, mail("no", "grey")), refusal -> {});
            }
        });
        sender.start();
        List<Integer> urgent = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            HeldDelivery held = red.next();
            int number = Integer.parseInt(text(held).substring(1));
            (number % 7 == 0 ? urgent : others).add(number);
            broker.node.settlement().completeLazily(held, refusal -> {});
        }
        sender.join();
        assertThat(urgent).isSorted().doesNotHaveDuplicates();
        assertThat(others).isSorted().doesNotHaveDuplicates();
        red.assertNothing();
    }

    @Test
    @DisplayName("BEY-05 a search through many is no obstacle to receivers without a selector")
    void shouldNotStarveOthers() {
        Entity queue = broker.queue("q");
        sendMany(queue, MANY, "grey");
        Consumer red = broker.consumer(queue, "colour = 'red'");
        assertThat(red.receiver.poll()).isNull();
        Consumer all = broker.consumer(queue);
        assertThat(all.take(100)).isEqualTo(texts("grey", 0, 100));
        broker.send(queue, mail("one", "red"));
        assertThat(red.take()).isEqualTo("one");
    }
}
