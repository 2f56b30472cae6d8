package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.view.EntityStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Visibility timeouts of messages, without groups and in-flight limits. */
abstract class VisibilityContract extends BrokerContract {

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    @DisplayName("VIS-01 the lock duration of a queue is its visibility timeout, with a default of 30 s")
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
    @DisplayName("VIS-01 with lock duration zero a message is returned uncounted unless settled in its millisecond")
    void shouldLockForAMillisecond() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT
                        .with(QueueOption.LOCK_DURATION, Duration.ZERO)
                        .with(QueueOption.MAX_DELIVERY_COUNT, 2));
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> broker.consumer(queue, ReceiverOptions.ReceiveMode.UNTIL_SETTLED));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        for (int i = 0; i < 5; i++) {
            InFlightDelivery late = consumer.next();
            assertThat(late.deliveryCount()).isEqualTo(1);
            broker.time.advance(Duration.ofMillis(1));
            assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(late));
        }
        broker.complete(consumer.next());
        assertThat(broker.node.statistics().statistics(queue))
                .extracting(EntityStatistics::available, EntityStatistics::inFlight, EntityStatistics::deadLettered)
                .containsExactly(0L, 0L, 0L);
        try (Consumer deleting = broker.consumer(queue, ReceiverOptions.ReceiveMode.RECEIVE_AND_DELETE)) {
            broker.send(queue, "n");
            consumer.receiver.stopPolling();
            deleting.next();
        }
    }

    @Test
    @DisplayName("VIS-02 changeVisibility counts from the call, and applies to this receive only")
    void shouldChangeThisReceiveOnly() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery delivery = consumer.next();
        broker.time.advance(seconds(20));
        assertThat(broker.node.settler().changeVisibility(delivery, seconds(60)).toEpochMilli())
                .isEqualTo(broker.node.nowMillis() + 60_000);
        broker.time.advance(seconds(59));
        consumer.assertNothing();
        broker.time.advance(seconds(1));

        InFlightDelivery again = consumer.next();
        assertThat(again.lockedUntilMillis()).isEqualTo(broker.node.nowMillis() + 30_000);
    }

    @Test
    @DisplayName("VIS-03 changeVisibility(0) makes the message available to other consumers at once")
    void shouldMakeVisibleAtOnce() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        InFlightDelivery delivery = broker.consumer(queue).next();
        Consumer other = broker.consumer(queue);
        other.assertNothing();
        broker.node.settler().changeVisibility(delivery, Duration.ZERO);
        assertThat(other.next().deliveryCount()).isEqualTo(2);
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(delivery));
    }

    @Test
    @DisplayName("VIS-04 a lock ends 12 h after the receive, however often it is extended, and cannot be longer")
    void shouldEndAfterTwelveHours() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, Duration.ofHours(5)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery delivery = consumer.next();
        long endMillis = broker.node.nowMillis() + Duration.ofHours(12).toMillis();
        broker.time.advance(Duration.ofHours(4));
        DeliverySettler settler = broker.node.settler();
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> settler.changeVisibility(delivery, Duration.ofHours(8).plusMillis(1)));
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> settler.changeVisibility(delivery, Duration.ofSeconds(Long.MAX_VALUE)));
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT, () -> settler.changeVisibility(delivery, Duration.ofMillis(-1)));
        settler.renew(delivery);
        broker.time.advance(Duration.ofHours(4));
        assertThat(settler.renew(delivery).toEpochMilli()).isEqualTo(endMillis);
        broker.time.advance(Duration.ofHours(4).minusMillis(1));
        consumer.assertNothing();
        broker.time.advance(Duration.ofMillis(1));
        assertThat(consumer.next().deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-05 timeout 60 s: received at 0, changed to 10 s at 15 s, available at 25 s, then changes fail")
    void shouldShorten() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, seconds(60)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery delivery = consumer.next();
        broker.time.advance(seconds(15));
        broker.node.settler().changeVisibility(delivery, seconds(10));
        broker.time.advance(seconds(10).minusMillis(1));
        consumer.assertNothing();
        broker.time.advance(Duration.ofMillis(1));

        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.node.settler().changeVisibility(delivery, seconds(10)));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(delivery));
        assertThat(consumer.next().deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-10 statistics count available, in-flight, scheduled, deferred and dead-lettered messages")
    void shouldCount() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3", "4", "5");
        broker.send(queue, TestMessage.of("later").delay(seconds(10)));
        Consumer consumer = broker.consumer(queue);
        consumer.next();
        broker.node.settler().defer(consumer.next(), java.util.Map.of());
        broker.node.settler().deadLetter(consumer.next(), null, null, java.util.Map.of());

        assertCounted(broker.node.statistics().statistics(queue));
        consumer.close();
        assertCounted(broker.node.statistics().statistics(queue));
    }

    private static void assertCounted(EntityStatistics counted) {
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
