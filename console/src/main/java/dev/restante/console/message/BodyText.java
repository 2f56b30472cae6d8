package dev.restante.console.message;

import dev.restante.console.html.Element;
import dev.restante.console.page.Tables;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Bodies as text, as indented JSON, or as hexadecimal numbers; of large ones the beginning. */
public final class BodyText {

    private static final int MOST_CHARACTERS = 65_536;
    private static final int MOST_BYTES = 8_192;
    private static final int ROW_BYTES = 16;
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private BodyText() {}

    /** A text: what is JSON is indented, unless another view is wanted. */
    static List<Element> of(String text, String view) {
        if (view.equals("hex")) {
            // Each character has one byte or more.
            String beginning = text.substring(0, Math.min(text.length(), MOST_BYTES));
            return hex(beginning.getBytes(StandardCharsets.UTF_8), beginning.length() < text.length());
        }
        Optional<String> json =
                view.equals("text") || text.length() > MOST_CHARACTERS ? Optional.empty() : JsonLayout.of(text);
        if (json.isPresent()) {
            return List.of(block(json.get()));
        }
        if (view.equals("json")) {
            return List.of(
                    note("It is no JSON, or more than " + Tables.count(MOST_CHARACTERS) + " characters of it."),
                    block(beginning(text)));
        }
        return text.length() <= MOST_CHARACTERS
                ? List.of(block(text))
                : List.of(
                        note("The first " + Tables.count(MOST_CHARACTERS) + " of " + Tables.count(text.length())
                                + " characters:"),
                        block(beginning(text)));
    }

    /** Bytes: as hexadecimal numbers, unless another view is wanted. */
    public static List<Element> of(byte[] bytes, String view) {
        return view.equals("text") || view.equals("json")
                ? of(new String(bytes, StandardCharsets.UTF_8), view)
                : hex(bytes, false);
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
    }

    private static List<Element> hex(byte[] bytes, boolean more) {
        StringBuilder lines = new StringBuilder();
        int end = Math.min(bytes.length, MOST_BYTES);
        for (int from = 0; from < end; from += ROW_BYTES) {
            int to = Math.min(end, from + ROW_BYTES);
            StringBuilder readable = new StringBuilder();
            for (int at = from; at < to; at++) {
                readable.append(bytes[at] >= 0x20 && bytes[at] < 0x7f ? (char) bytes[at] : '.');
            }
            String numbers = HEX.formatHex(bytes, from, to);
            lines.append(String.format(Locale.ROOT, "%08x  %-47s  %s%n", from, numbers, readable));
        }
        Element block = block(lines.toString());
        return end == bytes.length && !more
                ? List.of(block)
                : List.of(note("The first " + Tables.count(end) + " bytes:"), block);
    }

    /** Bytes in one line. */
    static String hex(byte[] bytes) {
        int end = Math.min(bytes.length, MOST_BYTES);
        return HEX.formatHex(bytes, 0, end) + (end < bytes.length ? " \u2026" : "");
    }

    /** A value of a property, map or stream. */
    static String value(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return hex(bytes);
        }
        String text = String.valueOf(value);
        return text.length() <= MOST_CHARACTERS ? text : beginning(text) + "\u2026";
    }

    private static Element note(String text) {
        return Element.tag("p", text).with("class", "note");
    }

    private static Element block(String text) {
        return Element.tag("pre", text)
                .with("tabindex", "0")
                .with("role", "region")
                .with("aria-label", "Body");
    }
}
