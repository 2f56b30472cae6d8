package dev.restante.timedhistory;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversion of events to lines with a JSON object each, and back. */
public final class HistoryLine {

    private static final JsonFactory JSON = new JsonFactory();

    private HistoryLine() {}

    /** Returns the line of an event, without its end. */
    public static String of(HistoryEvent event) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            if (event instanceof HistoryEvent.Begin begin) {
                write(json, begin);
            } else if (event instanceof HistoryEvent.End end) {
                write(json, end);
            } else if (event instanceof HistoryEvent.Left left) {
                json.writeStringField("event", "left");
                json.writeStringField("message", left.message());
            } else if (event instanceof HistoryEvent.Loss) {
                json.writeStringField("event", "loss");
            } else if (event instanceof HistoryEvent.Failure failure) {
                writeText(json, "failure", failure.worker(), failure.text());
            } else if (event instanceof HistoryEvent.Note note) {
                writeText(json, "note", note.worker(), note.text());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.toString();
    }

    private static void write(JsonGenerator json, HistoryEvent.Begin begin) throws IOException {
        json.writeStringField("event", "begin");
        json.writeNumberField("at", begin.atNanos());
        json.writeStringField("operation", begin.operation());
        json.writeStringField("type", name(begin.type()));
        json.writeStringField("session", begin.session());
        writeOptional(json, "queue", begin.queue());
        writeList(json, "adds", begin.adds());
        writeList(json, "removes", begin.removes());
        writeList(json, "locked", begin.locked());
        writeOptional(json, "group", begin.options().group());
        writePositive(json, "timeToLiveMillis", begin.options().timeToLiveMillis());
        writePositive(json, "delayMillis", begin.options().delayMillis());
    }

    private static void write(JsonGenerator json, HistoryEvent.End end) throws IOException {
        json.writeStringField("event", "end");
        json.writeNumberField("at", end.atNanos());
        json.writeStringField("operation", end.operation());
        json.writeStringField("result", name(end.result()));
        writeOptional(json, "message", end.message());
        if (end.redelivered()) {
            json.writeBooleanField("redelivered", true);
        }
        writeOptional(json, "error", end.error());
        writeOptional(json, "token", end.token());
    }

    private static void writeText(JsonGenerator json, String event, String worker, String text) throws IOException {
        json.writeStringField("event", event);
        json.writeStringField("worker", worker);
        json.writeStringField("text", text);
    }

    private static void writeOptional(JsonGenerator json, String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }

    private static void writePositive(JsonGenerator json, String field, long value) throws IOException {
        if (value > 0) {
            json.writeNumberField(field, value);
        }
    }

    private static void writeList(JsonGenerator json, String field, List<String> values) throws IOException {
        if (!values.isEmpty()) {
            json.writeArrayFieldStart(field);
            for (String value : values) {
                json.writeString(value);
            }
            json.writeEndArray();
        }
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the event of a line.
     *
     * @throws IllegalArgumentException if the line is no event
     */
    public static HistoryEvent parse(String line) {
        try (JsonParser json = JSON.createParser(line)) {
            return new Fields(json).event();
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("This line is no event of a history: " + line, e);
        }
    }

    /** Fields of one JSON object. */
    private static final class Fields {
        private final Map<String, String> scalars = new HashMap<>();
        private final Map<String, List<String>> lists = new HashMap<>();

        Fields(JsonParser json) throws IOException {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("no object");
            }
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                if (json.nextToken() == JsonToken.START_ARRAY) {
                    List<String> values = new ArrayList<>();
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        values.add(json.getText());
                    }
                    lists.put(field, List.copyOf(values));
                } else {
                    scalars.put(field, json.getText());
                }
            }
        }

        HistoryEvent event() {
            return switch (text("event")) {
                case "begin" ->
                    new HistoryEvent.Begin(
                            number("at"),
                            text("operation"),
                            OperationType.valueOf(text("type").toUpperCase(Locale.ROOT)),
                            text("session"),
                            scalars.get("queue"),
                            lists.getOrDefault("adds", List.of()),
                            lists.getOrDefault("removes", List.of()),
                            lists.getOrDefault("locked", List.of()),
                            new SendOptions(
                                    scalars.get("group"),
                                    optionalNumber("timeToLiveMillis"),
                                    optionalNumber("delayMillis")));
                case "end" ->
                    new HistoryEvent.End(
                            number("at"),
                            text("operation"),
                            OperationResult.valueOf(text("result").toUpperCase(Locale.ROOT)),
                            scalars.get("message"),
                            Boolean.parseBoolean(scalars.get("redelivered")),
                            scalars.get("error"),
                            scalars.get("token"));
                case "left" -> new HistoryEvent.Left(text("message"));
                case "loss" -> new HistoryEvent.Loss();
                case "failure" -> new HistoryEvent.Failure(text("worker"), text("text"));
                case "note" -> new HistoryEvent.Note(text("worker"), text("text"));
                default -> throw new IllegalArgumentException("unknown event " + text("event"));
            };
        }

        private String text(String field) {
            String value = scalars.get(field);
            if (value == null) {
                throw new IllegalArgumentException("no field " + field);
            }
            return value;
        }

        private long optionalNumber(String field) {
            return Long.parseLong(scalars.getOrDefault(field, "0"));
        }

        private long number(String field) {
            return Long.parseLong(text(field));
        }
    }
}
