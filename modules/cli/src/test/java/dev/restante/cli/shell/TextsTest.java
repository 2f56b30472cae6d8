package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.console.json.Json;
import dev.restante.console.json.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Texts of durations, JSON and tables")
class TextsTest {

    @Test
    @DisplayName("IDLE-08 durations are rounded up to whole milliseconds, and limited to the largest long value")
    void shouldKnowNever() {
        assertThat(Millis.of(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Millis.of(Duration.ofNanos(1))).isEqualTo(1);
    }

    @Test
    @DisplayName("values become JSON on one line, and the parser restores them")
    void shouldWriteJson() {
        JsonObject fields = new JsonObject()
                .with("text", "a\n\"")
                .with("none", null)
                .with("at", Instant.EPOCH)
                .with("took", Duration.ofSeconds(90))
                .with("bytes", new byte[] {1, 2})
                .with("numbers", Arrays.asList(1, 2L, 1.5, Float.POSITIVE_INFINITY, true, -0.0))
                .with("inner", new JsonObject().with("a", Map.of()));
        String json = Json.text(fields);
        assertThat(json)
                .isEqualTo("{\"text\":\"a\\n\\\"\",\"none\":null,\"at\":\"1970-01-01T00:00:00Z\",\"took\":\"PT1M30S\","
                        + "\"bytes\":\"AQI=\",\"numbers\":[1,2,1.5,\"Infinity\",true,-0.0],\"inner\":{\"a\":{}}}");
        Map<?, ?> read = (Map<?, ?>) JsonReader.parse(json);
        assertThat(read.get("text")).isEqualTo("a\n\"");
        assertThat((List<?>) read.get("numbers"))
                .isEqualTo(List.of(BigDecimal.ONE, new BigDecimal(2), new BigDecimal("1.5"), "Infinity", true, -0.0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,", "{\"a\":1,\"a\":2}", "1 2", "{'a':1}", "nul"})
    @DisplayName("the parser rejects texts that are not exactly one JSON value")
    void shouldRefuseJson(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.parse(text));
    }

    @Test
    @DisplayName("a table aligns texts to the left and numbers to the right")
    void shouldAlign() {
        List<String> lines = TextTable.of(
                        List.of(
                                TableColumn.text("a", "NAME"),
                                TableColumn.number("b", "N"),
                                TableColumn.text("c", "C")),
                        List.of(
                                new JsonObject().with("a", "x").with("b", 12).with("c", true),
                                new JsonObject()
                                        .with("a", "longer")
                                        .with("b", 1.25)
                                        .with("c", null)))
                .lines(false);
        assertThat(lines).containsExactly("NAME      N  C", "x        12  yes", "longer  1.3  -");
    }

    @Test
    @DisplayName("the start script passes the names of the terminal streams and the terminal width")
    void shouldKnowTerminal() {
        assertThat(Terminal.of("in,out", "132")).isEqualTo(new Terminal(true, true, false, 132));
        assertThat(Terminal.of("", "x")).isEqualTo(Terminal.NONE);
        assertThat(Terminal.of(null, null)).isEqualTo(Terminal.NONE);
        assertThat(Terminal.of(",err", "5")).isEqualTo(new Terminal(false, false, true, 20));
    }

    @Test
    @DisplayName("failure texts contain no password")
    void shouldHideSecrets() {
        assertThat(
                        FailureReporter.withoutSecrets(
                                "a jdbc:x:y;password=s3cret;b //u:s3cret@host 'restante.password=s3cret' Password=s3cret&c of u:s3cret@host, //u:s3cret@s3cret@host/db?restante.pasword=s3cret and sslpasswrd=s3cret"))
                .doesNotContain("s3cret")
                .contains(";b", "&c", "@host");
    }
}
