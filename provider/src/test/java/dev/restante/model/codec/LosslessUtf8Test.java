package dev.restante.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LosslessUtf8Test {

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "gr\u00fc\u00df", "\u20ac", "\ud83d\ude00", "\ufffd", "a\u0000b"})
    @DisplayName("HDR-04 a well-formed text is encoded as plain UTF-8")
    void shouldEncodeWellFormedTextAsUtf8(String text) {
        assertThat(LosslessUtf8.encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(LosslessUtf8.decode(LosslessUtf8.encode(text))).isEqualTo(text);
    }

    @Test
    @DisplayName("HDR-04 any Java string is restored, including lone surrogates")
    void shouldKeepAnyString() {
        Random random = new Random(20);
        char[] units = {'a', '\u00e9', '\u20ac', '\ud83d', '\ude00', '\udbff', '\udc00', '\ufffd'};
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(8); length > 0; length--) {
                text.append(units[random.nextInt(units.length)]);
            }
            assertThat(LosslessUtf8.decode(LosslessUtf8.encode(text.toString())))
                    .isEqualTo(text.toString());
        }
    }

    @Test
    void shouldRefuseMalformedBytes() {
        byte[][] malformed = {
            {(byte) 0x80}, {(byte) 0xC3}, {(byte) 0xC3, 'a'}, {(byte) 0xFF}, {(byte) 0xF4, -65, -65, -65}
        };
        for (byte[] bytes : malformed) {
            assertThatThrownBy(() -> LosslessUtf8.decode(bytes)).isInstanceOf(CorruptDataException.class);
        }
    }
}
