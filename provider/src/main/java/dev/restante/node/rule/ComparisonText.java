package dev.restante.node.rule;

import dev.restante.model.StoredTextKind;
import dev.restante.model.codec.ContentDigest;
import org.jspecify.annotations.Nullable;

/** Text form of a header or property, by which duplicate ids and last-value keys are compared. */
public final class ComparisonText {

    /** Length above which a text is compared by its digest, in characters. */
    private static final int LONGEST_TEXT = 256;

    private ComparisonText() {}

    /** Returns the text of a header or property of any type; null for null. */
    public static @Nullable String of(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof byte[] bytes) {
            return ContentDigest.of(bytes);
        }
        String text = value.toString();
        return text.length() <= LONGEST_TEXT && StoredTextKind.DUPLICATE_ID.violation(text) == null
                ? text
                : ContentDigest.of(text);
    }
}
