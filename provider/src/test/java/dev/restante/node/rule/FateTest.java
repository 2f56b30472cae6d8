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

@DisplayName("what becomes of a delivery")
final class FateTest {

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
    @DisplayName(
            "TTL-01 TTL-09 TTL-11 the own deadline is the sum, capped by the default, and saturates: against big integers")
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
            assertThat(ExpiryRule.ownDeadline(queue, own, base)).isEqualTo(expected);
        }
    }

    @Test
    @DisplayName(
            "TTL-10 TTL-20 the default counts from when it was enqueued, and only for what has no deadline of its own")
    void shouldFollowTheDefault() {
        Entity queue = queue(EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(50)));
        assertThat(ExpiryRule.deadline(queue, delivery(NOW, Delivery.NEVER))).isEqualTo(NOW + 50);
        assertThat(ExpiryRule.deadline(queue, delivery(NOW, NOW + 90))).isEqualTo(NOW + 90);
        assertThat(ExpiryRule.deadline(queue(EntityOptions.DEFAULT), delivery(NOW, Delivery.NEVER)))
                .isEqualTo(Delivery.NEVER);
    }

    @Test
    @DisplayName("TTL-06 TTL-14 expiry comes first, at its very millisecond, and a dead-letter queue only drops")
    void shouldExpireFirst() {
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                .with(QueueOption.MAX_DELIVERY_COUNT, 1);
        Delivery overdue = delivery(0, NOW);
        assertThat(Fate.of(queue(options), overdue, 5, true, 0, NOW)).isEqualTo(new Fate.Expired(NOW, true));
        assertThat(Fate.of(queue(options), overdue, 5, true, 0, NOW - 1)).isEqualTo(new Fate.DeliveredTooOften(5));
        assertThat(Fate.of(queue(EntityOptions.DEFAULT), overdue, 5, true, 0, NOW))
                .isEqualTo(new Fate.Expired(NOW, false));
        assertThat(Fate.of(entity(EntityKind.DEAD_LETTER_QUEUE, options), overdue, 5, true, 0, NOW))
                .isEqualTo(new Fate.Expired(NOW, false));
    }

    @Test
    @DisplayName("RCV-07 the limit counts what an application had, and not inside a dead-letter queue")
    void shouldLimit() {
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3);
        Delivery delivery = delivery(0, Delivery.NEVER);
        assertThat(Fate.of(queue(options), delivery, 2, true, 0, NOW)).isEqualTo(new Fate.Back(2, 0));
        assertThat(Fate.of(queue(options), delivery, 3, true, 0, NOW)).isEqualTo(new Fate.DeliveredTooOften(3));
        assertThat(Fate.of(queue(options), delivery, 3, false, 0, NOW)).isEqualTo(new Fate.Back(3, 0));
        assertThat(Fate.of(entity(EntityKind.DEAD_LETTER_QUEUE, options), delivery, 99, true, 0, NOW))
                .isEqualTo(new Fate.Back(99, 0));
    }

    @Test
    @DisplayName("RCV-09 RCV-15 a delay is counted from now and saturates")
    void shouldDelay() {
        Delivery delivery = delivery(0, Delivery.NEVER);
        Entity queue = queue(EntityOptions.DEFAULT);
        assertThat(Fate.of(queue, delivery, 1, true, 5, NOW)).isEqualTo(new Fate.Back(1, NOW + 5));
        assertThat(Fate.of(queue, delivery, 1, true, Long.MAX_VALUE, NOW)).isEqualTo(new Fate.Back(1, Long.MAX_VALUE));
    }
}
