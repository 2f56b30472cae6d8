package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what waits for receivers")
final class ReadyBufferTest {

    private static final long DEADLINE_MILLIS = 1_000;

    private final ReadyBuffer buffer = new ReadyBuffer(Delivery::expiresAt);
    private final List<Buffered> expired = new ArrayList<>();

    private static Buffered message(long id, long expiresAtMillis) {
        MessageHead head = new MessageHead(
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
        return new Buffered(delivery, new StoredMessage(id, head, null), true);
    }

    @Test
    @DisplayName("TTL-03 what has expired is not handed over, from its deadline on and not a millisecond before")
    void shouldPassOverWhatHasExpired() {
        Buffered first = message(1, DEADLINE_MILLIS);
        Buffered second = message(2, DEADLINE_MILLIS);
        Buffered lasting = message(3, Delivery.NEVER);
        buffer.addAll(List.of(first, second, lasting));

        assertThat(buffer.poll(DEADLINE_MILLIS - 1, expired)).isSameAs(first);
        assertThat(expired).isEmpty();
        assertThat(buffer.poll(DEADLINE_MILLIS, expired)).isSameAs(lasting);
        assertThat(expired).containsExactly(second);
        assertThat(buffer.bytes()).isZero();
    }

    @Test
    @DisplayName("TTL-03 where everything has expired nothing is handed over")
    void shouldHandOverNothingOfWhatHasExpired() {
        Buffered first = message(1, DEADLINE_MILLIS);
        Buffered second = message(2, DEADLINE_MILLIS - 1);
        buffer.addAll(List.of(first, second));
        assertThat(buffer.earliestDeadline()).isEqualTo(DEADLINE_MILLIS - 1);

        assertThat(buffer.poll(DEADLINE_MILLIS, expired)).isNull();
        assertThat(expired).containsExactly(first, second);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("TTL-02 what has expired is removed from among the others")
    void shouldRemoveWhatHasExpired() {
        Buffered lasting = message(1, Delivery.NEVER);
        Buffered over = message(2, DEADLINE_MILLIS);
        Buffered later = message(3, DEADLINE_MILLIS + 1);
        buffer.addAll(List.of(lasting, over, later));

        assertThat(buffer.removeExpired(DEADLINE_MILLIS - 1)).isEmpty();
        assertThat(buffer.removeExpired(DEADLINE_MILLIS)).containsExactly(over);
        assertThat(buffer.drain()).containsExactlyInAnyOrder(lasting, later);
    }
}
