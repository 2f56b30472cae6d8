package dev.restante.console.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JSON form of values in messages")
class MessageJsonTest {

    @Test
    @DisplayName("each value has its type, and integers above 53 bits are written as strings")
    void shouldTellTypes() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("int", 1);
        values.put("long", 1L << 53);
        values.put("large", -(1L << 53) - 1);
        values.put("letter", 'x');
        values.put("bytes", new byte[] {1, 2, 3});
        assertThat(Json.ascii(new MessageJson(false).values(values)))
                .isEqualTo("{\"int\":{\"type\":\"int\",\"value\":1},"
                        + "\"long\":{\"type\":\"long\",\"value\":9007199254740992},"
                        + "\"large\":{\"type\":\"long\",\"value\":\"-9007199254740993\"},"
                        + "\"letter\":{\"type\":\"char\",\"value\":\"x\"},"
                        + "\"bytes\":{\"type\":\"bytes\",\"value\":\"AQID\"}}");
    }

    @Test
    @DisplayName("a null value is written with or without the member 'value'")
    void shouldWriteNull() {
        assertThat(Json.ascii(new MessageJson(true).value(null))).isEqualTo("{\"type\":\"null\",\"value\":null}");
        assertThat(Json.ascii(new MessageJson(false).value(null))).isEqualTo("{\"type\":\"null\"}");
    }
}
