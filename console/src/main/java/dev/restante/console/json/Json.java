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
 * JSON texts of values, on one line: times and durations in their ISO-8601 forms, bytes in base64, numbers that JSON
 * does not have as their names; and flat objects of requests.
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(8).build())
            .build();

    /** The last character of ASCII. */
    private static final int ASCII = 127;

    private static final int ALL = 0;

    private Json() {}

    /** The text of a value in ASCII: null, Boolean, a number, byte[], a map, an Iterable, or what has a text. */
    public static String ascii(@Nullable Object value) {
        return text(value, ASCII);
    }

    /** A value as JSON, with the characters of all languages as they are. */
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

    /** Escapes each surrogate without its other half: UTF-8 has no bytes for it. */
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
        } else if (value instanceof Fields fields) {
            write(generator, fields.done());
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
     * The members of an object: texts, numbers, and truth values, or lists of them, all as texts.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static Map<String, List<String>> members(String text) {
        Map<String, List<String>> members = new LinkedHashMap<>();
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is no object");
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
                throw new IllegalArgumentException("more follows the object");
            }
            return members;
        } catch (IOException e) {
            throw new IllegalArgumentException("it is no JSON", e);
        }
    }

    private static String scalar(JsonParser parser, String name) throws IOException {
        if (!parser.currentToken().isScalarValue() || parser.currentToken() == JsonToken.VALUE_NULL) {
            throw new IllegalArgumentException("'" + name + "' is no text, number, truth value or list of them");
        }
        return parser.getText();
    }
}
