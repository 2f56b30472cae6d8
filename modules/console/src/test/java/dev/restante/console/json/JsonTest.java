package dev.restante.console.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JSON of the console")
class JsonTest {

    @Test
    @DisplayName("values are written as JSON in ASCII, with all other characters escaped")
    void shouldWrite() {
        assertThat(Json.ascii("\"\\\n\u0000\u2028\u00fc\ud800\ud83d\ude00"))
                .isEqualTo("\"\\\"\\\\\\n\\u0000\\u2028\\u00FC\\uD800\\uD83D\\uDE00\"");
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("</script>", Arrays.asList(null, true, 1, 2.5, Double.NaN, Float.NEGATIVE_INFINITY));
        map.put("b", new byte[] {1, 2, 3});
        map.put("t", Instant.EPOCH);
        map.put("d", Duration.ofSeconds(90));
        assertThat(Json.ascii(map))
                .isEqualTo("{\"</script>\":[null,true,1,2.5,\"NaN\",\"-Infinity\"],\"b\":\"AQID\","
                        + "\"t\":\"1970-01-01T00:00:00Z\",\"d\":\"PT1M30S\"}");
    }

    @Test
    @DisplayName("values can also be written as JSON in Unicode")
    void shouldWriteAllCharacters() {
        JsonObject json = new JsonObject().with("\u00fc\u2028", null).with("in", new JsonObject().with("n", -0.0));
        assertThat(Json.text(json)).isEqualTo("{\"\u00fc\u2028\":null,\"in\":{\"n\":-0.0}}");
    }

    @Test
    @DisplayName("the parser returns all values of a flat request object as texts")
    void shouldRead() {
        assertThat(Json.members(
                        " {\"a\": \"x\", \"b\": [1, \"2\"], \"c\": true, \"d\": 12345678901234567890, \"e\": []} "))
                .isEqualTo(Map.of(
                        "a",
                        List.of("x"),
                        "b",
                        List.of("1", "2"),
                        "c",
                        List.of("true"),
                        "d",
                        List.of("12345678901234567890"),
                        "e",
                        List.of()));
    }

    @Test
    @DisplayName("the parser rejects nested values, duplicate members and incomplete or malformed JSON")
    void shouldRefuse() {
        for (String text : List.of(
                "",
                "[]",
                "\"x\"",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":[1",
                "{\"a\":[1,[2]]}",
                "{\"a\":{}}",
                "{\"a\":null}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":1}{",
                "{\"a\":1} x",
                "{a:1}")) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> Json.members(text));
        }
    }
}
