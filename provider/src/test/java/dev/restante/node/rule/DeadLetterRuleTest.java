package dev.restante.node.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.node.rule.DeadLetterRule.Cause;
import dev.restante.store.Change;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what a dead letter says")
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
            new DeliveryNote("old", "old", "elsewhere", 0, Map.of("a", 1, "b", 2)));

    @Test
    @DisplayName("TTL-15 TTL-17 an expired one names its instants, keeps changed properties, and expires no more")
    void shouldDescribeExpiry() {
        Cause cause = Cause.expired(DELIVERY, 2_000, 2_500);
        Change.Move move = DeadLetterRule.move(DELIVERY.ref(), DELIVERY, SOURCE, 2, cause, 2_000, 2_500, 77);

        assertThat(move)
                .isEqualTo(new Change.Move(
                        DELIVERY.ref(),
                        2,
                        77,
                        2_500,
                        Delivery.NEVER,
                        new DeliveryNote(
                                "TTLExpiredException",
                                cause.description(),
                                "orders",
                                DeliveryNote.OWN_EXPIRATION,
                                Map.of("a", 1, "b", 2))));
        for (long instant : new long[] {2_000, 2_500}) {
            assertThat(cause.description())
                    .contains(Instant.ofEpochMilli(instant).toString());
        }
    }

    @Test
    @DisplayName("TTL-17 BEY-03 of one that was redriven, the expiry that no longer applies is the one since then")
    void shouldTellExpiryOfRedriven() {
        DeliveryNote redriven = new DeliveryNote(null, null, null, DeliveryNote.OWN_EXPIRATION, Map.of());
        Cause cause = new Cause("Because", null, Map.of());
        DeliveryNote note = DeadLetterRule.note(DELIVERY.with(0, redriven), SOURCE, cause, 2_000);
        assertThat(note.originalExpiration()).isEqualTo(2_000);
    }

    @Test
    @DisplayName("RCV-07 RCV-10 the original expiration is 0 where there was none, and new properties hide older ones")
    void shouldMergeProperties() {
        Cause cause = new Cause("Because", null, Map.of("b", 3, "c", 4));
        DeliveryNote note = DeadLetterRule.move(DELIVERY.ref(), DELIVERY, SOURCE, 2, cause, Delivery.NEVER, 2_500, 77)
                .note();
        assertThat(note).isEqualTo(new DeliveryNote("Because", null, "orders", 0, Map.of("a", 1, "b", 3, "c", 4)));
        assertThat(Cause.deliveredTooOften(4, 3).description()).contains("4").contains("3");
    }
}
