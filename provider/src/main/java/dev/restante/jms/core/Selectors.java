package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import jakarta.jms.InvalidSelectorException;
import org.jspecify.annotations.Nullable;

/** The selectors that applications write. */
public final class Selectors {

    private Selectors() {}

    /** A selector; null for a null or blank text. */
    public static @Nullable Selector parse(@Nullable String text) throws InvalidSelectorException {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Selector.parse(text);
        } catch (SelectorSyntaxException wrong) {
            throw ExceptionTranslation.linked(
                    new InvalidSelectorException(wrong.getMessage(), ErrorCodes.INVALID_SELECTOR), wrong);
        }
    }

    /** The text of a selector; null for a blank one, which means the same as none (SUB-21). */
    public static @Nullable String textOrNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
