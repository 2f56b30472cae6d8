package dev.restante.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoredMessageCodecTest {

    private static final byte[] BODY = {1, 2, 3, 4, 5};

    private static StoredMessage message(byte[] body) {
        MessageHead head = new MessageHead(
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
        return new StoredMessage(7, head, body);
    }

    @Test
    void shouldKeepMessages() {
        for (byte[] body : new byte[][] {BODY, {}, null}) {
            StoredMessage message = message(body);
            byte[] stored = StoredMessageCodec.encodeHead(message);
            assertThat(StoredMessageCodec.decodeHead(stored, body)).isEqualTo(message.head());
            assertThat(StoredMessageCodec.decodeHead(stored)).isEqualTo(message.head());
        }
    }

    @Test
    @DisplayName("SND-01 whichever bit of head or body a disk changes: the message is refused, not changed")
    void shouldFindEachChangedBit() {
        byte[] stored = StoredMessageCodec.encodeHead(message(BODY));
        for (int bit = 0; bit < stored.length * Byte.SIZE; bit++) {
            byte[] changed = changed(stored, bit);
            assertThatThrownBy(() -> StoredMessageCodec.decodeHead(changed, BODY))
                    .as("bit %d of the head", bit)
                    .isInstanceOf(CorruptMessageException.class);
        }
        for (int bit = 0; bit < BODY.length * Byte.SIZE; bit++) {
            byte[] changed = changed(BODY, bit);
            assertThatThrownBy(() -> StoredMessageCodec.decodeHead(stored, changed))
                    .as("bit %d of the body", bit)
                    .isInstanceOf(CorruptMessageException.class)
                    .hasMessageContaining("body");
        }
    }

    @Test
    void shouldRefuseWhatIsCutOrGone() {
        byte[] stored = StoredMessageCodec.encodeHead(message(BODY));
        for (int length = 0; length < stored.length; length++) {
            byte[] cut = Arrays.copyOf(stored, length);
            assertThatThrownBy(() -> StoredMessageCodec.decodeHead(cut, BODY))
                    .isInstanceOf(CorruptMessageException.class);
        }
        assertThatThrownBy(() -> StoredMessageCodec.decodeHead(stored, null))
                .isInstanceOf(CorruptMessageException.class);
    }

    @Test
    void shouldReadWhatWasStoredWithoutChecksums() {
        StoredMessage message = message(BODY);
        assertThat(StoredMessageCodec.decodeHead(MessageHeadCodec.encode(message.head()), BODY))
                .isEqualTo(message.head());
    }

    private static byte[] changed(byte[] bytes, int bit) {
        byte[] changed = bytes.clone();
        changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        return changed;
    }
}
