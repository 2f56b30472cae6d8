package dev.restante.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHead;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("TTL-20 what JMSExpiration shows")
final class ShownExpirationTest {

    private static final Entity QUEUE = new Entity(1, EntityKind.QUEUE, "q", 0, 2, EntityOptions.DEFAULT, 1);

    private static Delivery delivery(long enqueuedAt, long expiresAt) {
        return new Delivery(
                DeliveryRef.sole(7),
                1,
                DeliveryState.AVAILABLE,
                4,
                7,
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

    private static MessageHead head(long deliveryTime, long expiration) {
        return new MessageHead(
                "ID:7",
                DestinationName.queue("q"),
                BodyKind.TEXT,
                null,
                null,
                null,
                deliveryTime,
                deliveryTime,
                expiration,
                4,
                true,
                Map.of());
    }

    @ParameterizedTest(name = "sent at {0} to expire at {1}, stored at {2} to expire at {3}: {4}")
    @DisplayName(
            "of a deadline of its own: by the sender's clock, the lesser of what the sender saw and what is left here")
    @CsvSource({
        // The store's clock is 1,000 ahead of the sender's.
        "5000, 5300, 6000, 6300, 5300",
        // A subscription, or the end of a chain, allows less than the sender saw.
        "5000, 5300, 6000, 6100, 5100",
        // The sender's target allowed less.
        "5000, 5100, 6000, 6300, 5100",
        // The sender saw none.
        "5000, 0, 6000, 6300, 5300",
    })
    void shouldShowTheLesser(long deliveryTime, long expiration, long enqueuedAt, long expiresAt, long shown) {
        assertThat(ShownExpiration.millis(QUEUE, delivery(enqueuedAt, expiresAt), head(deliveryTime, expiration)))
                .isEqualTo(shown);
    }
}
