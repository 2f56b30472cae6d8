package dev.restante.console.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Parts of messages as JSON")
class MessagePartsTest {

    @Test
    @DisplayName("tell the types of values, and write long numbers as texts")
    void shouldTellTypes() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("int", 1);
        values.put("long", 1L << 53);
        values.put("large", -(1L << 53) - 1);
        values.put("letter", 'x');
        values.put("bytes", new byte[] {1, 2, 3});
        assertThat(Json.ascii(new MessageParts(false).values(values)))
                .isEqualTo("{\"int\":{\"type\":\"int\",\"value\":1},"
                        + "\"long\":{\"type\":\"long\",\"value\":9007199254740992},"
                        + "\"large\":{\"type\":\"long\",\"value\":\"-9007199254740993\"},"
                        + "\"letter\":{\"type\":\"char\",\"value\":\"x\"},"
                        + "\"bytes\":{\"type\":\"bytes\",\"value\":\"AQID\"}}");
    }

    @Test
    @DisplayName("write null with a value, or without one")
    void shouldWriteNull() {
        assertThat(Json.ascii(new MessageParts(true).value(null))).isEqualTo("{\"type\":\"null\",\"value\":null}");
        assertThat(Json.ascii(new MessageParts(false).value(null))).isEqualTo("{\"type\":\"null\"}");
    }
}
