package dev.restante.cli.shell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parser of one JSON text into maps, lists and values. */
public final class JsonReader {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(100)
                    .build())
            .build();

    private JsonReader() {}

    /**
     * Returns the value of a text: null, String, Boolean, BigDecimal (Double for negative zero), List or Map.
     *
     * @throws IllegalArgumentException if the text is not one JSON value, with the column in the message
     */
    public static @Nullable Object parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new IllegalArgumentException("the text is empty");
            }
            Object value = read(parser, first);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("unexpected text after the JSON value at column "
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

    /** Returns a decimal number, or a Double for negative zero, which BigDecimal cannot represent. */
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
