package dev.restante.node.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the expiry time and the disposition of a delivery")
final class DeliveryDispositionTest {

    private static final long NOW = 1_000_000;

    private static Entity entity(EntityKind kind, EntityOptions options) {
        return new Entity(1, kind, "q", 0, 2, options, 1);
    }

    private static Entity queue(EntityOptions options) {
        return entity(EntityKind.QUEUE, options);
    }

    private static Delivery delivery(long enqueuedAt, long expiresAt) {
        return new Delivery(
                new DeliveryRef(1, 1, true, 0, 0),
                1,
                DeliveryState.AVAILABLE,
                4,
                1,
                null,
                10,
                true,
                0,
                enqueuedAt,
                expiresAt,
                0,
                false,
                null);
    }

    @Test
    @DisplayName("TTL-01 TTL-09 TTL-11 an expiry time is a saturated sum, capped by the default time to live")
    void shouldCapAndSaturate() {
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            long own = random.nextLong() >>> random.nextInt(64) >>> 1;
            long base = random.nextLong() >>> (1 + random.nextInt(40));
            long cap = 1 + (random.nextLong() >>> (random.nextInt(60) + 3));
            boolean capped = random.nextBoolean();
            Entity queue = queue(EntityOptions.DEFAULT.with(
                    QueueOption.DEFAULT_TIME_TO_LIVE, capped ? Duration.ofMillis(cap) : null));
            long asked = capped ? Math.min(own, cap) : own;
            long expected = own == 0
                    ? Delivery.NEVER
                    : BigInteger.valueOf(base)
                            .add(BigInteger.valueOf(asked))
                            .min(BigInteger.valueOf(Long.MAX_VALUE))
                            .longValueExact();
            assertThat(ExpiryRule.ownExpiry(queue, own, base)).isEqualTo(expected);
        }
    }

    @Test
    @DisplayName("TTL-10 TTL-20 the default counts from the enqueue time, if a message has no expiry time of its own")
    void shouldFollowTheDefault() {
        Entity queue = queue(EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(50)));
        assertThat(ExpiryRule.expiryOf(queue, delivery(NOW, Delivery.NEVER))).isEqualTo(NOW + 50);
        assertThat(ExpiryRule.expiryOf(queue, delivery(NOW, NOW + 90))).isEqualTo(NOW + 90);
        assertThat(ExpiryRule.expiryOf(queue(EntityOptions.DEFAULT), delivery(NOW, Delivery.NEVER)))
                .isEqualTo(Delivery.NEVER);
    }

    @Test
    @DisplayName("TTL-06 TTL-14 expiry precedes the delivery limit, and a dead-letter queue drops expired messages")
    void shouldExpireFirst() {
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                .with(QueueOption.MAX_DELIVERY_COUNT, 1);
        Delivery overdue = delivery(0, NOW);
        assertThat(DeliveryDisposition.of(queue(options), overdue, 5, true, 0, NOW))
                .isEqualTo(new DeliveryDisposition.Expired(NOW, true));
        assertThat(DeliveryDisposition.of(queue(options), overdue, 5, true, 0, NOW - 1))
                .isEqualTo(new DeliveryDisposition.DeliveryLimitReached(5));
        assertThat(DeliveryDisposition.of(queue(EntityOptions.DEFAULT), overdue, 5, true, 0, NOW))
                .isEqualTo(new DeliveryDisposition.Expired(NOW, false));
        assertThat(DeliveryDisposition.of(entity(EntityKind.DEAD_LETTER_QUEUE, options), overdue, 5, true, 0, NOW))
                .isEqualTo(new DeliveryDisposition.Expired(NOW, false));
    }

    @Test
    @DisplayName("RCV-07 the limit counts only deliveries to applications, and dead-letter queues have no limit")
    void shouldLimit() {
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3);
        Delivery delivery = delivery(0, Delivery.NEVER);
        assertThat(DeliveryDisposition.of(queue(options), delivery, 2, true, 0, NOW))
                .isEqualTo(new DeliveryDisposition.Requeued(2, 0));
        assertThat(DeliveryDisposition.of(queue(options), delivery, 3, true, 0, NOW))
                .isEqualTo(new DeliveryDisposition.DeliveryLimitReached(3));
        assertThat(DeliveryDisposition.of(queue(options), delivery, 3, false, 0, NOW))
                .isEqualTo(new DeliveryDisposition.Requeued(3, 0));
        assertThat(DeliveryDisposition.of(entity(EntityKind.DEAD_LETTER_QUEUE, options), delivery, 99, true, 0, NOW))
                .isEqualTo(new DeliveryDisposition.Requeued(99, 0));
    }

    @Test
    @DisplayName("RCV-09 RCV-15 a redelivery delay counts from now and saturates")
    void shouldDelay() {
        Delivery delivery = delivery(0, Delivery.NEVER);
        Entity queue = queue(EntityOptions.DEFAULT);
        assertThat(DeliveryDisposition.of(queue, delivery, 1, true, 5, NOW))
                .isEqualTo(new DeliveryDisposition.Requeued(1, NOW + 5));
        assertThat(DeliveryDisposition.of(queue, delivery, 1, true, Long.MAX_VALUE, NOW))
                .isEqualTo(new DeliveryDisposition.Requeued(1, Long.MAX_VALUE));
    }
}
