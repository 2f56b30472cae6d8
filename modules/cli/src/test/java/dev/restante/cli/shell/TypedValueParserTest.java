package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.console.json.Json;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Typed values")
class TypedValueParserTest {

    static Stream<Object> values() {
        return Stream.of(
                true,
                Byte.MIN_VALUE,
                Short.MAX_VALUE,
                Integer.MIN_VALUE,
                5L,
                Long.MIN_VALUE,
                (1L << 53) + 1,
                Float.MIN_VALUE,
                Float.NaN,
                -0.0f,
                -0.0,
                Double.NEGATIVE_INFINITY,
                Math.PI,
                Double.MIN_VALUE,
                'x',
                "",
                "text",
                new byte[] {1, -1});
    }

    @ParameterizedTest
    @MethodSource("values")
    @DisplayName("a value that is written as JSON is read with the same type and value")
    void shouldComeBack(Object value) {
        assertThat(TypedValueParser.read(JsonReader.parse(Json.text(TypedValueParser.WRITER.value(value)))))
                .isEqualTo(value);
    }

    @Test
    @DisplayName("null is read as null")
    void shouldKeepNull() {
        assertThat(TypedValueParser.read(JsonReader.parse(Json.text(TypedValueParser.WRITER.value(null)))))
                .isNull();
    }

    @Test
    @DisplayName("a long value that JSON parsers would round is written as text")
    void shouldWriteLargeNumbersAsText() {
        assertThat(Json.text(TypedValueParser.WRITER.value((1L << 53) + 1)))
                .isEqualTo("{\"type\":\"long\",\"value\":\"9007199254740993\"}");
        assertThat(Json.text(TypedValueParser.WRITER.value(5L))).isEqualTo("{\"type\":\"long\",\"value\":5}");
    }

    @ParameterizedTest
    @CsvSource({"byte,128", "int,1.5", "int,x", "boolean,1", "char,ab", "colour,red", "bytes,?"})
    @DisplayName("the parser rejects a text that is no value of its type")
    void shouldRefuse(String type, String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TypedValueParser.parse(type, text));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TypedValueParser.read(Map.of("type", type, "value", text)));
        assertThatIllegalArgumentException().isThrownBy(() -> TypedValueParser.read("x"));
    }
}
