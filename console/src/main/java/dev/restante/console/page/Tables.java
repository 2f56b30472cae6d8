package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tables, lists and values as pages show them. */
public final class Tables {

    private static final String NUMBER = "number";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSX", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Tables() {}

    /**
     * A table that scrolls by itself where it is too wide. The header of a column that has numbers stands above them.
     *
     * @param label what it is about
     */
    public static Element table(String label, List<String> columns, List<Element> rows) {
        Element head = tag("tr");
        List<List<Element>> cells = rows.stream().map(Element::elements).toList();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            Element header = tag("th", columns.get(column)).with("scope", "col");
            boolean numbers = cells.stream()
                    .anyMatch(row -> column < row.size() && row.get(column).has("class", NUMBER));
            head.add(numbers ? header.with("class", NUMBER) : header);
        }
        return tag("div")
                .with("class", "table")
                .with("role", "region")
                .with("aria-label", label)
                .with("tabindex", "0")
                .add(tag("table").add(tag("thead").add(head), tag("tbody").addAll(rows)));
    }

    /** A cell with a text; null for an empty one. */
    public static Element cell(@Nullable String text) {
        return tag("td", text == null ? "" : text);
    }

    /** A cell with a number. */
    public static Element number(long value) {
        return number(tag("td", count(value)));
    }

    /** A cell that has a number in another form. */
    public static Element number(Element cell) {
        return cell.with("class", NUMBER);
    }

    /** A number with its thousands apart. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A time in UTC, with a space that lines can break at; empty for null. */
    public static String time(@Nullable Instant at) {
        return at == null ? "" : TIME.format(at);
    }

    /** An age in its two largest units. */
    public static String age(@Nullable Duration age) {
        if (age == null) {
            return "";
        }
        if (age.toDays() > 0) {
            return age.toDays() + " d " + age.toHoursPart() + " h";
        }
        if (age.toHours() > 0) {
            return age.toHours() + " h " + age.toMinutesPart() + " min";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + " min " + age.toSecondsPart() + " s" : age.toSeconds() + " s";
    }

    /** A list of names and values; those without a value are left out. */
    public static final class Facts {

        private final Element list = tag("dl");

        /** Adds one. */
        public Facts with(String name, @Nullable String value) {
            return value == null || value.isEmpty() ? this : with(name, tag("bdi", value));
        }

        /** Adds one. */
        public Facts with(String name, Element value) {
            list.add(tag("div").add(tag("dt", name), tag("dd").add(value)));
            return this;
        }

        /** The list. */
        public Element element() {
            return list;
        }
    }
}
