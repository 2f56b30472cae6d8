package dev.restante.console.route;

import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import java.util.List;
import java.util.OptionalLong;

/**
 * Question that a user confirms before an action runs.
 *
 * @param text the effect of the action, and the number of affected messages
 * @param fields additional fields of the confirmation form, with which the user can still set open parameters
 * @param number the number of affected messages or other objects, for scripts; empty if it is not counted
 */
public record ConfirmationQuestion(
        String title,
        List<HtmlElement> text,
        List<HtmlElement> fields,
        String confirmLabel,
        LocalUrl cancelUrl,
        OptionalLong number) {

    public ConfirmationQuestion {
        text = List.copyOf(text);
        fields = List.copyOf(fields);
    }

    public ConfirmationQuestion(String title, List<HtmlElement> text, String confirmLabel, LocalUrl cancelUrl) {
        this(title, text, List.of(), confirmLabel, cancelUrl, OptionalLong.empty());
    }

    public ConfirmationQuestion withCount(long count) {
        return new ConfirmationQuestion(title, text, fields, confirmLabel, cancelUrl, OptionalLong.of(count));
    }

    public ConfirmationQuestion withFields(List<HtmlElement> open) {
        return new ConfirmationQuestion(title, text, open, confirmLabel, cancelUrl, number);
    }
}
