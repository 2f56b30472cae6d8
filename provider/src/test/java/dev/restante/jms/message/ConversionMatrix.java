package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Conversion tables of JMS §3.5.4 and §3.11.3: for each written type, the result of a read as each type. A row omits
 * the types that cannot be read.
 */
final class ConversionMatrix {

    static final List<String> PROPERTY_TYPES =
            List.of("boolean", "byte", "short", "int", "long", "float", "double", "String");
    static final List<String> BODY_TYPES =
            List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "String", "byte[]");

    private static final Map<String, Map<String, Object>> ROWS = new LinkedHashMap<>();
    private static final Map<String, Object> VALUES = new LinkedHashMap<>();

    static {
        row("boolean", true, Map.of("boolean", true, "String", "true"));
        row("byte", (byte) 12, Map.of("byte", (byte) 12, "short", (short) 12, "int", 12, "long", 12L, "String", "12"));
        row("short", (short) -300, Map.of("short", (short) -300, "int", -300, "long", -300L, "String", "-300"));
        row("char", 'x', Map.of("char", 'x', "String", "x"));
        row("int", 70_000, Map.of("int", 70_000, "long", 70_000L, "String", "70000"));
        row("long", 5_000_000_000L, Map.of("long", 5_000_000_000L, "String", "5000000000"));
        row("float", 1.5f, Map.of("float", 1.5f, "double", 1.5d, "String", "1.5"));
        row("double", 2.25d, Map.of("double", 2.25d, "String", "2.25"));
        row(
                "String",
                "42",
                Map.of(
                        "boolean",
                        false,
                        "byte",
                        (byte) 42,
                        "short",
                        (short) 42,
                        "int",
                        42,
                        "long",
                        42L,
                        "float",
                        42f,
                        "double",
                        42d,
                        "String",
                        "42"));
        row("byte[]", new byte[] {1, 2}, Map.of("byte[]", new byte[] {1, 2}));
    }

    private ConversionMatrix() {}

    private static void row(String type, Object value, Map<String, Object> reads) {
        VALUES.put(type, value);
        ROWS.put(type, reads);
    }

    /**
     * Returns all cells: the written type, the value, the read type, and the result, which is null if the read fails.
     */
    static List<Arguments> cells(List<String> types) {
        List<Arguments> cells = new ArrayList<>();
        for (String written : types) {
            for (String read : types) {
                cells.add(Arguments.of(
                        written, VALUES.get(written), read, ROWS.get(written).get(read)));
            }
        }
        return cells;
    }

    static void assertCell(Reading reading, Object expected) throws JMSException {
        if (expected == null) {
            assertThatThrownBy(reading::read)
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining("cannot be read as");
        } else {
            assertThat(reading.read()).isEqualTo(expected).hasSameClassAs(expected);
        }
    }

    /** Asserts the result of reading null or a missing value as a type, which is a value or an exception. */
    static void assertNullRead(String type, Reading reading) throws JMSException {
        switch (type) {
            case "boolean" -> assertThat(reading.read()).isEqualTo(false);
            case "byte", "short", "int", "long" ->
                assertThatThrownBy(reading::read).isExactlyInstanceOf(NumberFormatException.class);
            case "float", "double", "char" ->
                assertThatThrownBy(reading::read).isExactlyInstanceOf(NullPointerException.class);
            default -> assertThat(reading.read()).isNull();
        }
    }

    interface Reading {
        Object read() throws JMSException;
    }
}
