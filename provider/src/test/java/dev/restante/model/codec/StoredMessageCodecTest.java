package dev.restante.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoredMessageCodecTest {

    private static final byte[] BODY = {1, 2, 3, 4, 5};

    private static StoredMessage message(byte[] body) {
        MessageHeader header = new MessageHeader(
                "ID:1",
                DestinationName.queue("q"),
                BodyKind.BYTES,
                "correlated",
                null,
                "type",
                1_000,
                1_000,
                0,
                4,
                true,
                Map.of("key", "value"));
        return new StoredMessage(7, header, body);
    }

    @Test
    void shouldKeepMessages() {
        for (byte[] body : new byte[][] {BODY, {}, null}) {
            StoredMessage message = message(body);
            byte[] stored = StoredMessageCodec.encodeHeader(message);
            assertThat(StoredMessageCodec.decodeHeader(stored, body)).isEqualTo(message.header());
            assertThat(StoredMessageCodec.decodeHeader(stored)).isEqualTo(message.header());
        }
    }

    @Test
    @DisplayName("SND-01 a message with a changed bit anywhere in its header or body is rejected")
    void shouldFindEachChangedBit() {
        byte[] stored = StoredMessageCodec.encodeHeader(message(BODY));
        for (int bit = 0; bit < stored.length * Byte.SIZE; bit++) {
            byte[] changed = changed(stored, bit);
            assertThatThrownBy(() -> StoredMessageCodec.decodeHeader(changed, BODY))
                    .as("changed bit %d of the header", bit)
                    .isInstanceOf(CorruptDataException.class);
        }
        for (int bit = 0; bit < BODY.length * Byte.SIZE; bit++) {
            byte[] changed = changed(BODY, bit);
            assertThatThrownBy(() -> StoredMessageCodec.decodeHeader(stored, changed))
                    .as("changed bit %d of the body", bit)
                    .isInstanceOf(CorruptDataException.class)
                    .hasMessageContaining("body");
        }
    }

    @Test
    void shouldRefuseWhatIsCutOrGone() {
        byte[] stored = StoredMessageCodec.encodeHeader(message(BODY));
        for (int length = 0; length < stored.length; length++) {
            byte[] cut = Arrays.copyOf(stored, length);
            assertThatThrownBy(() -> StoredMessageCodec.decodeHeader(cut, BODY))
                    .isInstanceOf(CorruptDataException.class);
        }
        assertThatThrownBy(() -> StoredMessageCodec.decodeHeader(stored, null))
                .isInstanceOf(CorruptDataException.class);
    }

    @Test
    void shouldReadWhatWasStoredWithoutChecksums() {
        StoredMessage message = message(BODY);
        assertThat(StoredMessageCodec.decodeHeader(MessageHeaderCodec.encode(message.header()), BODY))
                .isEqualTo(message.header());
    }

    private static byte[] changed(byte[] bytes, int bit) {
        byte[] changed = bytes.clone();
        changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        return changed;
    }
}
