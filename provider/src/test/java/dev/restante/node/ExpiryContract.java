package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Times at which expired messages leave a queue, and their targets. */
abstract class ExpiryContract extends ExpiryFixture {

    @Test
    @DisplayName("TTL-01 TTL-02 TTL-04 a message expires exactly on time, even without a receiver")
    void shouldExpireOnTimeWithoutReceivers() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("short").timeToLive(MINUTE));
        broker.send(queue, TestMessage.of("long").timeToLive(MINUTE.plus(MILLI)));

        broker.time.advance(MINUTE.minus(MILLI));
        broker.send(queue, "barrier");
        assertThat(broker.browse(queue)).containsExactly("short", "long", "barrier");
        assertThat(broker.browsed(queue)).noneMatch(BrowsedMessage::expired);

        broker.time.advance(MILLI);
        eventually("the expired message is gone", () -> broker.browse(queue).equals(List.of("long", "barrier")));
        assertThat(broker.node.statistics().statistics(queue).available()).isEqualTo(2);
        assertThat(broker.node.statistics().statistics(queue).deadLettered()).isZero();
    }

    @Test
    @DisplayName("TTL-03 an expired message is never received, even before a sweep, and a browser marks it")
    void shouldNeverHandOutWhatExpired() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, true));
        broker.send(queue, TestMessage.of("dies").timeToLive(MINUTE));
        broker.send(queue, "stays");
        broker.time.advance(MINUTE);

        assertThat(broker.browsed(queue).get(0).expired()).isTrue();
        assertThat(broker.browsed(queue).get(1).expired()).isFalse();
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("stays");
        consumer.assertNothing();
    }

    @Test
    @DisplayName("TTL-03 an expired message in the prefetch buffer is not received, even before a sweep")
    void shouldNotHandOutOfTheBufferWhatExpired() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.LOCK_DURATION, Duration.ofHours(1)));
        Consumer consumer = broker.consumer(queue);
        broker.send(queue, "in hand");
        consumer.next();
        broker.send(queue, TestMessage.of("dies").timeToLive(MINUTE));
        broker.send(queue, TestMessage.of("dies in memory").nonPersistent().timeToLive(MINUTE));
        broker.send(queue, TestMessage.of("stays").timeToLive(MINUTE.plus(MILLI)));
        eventually(
                "three messages are available",
                () -> broker.node.statistics().statistics(queue).available() == 3);

        broker.time.advanceWithoutWakeUp(MINUTE);
        assertThat(consumer.take()).isEqualTo("stays");
        broker.eventuallyHolds(queue, 0, 1, 2);
    }

    @Test
    @DisplayName("TTL-18 a receive-and-delete consumer that finds a message expired gets nothing of its group")
    void shouldNotDeleteOfTheGroupOfTheExpired() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.GROUPS_REQUIRED, true));
        Consumer deleting = broker.consumer(queue, ReceiverOptions.ReceiveMode.RECEIVE_AND_DELETE);
        broker.send(queue, ofGroup("a1").timeToLive(MINUTE));
        broker.send(queue, ofGroup("a2"));
        broker.send(queue, ofGroup("b1"));
        // The receive of this message brings the other messages into the prefetch buffer.
        broker.send(queue, ofGroup("c1").priority(9));
        assertThat(BrokerFixture.text(deleting.next())).isEqualTo("c1");

        broker.time.advanceWithoutWakeUp(MINUTE);
        assertThat(BrokerFixture.text(deleting.next())).isEqualTo("b1");
        broker.time.advance(Duration.ofSeconds(1));
        broker.eventuallyHolds(queue, 0, 0, 2);
        deleting.assertNothing();
    }

    private static TestMessage ofGroup(String text) {
        return TestMessage.of(text).properties(Map.of("JMSXGroupID", text.substring(0, 1)));
    }

    @Test
    @DisplayName("TTL-04 the expiry lag is the delay of the last sweep that found an expired message")
    void shouldTellTheLagOfTheSweep() {
        Entity queue = broker.queue("q", deadLettering());
        assertThat(broker.node.statistics().statistics(queue).expiryLagMillis()).isZero();
        broker.send(queue, TestMessage.of("late").timeToLive(MINUTE));
        broker.send(queue, TestMessage.of("less late").timeToLive(MINUTE.plusSeconds(3)));
        broker.time.advance(MINUTE.plusSeconds(7));
        broker.eventuallyHolds(queue, 0, 0, 2);
        assertThat(broker.node.statistics().statistics(queue).expiryLagMillis()).isEqualTo(7_000);

        broker.send(queue, TestMessage.of("on time").timeToLive(MINUTE));
        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 0, 3);
        assertThat(broker.node.statistics().statistics(queue).expiryLagMillis()).isZero();
    }

    @Test
    @DisplayName("TTL-02 with expireOnlyWithConsumer no message expires between the last receiver and the next one")
    void shouldBecomePassiveAgain() {
        Entity passive = broker.queue("passive", deadLettering().with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, true));
        Entity passiveDefault = broker.queue(
                "default",
                deadLettering()
                        .with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, true)
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        Entity mark = broker.queue("mark", deadLettering());
        for (Entity queue : List.of(passive, passiveDefault)) {
            try (Consumer first = broker.consumer(queue);
                    Consumer second = broker.consumer(queue)) {
                first.assertNothing();
                second.assertNothing();
            }
        }
        broker.send(passive, TestMessage.of("own").timeToLive(MINUTE));
        broker.send(passiveDefault, "default");

        // The first mark expires in the sweep that would take the messages. The second mark expires after that sweep.
        for (int marks = 1; marks <= 2; marks++) {
            broker.send(mark, TestMessage.of("mark").timeToLive(MINUTE.plus(MILLI)));
            broker.time.advance(MINUTE.plus(MILLI));
            broker.eventuallyHolds(mark, 0, 0, marks);
        }
        broker.eventuallyHolds(passive, 1, 0, 0);
        broker.eventuallyHolds(passiveDefault, 1, 0, 0);

        broker.consumer(passive);
        broker.eventuallyHolds(passive, 0, 0, 1);
        broker.consumer(passiveDefault);
        broker.eventuallyHolds(passiveDefault, 0, 0, 1);
    }

    @Test
    @DisplayName("TTL-07 a time to live of a few milliseconds is exact")
    void shouldCountInMilliseconds() {
        Entity queue = broker.queue("q", deadLettering());
        PreparedSend shortest = broker.send(queue, TestMessage.of("one").timeToLive(MILLI));
        broker.send(queue, TestMessage.of("three").timeToLive(Duration.ofMillis(3)));
        broker.send(queue, TestMessage.of("three as well").timeToLive(Duration.ofMillis(3)));
        assertThat(shortest.header().expiration()).isEqualTo(broker.node.nowMillis() + 1);

        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("one");
        broker.time.advance(Duration.ofMillis(2));
        assertThat(consumer.take()).isEqualTo("three");
        broker.time.advance(MILLI);
        consumer.assertNothing();
        broker.eventuallyHolds(queue, 0, 0, 1);
    }

    @Test
    @DisplayName("TTL-02 with expireOnlyWithConsumer expired messages wait for a receiver, and delay no other queue")
    void shouldLeaveExpiredAloneUntilActive() {
        Entity passive = broker.queue("passive", deadLettering().with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, true));
        Entity passiveDefault = broker.queue(
                "default",
                deadLettering()
                        .with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, true)
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        Entity active = broker.queue("active");
        for (int i = 0; i < 600; i++) {
            broker.node
                    .sender()
                    .sendAsync(broker.prepared(passive, TestMessage.of("p" + i).timeToLive(MINUTE)), refusal -> {});
        }
        broker.send(passiveDefault, "d");
        broker.send(active, TestMessage.of("a").timeToLive(MINUTE.plusSeconds(1)));

        broker.time.advance(MINUTE.plusSeconds(1));
        broker.eventuallyHolds(active, 0, 0, 0);
        broker.eventuallyHolds(passive, 600, 0, 0);
        broker.eventuallyHolds(passiveDefault, 1, 0, 0);

        Consumer consumer = broker.consumer(passive);
        broker.eventuallyHolds(passive, 0, 0, 600);
        consumer.assertNothing();
        broker.consumer(passiveDefault);
        broker.eventuallyHolds(passiveDefault, 0, 0, 1);
    }

    @Test
    @DisplayName("TTL-05 a locked message does not expire, and its consumer can complete it")
    void shouldLeaveLockedAlone() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.LOCK_DURATION, Duration.ofMinutes(5)));
        broker.send(queue, TestMessage.of("m").timeToLive(MINUTE));
        InFlightDelivery delivery = broker.consumer(queue).next();

        broker.time.advance(MINUTE.plusSeconds(1));
        broker.send(queue, TestMessage.of("sweeper's mark").timeToLive(MILLI));
        broker.time.advance(MILLI);
        eventually(
                "the unlocked message is dead-lettered",
                () -> broker.node.statistics().statistics(queue).deadLettered() == 1);
        broker.complete(delivery);
        assertThat(broker.browse(broker.deadLetters(queue))).containsExactly("sweeper's mark");
    }

    @Test
    @DisplayName("TTL-06 an expired message whose lock is abandoned or ends expires without another delivery")
    void shouldExpireWhenTheLockEnds() {
        Entity queue = broker.queue(
                "q",
                deadLettering()
                        .with(QueueOption.LOCK_DURATION, Duration.ofMinutes(5))
                        .with(QueueOption.MAX_DELIVERY_COUNT, 1));
        broker.send(queue, TestMessage.of("abandoned").timeToLive(MINUTE));
        broker.send(queue, TestMessage.of("runs out").timeToLive(MINUTE));
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery abandoned = consumer.next();
        InFlightDelivery runsOut = consumer.next();

        broker.time.advance(MINUTE);
        broker.abandon(abandoned);
        broker.eventuallyHolds(queue, 0, 1, 1);
        broker.time.advance(Duration.ofMinutes(4));
        broker.eventuallyHolds(queue, 0, 0, 2);
        consumer.assertNothing();
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(runsOut));
        assertThat(broker.browsed(broker.deadLetters(queue)))
                .allSatisfy(dead -> assertThat(note(dead).reason()).isEqualTo("TTLExpiredException"));
    }

    @Test
    @DisplayName("TTL-02 TTL-03 prefetched messages of a slow receiver expire on time, in the store and in memory")
    void shouldExpireInTheBuffer() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.LOCK_DURATION, Duration.ofHours(1)));
        Consumer slow = broker.consumer(queue);
        slow.assertNothing();
        assertThat(slow.receiver.pollPrefetched()).isNull();
        broker.send(queue, "in hand");
        slow.next();
        broker.send(queue, TestMessage.of("stored").timeToLive(MINUTE));
        broker.send(queue, TestMessage.of("in memory").nonPersistent().timeToLive(MINUTE));
        eventually(
                "both messages are available",
                () -> broker.node.statistics().statistics(queue).available() == 2);

        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 1, 2);
        slow.assertNothing();
    }

    @Test
    @DisplayName("TTL-14 an expired message is dropped without deadLetterOnExpiry")
    void shouldDropByDefault() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("m").timeToLive(MILLI));
        broker.time.advance(MILLI);
        broker.eventuallyHolds(queue, 0, 0, 0);
    }

    @Test
    @DisplayName("TTL-15 TTL-16 TTL-17 an expired dead letter has its reason, keeps its content, and expires no more")
    void shouldSayWhyItMoved() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1)));
        long sentAt = broker.node.nowMillis();
        PreparedSend own =
                broker.send(queue, TestMessage.of("own").timeToLive(MINUTE).properties(Map.of("colour", "red")));
        broker.send(queue, "by default");
        broker.time.advance(MINUTE);
        Entity deadLetters = broker.deadLetters(queue);
        eventually(
                "the first message is dead-lettered",
                () -> broker.browsed(deadLetters).size() == 1);
        broker.time.advance(Duration.ofHours(10));
        eventually(
                "both messages are dead-lettered",
                () -> broker.browsed(deadLetters).size() == 2);

        BrowsedMessage first = broker.browsed(deadLetters).get(0);
        assertThat(first.expirationMillis()).isZero();
        assertThat(first.message().header()).isEqualTo(own.header());
        assertThat(first.delivery().deliveryCount()).isZero();
        DeliveryAnnotations annotations = note(first);
        assertThat(annotations.reason()).isEqualTo("TTLExpiredException");
        assertThat(annotations.source()).isEqualTo("q");
        assertThat(annotations.visibleOriginalExpiration(first.message().header()))
                .isEqualTo(sentAt + MINUTE.toMillis());
        DeliveryAnnotations late = note(broker.browsed(deadLetters).get(1));
        long expiredAt = sentAt + Duration.ofHours(1).toMillis();
        assertThat(late.originalExpiration()).isEqualTo(expiredAt);
        assertThat(late.description())
                .contains(Instant.ofEpochMilli(expiredAt).toString())
                .contains(Instant.ofEpochMilli(broker.time.storeMillis()).toString());
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-09 TTL-17 an expired message keeps the properties that a consumer changed")
    void shouldKeepChangedPropertiesThroughExpiry() {
        Entity queue = broker.queue("q", deadLettering());
        broker.send(queue, TestMessage.of("m").timeToLive(MINUTE));
        Consumer consumer = broker.consumer(queue);
        broker.node.settler().abandon(consumer.next(), Map.of("seen", "yes"), Duration.ofMinutes(10));
        consumer.close();

        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 0, 1);
        assertThat(note(broker.browsed(broker.deadLetters(queue)).get(0)).changedProperties())
                .containsEntry("seen", "yes");
    }

    @Test
    @DisplayName("TTL-02 a sweep expires all messages that are due, even more than a page")
    void shouldSweepManyPages() {
        Entity queue = broker.queue("q", deadLettering());
        for (int i = 0; i < 1_300; i++) {
            broker.node
                    .sender()
                    .sendAsync(broker.prepared(queue, TestMessage.of("m" + i).timeToLive(MINUTE)), refusal -> {});
        }
        broker.eventuallyHolds(queue, 1_300, 0, 0);
        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 0, 1_300);
    }

    @Test
    @DisplayName("TTL-02 messages that expired while no node was running leave when a node starts")
    void shouldSweepAfterRestart() {
        Entity queue = broker.queue("q", deadLettering());
        // A shared store has its own clock, on which a millisecond passes meanwhile.
        broker.send(queue, TestMessage.of("m").timeToLive(MILLI));
        broker.node.close();
        broker.time.advance(MILLI);
        broker.node = broker.open();
        broker.eventuallyHolds(queue, 0, 0, 1);
    }

    private static DeliveryAnnotations note(BrowsedMessage browsedMessage) {
        return java.util.Objects.requireNonNull(browsedMessage.delivery().annotations());
    }
}
