package dev.restante.console.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writer of JSON values, and parser of flat request objects.
 *
 * <p>The output is on one line. Bytes are in base64, and numbers such as {@code NaN} are strings.
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(8).build())
            .build();

    private static final int ASCII = 127;

    private static final int ALL = 0;

    private Json() {}

    /**
     * Returns a value as JSON in ASCII.
     *
     * @param value null, a Boolean, number, byte array, map, iterable, {@link JsonObject}, or an object with a string
     *     form
     */
    public static String ascii(@Nullable Object value) {
        return text(value, ASCII);
    }

    public static String text(@Nullable Object value) {
        return text(value, ALL);
    }

    private static String text(@Nullable Object value, int unescaped) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text).setHighestNonEscapedChar(unescaped)) {
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return withHalfPairsEscaped(text.toString());
    }

    /** Escapes each unpaired surrogate, which UTF-8 cannot encode. */
    private static String withHalfPairsEscaped(String text) {
        if (text.chars().noneMatch(unit -> Character.isSurrogate((char) unit))) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 5);
        text.codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                escaped.append(String.format(Locale.ROOT, "\\u%04X", point));
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof JsonObject json) {
            write(generator, json.asMap());
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                generator.writeFieldName(String.valueOf(entry.getKey()));
                write(generator, entry.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            generator.writeStartArray();
            for (Object element : list) {
                write(generator, element);
            }
            generator.writeEndArray();
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof Number number) {
            writeNumber(generator, number);
        } else if (value instanceof byte[] bytes) {
            generator.writeString(Base64.getEncoder().encodeToString(bytes));
        } else {
            generator.writeString(value.toString());
        }
    }

    private static void writeNumber(JsonGenerator generator, Number number) throws IOException {
        boolean real = number instanceof Double || number instanceof Float;
        if (real && !Double.isFinite(number.doubleValue())) {
            generator.writeString(number.toString());
        } else {
            generator.writeNumber(number.toString());
        }
    }

    /**
     * Parses a flat JSON object whose members are strings, numbers, booleans or lists of these.
     *
     * @return the values of each member as texts
     * @throws IllegalArgumentException if the text is any other JSON or no JSON
     */
    public static Map<String, List<String>> members(String text) {
        Map<String, List<String>> members = new LinkedHashMap<>();
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                List<String> values = new ArrayList<>();
                if (parser.nextToken() == JsonToken.START_ARRAY) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        values.add(scalar(parser, name));
                    }
                } else {
                    values.add(scalar(parser, name));
                }
                members.put(name, values);
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("unexpected text after the JSON object");
            }
            return members;
        } catch (IOException e) {
            throw new IllegalArgumentException("it is not valid JSON", e);
        }
    }

    private static String scalar(JsonParser parser, String name) throws IOException {
        if (!parser.currentToken().isScalarValue() || parser.currentToken() == JsonToken.VALUE_NULL) {
            throw new IllegalArgumentException("'" + name + "' is not a string, number, boolean or a list of these");
        }
        return parser.getText();
    }
}
