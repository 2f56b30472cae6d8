package dev.restante.node.rule;

import dev.restante.model.StoredText;
import dev.restante.model.codec.ContentDigest;
import org.jspecify.annotations.Nullable;

/** What an application has set for a purpose of its own, as a text by which messages are compared. Pure. */
public final class PropertyText {

    /** Longer texts of the application are compared by their digests: they are no ids by intention. */
    private static final int LONGEST_TEXT = 256;

    private PropertyText() {}

    /** That of a header or property of any type; null for none. */
    public static @Nullable String of(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof byte[] bytes) {
            return ContentDigest.of(bytes);
        }
        String text = value.toString();
        return text.length() <= LONGEST_TEXT && StoredText.DUPLICATE_ID.objection(text) == null
                ? text
                : ContentDigest.of(text);
    }
}
