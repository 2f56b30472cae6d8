package dev.restante.console.message;

import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlTables;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** View of a message body, or of its beginning, as text, indented JSON or hexadecimal bytes. */
public final class BodyView {

    private static final int MAX_CHARACTERS = 65_536;
    private static final int MAX_BYTES = 8_192;
    private static final int ROW_BYTES = 16;
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private BodyView() {}

    /**
     * Shows a text.
     *
     * @param view {@code text}, {@code json}, {@code hex}, or any other text to indent JSON only
     */
    static List<HtmlElement> of(String text, String view) {
        if (view.equals("hex")) {
            // Each character has at least one byte.
            String beginning = text.substring(0, Math.min(text.length(), MAX_BYTES));
            return hex(beginning.getBytes(StandardCharsets.UTF_8), beginning.length() < text.length());
        }
        Optional<String> json =
                view.equals("text") || text.length() > MAX_CHARACTERS ? Optional.empty() : JsonIndenter.of(text);
        if (json.isPresent()) {
            return List.of(block(json.get()));
        }
        if (view.equals("json")) {
            return List.of(
                    note("The body is not JSON, or is larger than " + HtmlTables.formatNumber(MAX_CHARACTERS)
                            + " characters."),
                    block(beginning(text)));
        }
        return text.length() <= MAX_CHARACTERS
                ? List.of(block(text))
                : List.of(
                        note("The first " + HtmlTables.formatNumber(MAX_CHARACTERS) + " of "
                                + HtmlTables.formatNumber(text.length()) + " characters:"),
                        block(beginning(text)));
    }

    /**
     * Shows bytes.
     *
     * @param view {@code text}, {@code json}, or any other text for the hexadecimal view
     */
    public static List<HtmlElement> of(byte[] bytes, String view) {
        return view.equals("text") || view.equals("json")
                ? of(new String(bytes, StandardCharsets.UTF_8), view)
                : hex(bytes, false);
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(text.length(), MAX_CHARACTERS));
    }

    private static List<HtmlElement> hex(byte[] bytes, boolean more) {
        StringBuilder lines = new StringBuilder();
        int end = Math.min(bytes.length, MAX_BYTES);
        for (int from = 0; from < end; from += ROW_BYTES) {
            int to = Math.min(end, from + ROW_BYTES);
            StringBuilder readable = new StringBuilder();
            for (int at = from; at < to; at++) {
                readable.append(bytes[at] >= 0x20 && bytes[at] < 0x7f ? (char) bytes[at] : '.');
            }
            String numbers = HEX.formatHex(bytes, from, to);
            lines.append(String.format(Locale.ROOT, "%08x  %-47s  %s%n", from, numbers, readable));
        }
        HtmlElement block = block(lines.toString());
        return end == bytes.length && !more
                ? List.of(block)
                : List.of(note("The first " + HtmlTables.formatNumber(end) + " bytes:"), block);
    }

    static String hex(byte[] bytes) {
        int end = Math.min(bytes.length, MAX_BYTES);
        return HEX.formatHex(bytes, 0, end) + (end < bytes.length ? " \u2026" : "");
    }

    /** Formats the value of a property, or of an entry of a map or stream body. */
    static String value(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return hex(bytes);
        }
        String text = String.valueOf(value);
        return text.length() <= MAX_CHARACTERS ? text : beginning(text) + "\u2026";
    }

    private static HtmlElement note(String text) {
        return HtmlElement.tag("p", text).with("class", "note");
    }

    private static HtmlElement block(String text) {
        return HtmlElement.tag("pre", text)
                .with("tabindex", "0")
                .with("role", "region")
                .with("aria-label", "Body");
    }
}
