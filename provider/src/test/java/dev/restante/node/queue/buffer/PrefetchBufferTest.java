package dev.restante.node.queue.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the prefetch buffer")
final class PrefetchBufferTest {

    private static final long DEADLINE_MILLIS = 1_000;

    private final PrefetchBuffer buffer = new PrefetchBuffer(Delivery::expiresAtMillis);
    private final List<PrefetchedMessage> expired = new ArrayList<>();

    private static PrefetchedMessage message(long id, long expiresAtMillis) {
        MessageHeader header = new MessageHeader(
                null, DestinationName.queue("q"), BodyKind.TEXT, null, null, null, 0, 0, 0, 4, true, Map.of());
        Delivery delivery = new Delivery(
                new DeliveryRef(id, id, true, 7, 1),
                1,
                DeliveryState.ACQUIRED,
                4,
                id,
                null,
                10,
                true,
                0,
                0,
                expiresAtMillis,
                0,
                false,
                null);
        return new PrefetchedMessage(delivery, new StoredMessage(id, header, null), true);
    }

    @Test
    @DisplayName("TTL-03 a message is not delivered from the very millisecond of its expiry time on")
    void shouldPassOverWhatHasExpired() {
        PrefetchedMessage first = message(1, DEADLINE_MILLIS);
        PrefetchedMessage second = message(2, DEADLINE_MILLIS);
        PrefetchedMessage lasting = message(3, Delivery.NEVER);
        buffer.addAll(List.of(first, second, lasting));

        assertThat(buffer.poll(DEADLINE_MILLIS - 1, expired)).isSameAs(first);
        assertThat(expired).isEmpty();
        assertThat(buffer.poll(DEADLINE_MILLIS, expired)).isSameAs(lasting);
        assertThat(expired).containsExactly(second);
        assertThat(buffer.bytes()).isZero();
    }

    @Test
    @DisplayName("TTL-03 a buffer with only expired messages delivers nothing")
    void shouldHandOverNothingOfWhatHasExpired() {
        PrefetchedMessage first = message(1, DEADLINE_MILLIS);
        PrefetchedMessage second = message(2, DEADLINE_MILLIS - 1);
        buffer.addAll(List.of(first, second));
        assertThat(buffer.earliestExpiry()).isEqualTo(DEADLINE_MILLIS - 1);

        assertThat(buffer.poll(DEADLINE_MILLIS, expired)).isNull();
        assertThat(expired).containsExactly(first, second);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("TTL-02 expired messages are removed, and other messages stay in the buffer")
    void shouldRemoveWhatHasExpired() {
        PrefetchedMessage lasting = message(1, Delivery.NEVER);
        PrefetchedMessage over = message(2, DEADLINE_MILLIS);
        PrefetchedMessage later = message(3, DEADLINE_MILLIS + 1);
        buffer.addAll(List.of(lasting, over, later));

        assertThat(buffer.removeExpired(DEADLINE_MILLIS - 1)).isEmpty();
        assertThat(buffer.removeExpired(DEADLINE_MILLIS)).containsExactly(over);
        assertThat(buffer.drain()).containsExactlyInAnyOrder(lasting, later);
    }
}
