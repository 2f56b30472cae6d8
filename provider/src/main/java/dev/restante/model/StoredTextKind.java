package dev.restante.model;

import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Kind of text in a text column of the store, with its size limit (SND-08). Every supported database stores such a text
 * unchanged and distinguishes texts that differ in any code point. Calls with texts that some database cannot store are
 * rejected.
 *
 * <p>Limits count bytes of UTF-8, because database indexes limit bytes. The texts of one index row have at most 2,400
 * bytes together, a size that PostgreSQL supports.
 */
public enum StoredTextKind {
    DESTINATION("name", 765),
    /** Client id, limited in its {@linkplain #bytes escaped} form. */
    CLIENT_ID("client id", 500),
    /** Name of a subscription, limited in its {@linkplain #bytes escaped} form. */
    SUBSCRIPTION("subscription name", 1_000),
    RULE("rule name", 500),
    /** Value of {@code JMSXGroupID}. */
    GROUP_ID("message group id", 1_000),
    DUPLICATE_ID("duplicate id", 2_000),
    /** Selector of a subscription or of a call that removes messages. */
    SELECTOR("selector", 100_000),
    DEAD_LETTER_REASON("dead-letter reason", 100_000),
    DEAD_LETTER_DESCRIPTION("dead-letter description", 1_000_000);

    /**
     * Order by code point, which equals the order of UTF-8 bytes. {@link String#compareTo} orders supplementary
     * characters before some characters of 16 bits.
     */
    public static final Comparator<String> CODE_POINT_ORDER = StoredTextKind::compare;

    private static final int SHORTEST_THREE_BYTES = 0x800;

    private final String label;
    private final int maxBytes;

    StoredTextKind(String label, int maxBytes) {
        this.label = label;
        this.maxBytes = maxBytes;
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

    public int maxBytes() {
        return maxBytes;
    }

    /**
     * Returns the reason why a text is not allowed as a sentence without its full stop, or null if the text is allowed.
     *
     * @param text the text as passed by the application
     */
    public @Nullable String violation(String text) {
        int bad = firstUnstorable(text);
        if (bad >= 0) {
            return "The " + label + ' ' + DisplayText.quote(text)
                    + (text.charAt(bad) == 0 ? " contains the character NUL" : " contains an unpaired surrogate")
                    + " at index "
                    + bad + ", which a database cannot store";
        }
        long bytes = bytes(text);
        if (bytes > maxBytes) {
            return String.format(
                    Locale.ROOT,
                    "The %s %s has %d bytes of UTF-8%s, but the limit is %d bytes",
                    label,
                    DisplayText.quote(text),
                    bytes,
                    escaped() ? " (each of % : / $ takes three bytes)" : "",
                    maxBytes);
        }
        return null;
    }

    /**
     * Returns whether a database can store a text, that is, the text contains neither NUL nor an unpaired surrogate.
     */
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
     * Returns the number of UTF-8 bytes. In stored names of subscriptions, characters that separate the parts of a name
     * are escaped with three bytes.
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
