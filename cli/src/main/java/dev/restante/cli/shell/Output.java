package dev.restante.cli.shell;

import dev.restante.console.json.Fields;
import dev.restante.console.json.Json;
import dev.restante.option.DurationText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what a command has found: as JSON, or for people. */
public final class Output {

    private final PrintStream out;
    private final boolean json;
    private final boolean colours;

    Output(PrintStream out, boolean json, boolean colours) {
        this.out = out;
        this.json = json;
        this.colours = colours;
    }

    /** Whether it is JSON. */
    public boolean json() {
        return json;
    }

    /** One thing: a JSON object, or a line for each field. */
    public void thing(Fields fields) {
        if (json) {
            out.println(Json.text(fields));
            return;
        }
        List<String[]> lines = new ArrayList<>();
        flatten("", fields.done(), lines);
        int width = lines.stream().mapToInt(line -> line[0].length()).max().orElse(0);
        lines.forEach(line -> out.println(line[0] + " ".repeat(width - line[0].length() + 2) + line[1]));
    }

    private static void flatten(String prefix, Map<String, ?> fields, List<String[]> lines) {
        fields.forEach((name, value) -> {
            if (value instanceof Fields nested) {
                flatten(prefix + name + ".", nested.done(), lines);
            } else {
                lines.add(new String[] {prefix + name, human(value)});
            }
        });
    }

    /** What was done: a JSON object, or a sentence. */
    public void done(Fields fields, String sentence) {
        out.println(json ? Json.text(fields) : sentence);
    }

    /** A list of things: a JSON array, or a table. */
    public void list(List<Fields> rows, List<Column> columns) {
        if (json) {
            out.println(Json.text(rows));
        } else {
            table(rows, columns);
        }
    }

    /** A table for people. */
    public void table(List<Fields> rows, List<Column> columns) {
        Table.of(columns, rows).lines(colours).forEach(out::println);
    }

    /** One of a stream of things: a line of JSON, or a text; flushed, because somebody may wait for it. */
    public void item(Fields fields, String text) {
        out.println(json ? Json.text(fields) : text);
        out.flush();
    }

    /** A value for people. */
    static String human(@Nullable Object value) {
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
