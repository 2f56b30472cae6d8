package dev.restante.node.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.store.Change;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the annotations of a dead letter")
final class DeadLetterRuleTest {

    private static final String SOURCE = "orders";

    private static final Delivery DELIVERY = new Delivery(
            new DeliveryRef(5, 6, true, 7, 8),
            1,
            DeliveryState.ACQUIRED,
            4,
            1,
            null,
            10,
            true,
            0,
            1_000,
            2_000,
            3,
            true,
            new DeliveryAnnotations("old", "old", "elsewhere", 0, Map.of("a", 1, "b", 2)));

    @Test
    @DisplayName(
            "TTL-15 TTL-17 an expired dead letter records its instants, keeps changed properties and never expires")
    void shouldDescribeExpiry() {
        DeadLetterCause cause = DeadLetterCause.expired(DELIVERY, 2_000, 2_500);
        Change.Move move = DeadLetterRule.move(DELIVERY.ref(), DELIVERY, SOURCE, 2, cause, 2_000, 2_500, 77);

        assertThat(move)
                .isEqualTo(new Change.Move(
                        DELIVERY.ref(),
                        2,
                        77,
                        2_500,
                        Delivery.NEVER,
                        new DeliveryAnnotations(
                                "TTLExpiredException",
                                cause.description(),
                                "orders",
                                DeliveryAnnotations.HEADER_EXPIRATION,
                                Map.of("a", 1, "b", 2))));
        for (long instant : new long[] {2_000, 2_500}) {
            assertThat(cause.description())
                    .contains(Instant.ofEpochMilli(instant).toString());
        }
    }

    @Test
    @DisplayName("TTL-17 BEY-03 a redriven message that fails again records its expiry time since the redrive")
    void shouldTellExpiryOfRedriven() {
        DeliveryAnnotations redriven =
                new DeliveryAnnotations(null, null, null, DeliveryAnnotations.HEADER_EXPIRATION, Map.of());
        DeadLetterCause cause = new DeadLetterCause("Because", null, Map.of());
        DeliveryAnnotations annotations =
                DeadLetterRule.annotations(DELIVERY.withCount(0, redriven), SOURCE, cause, 2_000);
        assertThat(annotations.originalExpiration()).isEqualTo(2_000);
    }

    @Test
    @DisplayName("RCV-07 RCV-10 a dead letter without expiry records 0, and its new properties replace older values")
    void shouldMergeProperties() {
        DeadLetterCause cause = new DeadLetterCause("Because", null, Map.of("b", 3, "c", 4));
        DeliveryAnnotations annotations = DeadLetterRule.move(
                        DELIVERY.ref(), DELIVERY, SOURCE, 2, cause, Delivery.NEVER, 2_500, 77)
                .annotations();
        assertThat(annotations)
                .isEqualTo(new DeliveryAnnotations("Because", null, "orders", 0, Map.of("a", 1, "b", 3, "c", 4)));
        assertThat(DeadLetterCause.deliveryLimitReached(4, 3).description())
                .contains("4")
                .contains("3");
    }
}
