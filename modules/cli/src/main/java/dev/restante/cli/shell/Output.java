package dev.restante.cli.shell;

import dev.restante.console.json.Json;
import dev.restante.console.json.JsonObject;
import dev.restante.option.DurationText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Printer of command results, as JSON or as text. */
public final class Output {

    private final PrintStream out;
    private final boolean json;
    private final boolean colours;

    Output(PrintStream out, boolean json, boolean colours) {
        this.out = out;
        this.json = json;
        this.colours = colours;
    }

    public boolean json() {
        return json;
    }

    /** Prints an object as JSON, or with a line for each field. */
    public void object(JsonObject object) {
        if (json) {
            out.println(Json.text(object));
            return;
        }
        List<String[]> lines = new ArrayList<>();
        flatten("", object.asMap(), lines);
        int width = lines.stream().mapToInt(line -> line[0].length()).max().orElse(0);
        lines.forEach(line -> out.println(line[0] + " ".repeat(width - line[0].length() + 2) + line[1]));
    }

    private static void flatten(String prefix, Map<String, ?> fields, List<String[]> lines) {
        fields.forEach((name, value) -> {
            if (value instanceof JsonObject nested) {
                flatten(prefix + name + ".", nested.asMap(), lines);
            } else {
                lines.add(new String[] {prefix + name, displayText(value)});
            }
        });
    }

    /** Prints the result of a change as JSON, or as a sentence. */
    public void result(JsonObject object, String sentence) {
        out.println(json ? Json.text(object) : sentence);
    }

    /** Prints a list as a JSON array, or as a table. */
    public void list(List<JsonObject> rows, List<TableColumn> columns) {
        if (json) {
            out.println(Json.text(rows));
        } else {
            table(rows, columns);
        }
    }

    public void table(List<JsonObject> rows, List<TableColumn> columns) {
        TextTable.of(columns, rows).lines(colours).forEach(out::println);
    }

    /** Prints an item of a stream as a line of JSON, or as text, and flushes it, because a reader may wait for it. */
    public void streamItem(JsonObject object, String text) {
        out.println(json ? Json.text(object) : text);
        out.flush();
    }

    static String displayText(@Nullable Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Boolean truth) {
            return truth ? "yes" : "no";
        }
        if (value instanceof Instant instant) {
            return instant.truncatedTo(ChronoUnit.MILLIS).toString();
        }
        if (value instanceof Duration duration) {
            return DurationText.format(duration);
        }
        return String.valueOf(value);
    }
}
