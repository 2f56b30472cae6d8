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
import dev.restante.model.MessageHeader;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("TTL-20 the value of JMSExpiration")
final class JmsExpirationRuleTest {

    private static final Entity QUEUE = new Entity(1, EntityKind.QUEUE, "q", 0, 2, EntityOptions.DEFAULT, 1);

    private static Delivery delivery(long enqueuedAt, long expiresAt) {
        return new Delivery(
                DeliveryRef.onlyDelivery(7),
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

    private static MessageHeader head(long deliveryTime, long expiration) {
        return new MessageHeader(
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

    @ParameterizedTest(name = "sent at {0} with expiry time {1}, stored at {2} with expiry time {3}, shown {4}")
    @DisplayName(
            "the value is the lesser of the value that the sender saw and the time that is left, by the sender's clock")
    @CsvSource({
        // The store clock is 1,000 ahead of the clock of the sender.
        "5000, 5300, 6000, 6300, 5300",
        // A subscription, or the last queue of a forward, allows less time than the sender saw.
        "5000, 5300, 6000, 6100, 5100",
        // The destination of the sender allowed less time.
        "5000, 5100, 6000, 6300, 5100",
        // The sender saw no expiry time.
        "5000, 0, 6000, 6300, 5300",
    })
    void shouldShowTheLesser(long deliveryTime, long expiration, long enqueuedAt, long expiresAt, long shown) {
        assertThat(JmsExpirationRule.millis(QUEUE, delivery(enqueuedAt, expiresAt), head(deliveryTime, expiration)))
                .isEqualTo(shown);
    }
}
