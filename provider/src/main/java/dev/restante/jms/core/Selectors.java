package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import jakarta.jms.InvalidSelectorException;
import org.jspecify.annotations.Nullable;

/** Parser for message selectors that applications pass. */
public final class Selectors {

    private Selectors() {}

    /** Parses a selector. Returns null for a null or blank text. */
    public static @Nullable Selector parse(@Nullable String text) throws InvalidSelectorException {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Selector.parse(text);
        } catch (SelectorSyntaxException wrong) {
            throw ExceptionTranslation.withCause(
                    new InvalidSelectorException(wrong.getMessage(), ErrorCodes.INVALID_SELECTOR), wrong);
        }
    }

    /** Returns the text of a selector, or null for a blank text, which means no selector (SUB-21). */
    public static @Nullable String textOrNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
