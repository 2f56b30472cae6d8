package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.html.HtmlElement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Factory of HTML tables and definition lists, and formatter of the numbers and instants in them. */
public final class HtmlTables {

    private static final String NUMBER = "number";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSX", Locale.ROOT).withZone(ZoneOffset.UTC);

    private HtmlTables() {}

    /**
     * Returns a table that scrolls if it is too wide. Headers of number columns are aligned with the numbers.
     *
     * @param label the accessible name of the table
     */
    public static HtmlElement table(String label, List<String> columns, List<HtmlElement> rows) {
        HtmlElement head = tag("tr");
        List<List<HtmlElement>> cells = rows.stream().map(HtmlElement::elements).toList();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            HtmlElement header = tag("th", columns.get(column)).with("scope", "col");
            boolean numbers = cells.stream()
                    .anyMatch(row -> column < row.size() && row.get(column).has("class", NUMBER));
            head.add(numbers ? header.with("class", NUMBER) : header);
        }
        return tag("div")
                .with("class", "scrollable-table")
                .with("role", "region")
                .with("aria-label", label)
                .with("tabindex", "0")
                .add(tag("table").add(tag("thead").add(head), tag("tbody").addAll(rows)));
    }

    /** Returns a table cell with a text; null makes an empty cell. */
    public static HtmlElement cell(@Nullable String text) {
        return tag("td", text == null ? "" : text);
    }

    public static HtmlElement markAsNumber(long value) {
        return markAsNumber(tag("td", formatNumber(value)));
    }

    /** Marks a table cell as a number, which is aligned to the right. */
    public static HtmlElement markAsNumber(HtmlElement cell) {
        return cell.with("class", NUMBER);
    }

    /** Formats a number with thousands separators. */
    public static String formatNumber(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /**
     * Formats a number and its noun, such as "1 message" or "1,000 messages".
     *
     * @param noun the singular form of a noun whose plural ends in "s"
     */
    public static String formatCount(long value, String noun) {
        return formatNumber(value) + " " + noun + (value == 1 ? "" : "s");
    }

    /** Formats an instant in UTC, or null as an empty text. */
    public static String formatTime(@Nullable Instant at) {
        return at == null ? "" : TIME.format(at);
    }

    /** Formats a duration in its two largest units, or null as an empty text. */
    public static String formatAge(@Nullable Duration age) {
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

    /** HTML definition list that omits entries without a value. */
    public static final class DefinitionList {

        private final HtmlElement list = tag("dl");

        /** Adds an entry unless the value is null or empty. */
        public DefinitionList with(String name, @Nullable String value) {
            return value == null || value.isEmpty() ? this : with(name, tag("bdi", value));
        }

        public DefinitionList with(String name, HtmlElement value) {
            list.add(tag("div").add(tag("dt", name), tag("dd").add(value)));
            return this;
        }

        public HtmlElement element() {
            return list;
        }
    }
}
