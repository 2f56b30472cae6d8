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

@DisplayName("Values with their types")
class TypedValueTest {

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
    @DisplayName("come back from JSON as they were")
    void shouldComeBack(Object value) {
        assertThat(TypedValue.read(JsonReader.parse(Json.text(TypedValue.WRITTEN.value(value)))))
                .isEqualTo(value);
    }

    @Test
    @DisplayName("null comes back as null")
    void shouldKeepNull() {
        assertThat(TypedValue.read(JsonReader.parse(Json.text(TypedValue.WRITTEN.value(null)))))
                .isNull();
    }

    @Test
    @DisplayName("longs that readers of JSON would round are texts")
    void shouldWriteLargeNumbersAsText() {
        assertThat(Json.text(TypedValue.WRITTEN.value((1L << 53) + 1)))
                .isEqualTo("{\"type\":\"long\",\"value\":\"9007199254740993\"}");
        assertThat(Json.text(TypedValue.WRITTEN.value(5L))).isEqualTo("{\"type\":\"long\",\"value\":5}");
    }

    @ParameterizedTest
    @CsvSource({"byte,128", "int,1.5", "int,x", "boolean,1", "char,ab", "colour,red", "bytes,?"})
    @DisplayName("what is none of a type's values is refused")
    void shouldRefuse(String type, String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TypedValue.parse(type, text));
        assertThatIllegalArgumentException().isThrownBy(() -> TypedValue.read(Map.of("type", type, "value", text)));
        assertThatIllegalArgumentException().isThrownBy(() -> TypedValue.read("x"));
    }
}
