package dev.restante.model;

import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of text that the store keeps in text columns and compares there, each with its limit (SND-08). Every
 * database takes such a text unchanged, and tells any two apart that differ in a code point. A text that some database
 * can't hold is refused at the call.
 *
 * <p>Limits count bytes of UTF-8, because databases count those where they limit an index. The names below stand in an
 * index together, at most 2,400 bytes of them in one row, which PostgreSQL can have.
 */
public enum StoredText {
    /** The name of a queue or topic. */
    DESTINATION("name", 765),
    /** A client id, {@linkplain #bytes escaped}. */
    CLIENT_ID("client id", 500),
    /** The name of a subscription, {@linkplain #bytes escaped}. */
    SUBSCRIPTION("subscription name", 1_000),
    /** The name of a subscription's rule. */
    RULE("rule name", 500),
    /** A {@code JMSXGroupID}. */
    GROUP_ID("message group id", 1_000),
    /** What tells duplicates apart. */
    DUPLICATE_ID("duplicate id", 2_000),
    /** The selector of a subscription, or of a call that removes messages. */
    SELECTOR("selector", 100_000),
    /** Why a message was dead-lettered. */
    DEAD_LETTER_REASON("dead-letter reason", 100_000),
    /** The same in more words. */
    DEAD_LETTER_DESCRIPTION("dead-letter description", 1_000_000);

    /**
     * By code point, as bytes of UTF-8 are ordered; that of {@link String} takes what is beyond 16 bits for smaller
     * than some others.
     */
    public static final Comparator<String> ORDER = StoredText::compare;

    private static final int SHORTEST_THREE_BYTES = 0x800;

    private final String label;
    private final int mostBytes;

    StoredText(String label, int mostBytes) {
        this.label = label;
        this.mostBytes = mostBytes;
    }

    private static int compare(String one, String other) {
        int end = Math.min(one.length(), other.length());
        for (int i = 0; i < end; i++) {
            char first = one.charAt(i);
            char second = other.charAt(i);
            if (first != second) {
                boolean high = Character.isSurrogate(first);
                return high == Character.isSurrogate(second) ? first - second : high ? 1 : -1;
            }
        }
        return one.length() - other.length();
    }

    /** The most bytes of UTF-8 that one can have. */
    public int mostBytes() {
        return mostBytes;
    }

    /**
     * Why a text can't be one, as a sentence without its end; null if it can.
     *
     * @param text as the application gave it
     */
    public @Nullable String objection(String text) {
        int bad = firstUnstorable(text);
        if (bad >= 0) {
            return "The " + label + ' ' + ShownText.quoted(text)
                    + (text.charAt(bad) == 0 ? " has the character NUL" : " has half of a surrogate pair")
                    + " at index "
                    + bad + ", which a database can't hold";
        }
        long bytes = bytes(text);
        if (bytes > mostBytes) {
            return String.format(
                    Locale.ROOT,
                    "The %s %s has %d bytes of UTF-8%s; at most %d are allowed",
                    label,
                    ShownText.quoted(text),
                    bytes,
                    escaped() ? ", with three for each of % : / $" : "",
                    mostBytes);
        }
        return null;
    }

    /** Whether a database can hold a text: it has no NUL and no half of a surrogate pair. */
    public static boolean isStorable(String text) {
        return firstUnstorable(text) < 0;
    }

    private static int firstUnstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == 0) {
                return i;
            }
            if (Character.isSurrogate(unit)) {
                if (!Character.isHighSurrogate(unit)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    private boolean escaped() {
        return this == CLIENT_ID || this == SUBSCRIPTION;
    }

    /**
     * In the name under which a subscription is stored, the letters that separate its parts are escaped, and take three
     * bytes.
     */
    private long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes += escaped() && "%:/$".indexOf(unit) >= 0 ? 3 : 1;
            } else if (unit < SHORTEST_THREE_BYTES || Character.isSurrogate(unit)) {
                bytes += 2;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }
}
