package dev.restante.cli.shell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON text on one line: times and durations in their ISO-8601 forms, bytes in base64, numbers that JSON does
 * not have as their names.
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(100)
                    .build())
            .build();

    private Json() {}

    /** The text of a value, see {@link Fields}. */
    public static String text(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Fields fields) {
            write(generator, fields.asMap());
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
        } else if (value instanceof Instant || value instanceof Duration || value instanceof Enum<?>) {
            generator.writeString(value.toString());
        } else {
            generator.writeString(String.valueOf(value));
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
     * The value of a text: null, String, Boolean, BigDecimal (Double for negative zero), List or Map.
     *
     * @throws IllegalArgumentException if it is not one JSON value; the text says where
     */
    public static @Nullable Object parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new IllegalArgumentException("there is nothing");
            }
            Object value = read(parser, first);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("more follows the JSON value at column "
                        + parser.currentTokenLocation().getColumnNr());
            }
            return value;
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(
                    e.getOriginalMessage() + " (column "
                            + (e.getLocation() == null
                                    ? "unknown"
                                    : String.valueOf(e.getLocation().getColumnNr()))
                            + ")",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A decimal, which has no negative zero. */
    private static Number number(String text) {
        BigDecimal number = new BigDecimal(text);
        return number.signum() == 0 && text.startsWith("-") ? Double.valueOf(-0.0) : number;
    }

    private static @Nullable Object read(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    map.put(name, read(parser, parser.nextToken()));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    list.add(read(parser, next));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalArgumentException("unexpected " + token);
        };
    }
}
