package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.view.Browsed;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The TTL rows about when expired messages leave, and where they go. */
abstract class ExpiryContract extends ExpiryFixture {

    @Test
    @DisplayName(
            "TTL-01 TTL-02 TTL-04 an expired message leaves on time although nobody listens, not a millisecond before")
    void shouldExpireOnTimeWithoutReceivers() {
        Entity queue = broker.queue("q");
        broker.send(queue, Mail.of("short").timeToLive(MINUTE));
        broker.send(queue, Mail.of("long").timeToLive(MINUTE.plus(MILLI)));

        broker.time.advance(MINUTE.minus(MILLI));
        broker.send(queue, "barrier");
        assertThat(broker.browse(queue)).containsExactly("short", "long", "barrier");
        assertThat(broker.browsed(queue)).noneMatch(Browsed::expired);

        broker.time.advance(MILLI);
        eventually("swept", () -> broker.browse(queue).equals(List.of("long", "barrier")));
        assertThat(broker.node.statistics().of(queue).available()).isEqualTo(2);
        assertThat(broker.node.statistics().of(queue).deadLettered()).isZero();
    }

    @Test
    @DisplayName("TTL-03 an expired message is never received, however far the sweep is behind; a browser marks it")
    void shouldNeverHandOutWhatExpired() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, true));
        broker.send(queue, Mail.of("dies").timeToLive(MINUTE));
        broker.send(queue, "stays");
        broker.time.advance(MINUTE);

        assertThat(broker.browsed(queue).get(0).expired()).isTrue();
        assertThat(broker.browsed(queue).get(1).expired()).isFalse();
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("stays");
        consumer.assertNothing();
    }

    @Test
    @DisplayName(
            "TTL-03 what expires in a receiver's buffer is not received while neither buffer nor sweep was looked at")
    void shouldNotHandOutOfTheBufferWhatExpired() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.LOCK_DURATION, Duration.ofHours(1)));
        Consumer consumer = broker.consumer(queue);
        broker.send(queue, "in hand");
        consumer.next();
        broker.send(queue, Mail.of("dies").timeToLive(MINUTE));
        broker.send(queue, Mail.of("dies in memory").nonPersistent().timeToLive(MINUTE));
        broker.send(queue, Mail.of("stays").timeToLive(MINUTE.plus(MILLI)));
        eventually("sent", () -> broker.node.statistics().of(queue).available() == 3);

        broker.time.advanceUnnoticed(MINUTE);
        assertThat(consumer.take()).isEqualTo("stays");
        broker.eventuallyHolds(queue, 0, 1, 2);
    }

    @Test
    @DisplayName("TTL-18 a receiver that deletes and finds a message expired gets nothing of its group either")
    void shouldNotDeleteOfTheGroupOfTheExpired() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.GROUPS_REQUIRED, true));
        Consumer deleting = broker.consumer(queue, ReceiverOptions.Hold.RECEIVE_AND_DELETE);
        broker.send(queue, ofGroup("a1").timeToLive(MINUTE));
        broker.send(queue, ofGroup("a2"));
        broker.send(queue, ofGroup("b1"));
        // What the receiver gets at once brings the rest into the buffer.
        broker.send(queue, ofGroup("c1").priority(9));
        assertThat(BrokerFixture.text(deleting.next())).isEqualTo("c1");

        broker.time.advanceUnnoticed(MINUTE);
        assertThat(BrokerFixture.text(deleting.next())).isEqualTo("b1");
        broker.time.advance(Duration.ofSeconds(1));
        broker.eventuallyHolds(queue, 0, 0, 2);
        deleting.assertNothing();
    }

    private static Mail ofGroup(String text) {
        return Mail.of(text).properties(Map.of("JMSXGroupID", text.substring(0, 1)));
    }

    @Test
    @DisplayName("TTL-04 the lag says by how much the last sweep that found something was late")
    void shouldTellTheLagOfTheSweep() {
        Entity queue = broker.queue("q", deadLettering());
        assertThat(broker.node.statistics().of(queue).expiryLagMillis()).isZero();
        broker.send(queue, Mail.of("late").timeToLive(MINUTE));
        broker.send(queue, Mail.of("less late").timeToLive(MINUTE.plusSeconds(3)));
        broker.time.advance(MINUTE.plusSeconds(7));
        broker.eventuallyHolds(queue, 0, 0, 2);
        assertThat(broker.node.statistics().of(queue).expiryLagMillis()).isEqualTo(7_000);

        broker.send(queue, Mail.of("on time").timeToLive(MINUTE));
        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 0, 3);
        assertThat(broker.node.statistics().of(queue).expiryLagMillis()).isZero();
    }

    @Test
    @DisplayName(
            "TTL-02 with WHEN_ACTIVE nothing expires any more once the last receiver has gone, until the next comes")
    void shouldBecomePassiveAgain() {
        Entity passive = broker.queue("passive", deadLettering().with(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, true));
        Entity passiveDefault = broker.queue(
                "default",
                deadLettering()
                        .with(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, true)
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        Entity mark = broker.queue("mark", deadLettering());
        for (Entity queue : List.of(passive, passiveDefault)) {
            try (Consumer first = broker.consumer(queue);
                    Consumer second = broker.consumer(queue)) {
                first.assertNothing();
                second.assertNothing();
            }
        }
        broker.send(passive, Mail.of("own").timeToLive(MINUTE));
        broker.send(passiveDefault, "default");

        // The first mark leaves in the sweep that would take the messages; the second leaves when that sweep is over.
        for (int marks = 1; marks <= 2; marks++) {
            broker.send(mark, Mail.of("mark").timeToLive(MINUTE.plus(MILLI)));
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
    @DisplayName("TTL-07 a time to live of milliseconds works: received before it is over, never after")
    void shouldCountInMilliseconds() {
        Entity queue = broker.queue("q", deadLettering());
        PreparedSend shortest = broker.send(queue, Mail.of("one").timeToLive(MILLI));
        broker.send(queue, Mail.of("three").timeToLive(Duration.ofMillis(3)));
        broker.send(queue, Mail.of("three as well").timeToLive(Duration.ofMillis(3)));
        assertThat(shortest.head().expiration()).isEqualTo(broker.node.nowMillis() + 1);

        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("one");
        broker.time.advance(Duration.ofMillis(2));
        assertThat(consumer.take()).isEqualTo("three");
        broker.time.advance(MILLI);
        consumer.assertNothing();
        broker.eventuallyHolds(queue, 0, 0, 1);
    }

    @Test
    @DisplayName(
            "TTL-02 with WHEN_ACTIVE what has expired stays until a receiver opens, and does not hold up other queues")
    void shouldLeaveExpiredAloneUntilActive() {
        Entity passive = broker.queue("passive", deadLettering().with(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, true));
        Entity passiveDefault = broker.queue(
                "default",
                deadLettering()
                        .with(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, true)
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        Entity active = broker.queue("active");
        for (int i = 0; i < 600; i++) {
            broker.node
                    .sending()
                    .sendAsync(broker.prepared(passive, Mail.of("p" + i).timeToLive(MINUTE)), refusal -> {});
        }
        broker.send(passiveDefault, "d");
        broker.send(active, Mail.of("a").timeToLive(MINUTE.plusSeconds(1)));

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
    @DisplayName("TTL-05 expiry does not touch a locked message, and its holder can complete it")
    void shouldLeaveLockedAlone() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.LOCK_DURATION, Duration.ofMinutes(5)));
        broker.send(queue, Mail.of("m").timeToLive(MINUTE));
        HeldDelivery held = broker.consumer(queue).next();

        broker.time.advance(MINUTE.plusSeconds(1));
        broker.send(queue, Mail.of("sweeper's mark").timeToLive(MILLI));
        broker.time.advance(MILLI);
        eventually("swept", () -> broker.node.statistics().of(queue).deadLettered() == 1);
        broker.complete(held);
        assertThat(broker.browse(broker.deadLetters(queue))).containsExactly("sweeper's mark");
    }

    @Test
    @DisplayName("TTL-06 an overdue message whose lock is abandoned or runs out is not redelivered but expires at once")
    void shouldExpireWhenTheLockEnds() {
        Entity queue = broker.queue(
                "q",
                deadLettering()
                        .with(QueueOption.LOCK_DURATION, Duration.ofMinutes(5))
                        .with(QueueOption.MAX_DELIVERY_COUNT, 1));
        broker.send(queue, Mail.of("abandoned").timeToLive(MINUTE));
        broker.send(queue, Mail.of("runs out").timeToLive(MINUTE));
        Consumer consumer = broker.consumer(queue);
        HeldDelivery abandoned = consumer.next();
        HeldDelivery runsOut = consumer.next();

        broker.time.advance(MINUTE);
        broker.abandon(abandoned);
        broker.eventuallyHolds(queue, 0, 1, 1);
        broker.time.advance(Duration.ofMinutes(4));
        broker.eventuallyHolds(queue, 0, 0, 2);
        consumer.assertNothing();
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(runsOut));
        assertThat(broker.browsed(broker.deadLetters(queue)))
                .allSatisfy(dead -> assertThat(note(dead).reason()).isEqualTo("TTLExpiredException"));
    }

    @Test
    @DisplayName(
            "TTL-02 TTL-03 what expires in the buffer of a slow receiver leaves on time, in the store or in memory")
    void shouldExpireInTheBuffer() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.LOCK_DURATION, Duration.ofHours(1)));
        Consumer slow = broker.consumer(queue);
        slow.assertNothing();
        assertThat(slow.receiver.poll()).isNull();
        broker.send(queue, "in hand");
        slow.next();
        broker.send(queue, Mail.of("stored").timeToLive(MINUTE));
        broker.send(queue, Mail.of("in memory").nonPersistent().timeToLive(MINUTE));
        eventually("sent", () -> broker.node.statistics().of(queue).available() == 2);

        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 1, 2);
        slow.assertNothing();
    }

    @Test
    @DisplayName("TTL-14 without deadLetterOnExpiry an expired message is dropped")
    void shouldDropByDefault() {
        Entity queue = broker.queue("q");
        broker.send(queue, Mail.of("m").timeToLive(MILLI));
        broker.time.advance(MILLI);
        broker.eventuallyHolds(queue, 0, 0, 0);
    }

    @Test
    @DisplayName(
            "TTL-15 TTL-16 TTL-17 a message that moved because of expiry says why, keeps all it had, and expires no more")
    void shouldSayWhyItMoved() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1)));
        long sentAt = broker.node.nowMillis();
        PreparedSend own = broker.send(queue, Mail.of("own").timeToLive(MINUTE).properties(Map.of("colour", "red")));
        broker.send(queue, "by default");
        broker.time.advance(MINUTE);
        Entity deadLetters = broker.deadLetters(queue);
        eventually("moved", () -> broker.browsed(deadLetters).size() == 1);
        broker.time.advance(Duration.ofHours(10));
        eventually("both moved", () -> broker.browsed(deadLetters).size() == 2);

        Browsed first = broker.browsed(deadLetters).get(0);
        assertThat(first.expirationMillis()).isZero();
        assertThat(first.message().head()).isEqualTo(own.head());
        assertThat(first.delivery().deliveryCount()).isZero();
        DeliveryNote note = note(first);
        assertThat(note.reason()).isEqualTo("TTLExpiredException");
        assertThat(note.source()).isEqualTo("q");
        assertThat(note.originalExpiration(first.message().head())).isEqualTo(sentAt + MINUTE.toMillis());
        DeliveryNote late = note(broker.browsed(deadLetters).get(1));
        long expiredAt = sentAt + Duration.ofHours(1).toMillis();
        assertThat(late.originalExpiration()).isEqualTo(expiredAt);
        assertThat(late.description())
                .contains(Instant.ofEpochMilli(expiredAt).toString())
                .contains(Instant.ofEpochMilli(broker.time.millis()).toString());
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-09 TTL-17 properties that a receiver changed are still there after the message has expired")
    void shouldKeepChangedPropertiesThroughExpiry() {
        Entity queue = broker.queue("q", deadLettering());
        broker.send(queue, Mail.of("m").timeToLive(MINUTE));
        Consumer consumer = broker.consumer(queue);
        broker.node.settlement().abandon(consumer.next(), Map.of("seen", "yes"), Duration.ofMinutes(10));
        consumer.close();

        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 0, 1);
        assertThat(note(broker.browsed(broker.deadLetters(queue)).get(0)).changedProperties())
                .containsEntry("seen", "yes");
    }

    @Test
    @DisplayName("TTL-02 a sweep that finds more than a page takes it all")
    void shouldSweepManyPages() {
        Entity queue = broker.queue("q", deadLettering());
        for (int i = 0; i < 1_300; i++) {
            broker.node
                    .sending()
                    .sendAsync(broker.prepared(queue, Mail.of("m" + i).timeToLive(MINUTE)), refusal -> {});
        }
        broker.eventuallyHolds(queue, 1_300, 0, 0);
        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 0, 0, 1_300);
    }

    @Test
    @DisplayName("TTL-02 what expired while no node was there leaves when one comes")
    void shouldSweepAfterRestart() {
        Entity queue = broker.queue("q", deadLettering());
        // A shared store has its own clock, on which a millisecond passes meanwhile.
        broker.send(queue, Mail.of("m").timeToLive(MILLI));
        broker.node.close();
        broker.time.advance(MILLI);
        broker.node = broker.open();
        broker.eventuallyHolds(queue, 0, 0, 1);
    }

    private static DeliveryNote note(Browsed browsed) {
        return java.util.Objects.requireNonNull(browsed.delivery().note());
    }
}
