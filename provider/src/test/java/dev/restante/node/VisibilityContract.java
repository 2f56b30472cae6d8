package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.Settlement;
import dev.restante.broker.view.QueueStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The VIS rows without groups and quotas. */
abstract class VisibilityContract extends BrokerContract {

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    @DisplayName("VIS-01 the default is 30 s, and a queue's lock duration is the visibility time-out")
    void shouldUseTheQueuesLockDuration() {
        Entity usual = broker.queue("usual");
        Entity longer =
                broker.queue("longer", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, Duration.ofHours(12)));
        broker.send(usual, "m");
        broker.send(longer, "m");
        long nowMillis = broker.node.nowMillis();
        assertThat(broker.consumer(usual).next().lockedUntilMillis()).isEqualTo(nowMillis + 30_000);
        assertThat(broker.consumer(longer).next().lockedUntilMillis()).isEqualTo(nowMillis + 43_200_000);
    }

    @Test
    @DisplayName(
            "VIS-01 with lock duration zero a message is abandoned unless settled in the same millisecond, uncounted")
    void shouldLockForAMillisecond() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT
                        .with(QueueOption.LOCK_DURATION, Duration.ZERO)
                        .with(QueueOption.MAX_DELIVERY_COUNT, 2));
        assertRefused(Reason.INVALID_ARGUMENT, () -> broker.consumer(queue, ReceiverOptions.Hold.UNTIL_SETTLED));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        for (int i = 0; i < 5; i++) {
            HeldDelivery late = consumer.next();
            assertThat(late.deliveryCount()).isEqualTo(1);
            broker.time.advance(Duration.ofMillis(1));
            assertRefused(Reason.LOCK_LOST, () -> broker.complete(late));
        }
        broker.complete(consumer.next());
        assertThat(broker.node.statistics().of(queue))
                .extracting(QueueStatistics::available, QueueStatistics::inFlight, QueueStatistics::deadLettered)
                .containsExactly(0L, 0L, 0L);
        try (Consumer deleting = broker.consumer(queue, ReceiverOptions.Hold.RECEIVE_AND_DELETE)) {
            broker.send(queue, "n");
            consumer.receiver.pause();
            deleting.next();
        }
    }

    @Test
    @DisplayName("VIS-02 changeVisibility counts from the call and holds for this receive only")
    void shouldChangeThisReceiveOnly() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery held = consumer.next();
        broker.time.advance(seconds(20));
        assertThat(broker.node.settlement().changeVisibility(held, seconds(60)).toEpochMilli())
                .isEqualTo(broker.node.nowMillis() + 60_000);
        broker.time.advance(seconds(59));
        consumer.assertNothing();
        broker.time.advance(seconds(1));

        HeldDelivery again = consumer.next();
        assertThat(again.lockedUntilMillis()).isEqualTo(broker.node.nowMillis() + 30_000);
    }

    @Test
    @DisplayName("VIS-03 changeVisibility(0) makes the message visible at once to others")
    void shouldMakeVisibleAtOnce() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        HeldDelivery held = broker.consumer(queue).next();
        Consumer other = broker.consumer(queue);
        other.assertNothing();
        broker.node.settlement().changeVisibility(held, Duration.ZERO);
        assertThat(other.next().deliveryCount()).isEqualTo(2);
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(held));
    }

    @Test
    @DisplayName("VIS-04 a lock ends 12 h after the receive, however often it is extended; asking for more is refused")
    void shouldEndAfterTwelveHours() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, Duration.ofHours(5)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery held = consumer.next();
        long endMillis = broker.node.nowMillis() + Duration.ofHours(12).toMillis();
        broker.time.advance(Duration.ofHours(4));
        Settlement settlement = broker.node.settlement();
        assertRefused(
                Reason.INVALID_ARGUMENT,
                () -> settlement.changeVisibility(held, Duration.ofHours(8).plusMillis(1)));
        assertRefused(
                Reason.INVALID_ARGUMENT, () -> settlement.changeVisibility(held, Duration.ofSeconds(Long.MAX_VALUE)));
        assertRefused(Reason.INVALID_ARGUMENT, () -> settlement.changeVisibility(held, Duration.ofMillis(-1)));
        settlement.renew(held);
        broker.time.advance(Duration.ofHours(4));
        assertThat(settlement.renew(held).toEpochMilli()).isEqualTo(endMillis);
        broker.time.advance(Duration.ofHours(4).minusMillis(1));
        consumer.assertNothing();
        broker.time.advance(Duration.ofMillis(1));
        assertThat(consumer.next().deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "VIS-05 time-out 60 s: received at 0, changed to 10 s at 15 s, visible at 25 s; any later change fails")
    void shouldShorten() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, seconds(60)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery held = consumer.next();
        broker.time.advance(seconds(15));
        broker.node.settlement().changeVisibility(held, seconds(10));
        broker.time.advance(seconds(10).minusMillis(1));
        consumer.assertNothing();
        broker.time.advance(Duration.ofMillis(1));

        assertRefused(Reason.LOCK_LOST, () -> broker.node.settlement().changeVisibility(held, seconds(10)));
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(held));
        assertThat(consumer.next().deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-10 statistics tell stored, in flight, scheduled, deferred and dead-lettered")
    void shouldCount() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3", "4", "5");
        broker.send(queue, Mail.of("later").delay(seconds(10)));
        Consumer consumer = broker.consumer(queue);
        consumer.next();
        broker.node.settlement().defer(consumer.next(), java.util.Map.of());
        broker.node.settlement().deadLetter(consumer.next(), null, null, java.util.Map.of());

        assertCounted(broker.node.statistics().of(queue));
        consumer.close();
        assertCounted(broker.node.statistics().of(queue));
    }

    private static void assertCounted(QueueStatistics counted) {
        assertThat(List.of(
                        counted.available(),
                        counted.inFlight(),
                        counted.scheduled(),
                        counted.deferred(),
                        counted.deadLettered(),
                        counted.expiryLagMillis()))
                .containsExactly(2L, 1L, 1L, 1L, 1L, 0L);
    }
}
