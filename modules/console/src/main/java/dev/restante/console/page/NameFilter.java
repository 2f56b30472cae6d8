package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import org.jspecify.annotations.Nullable;

/**
 * Filter of entity names by a part or a pattern.
 *
 * @param text a part of the name, or a pattern with asterisks; empty if all names match
 */
public record NameFilter(String text) {

    public static final String PARAMETER = "filter";

    public static NameFilter of(RequestParameters parameters) {
        return new NameFilter(parameters.text(PARAMETER).strip());
    }

    /** Returns the pattern with asterisks, or null if all names match. */
    public @Nullable String pattern() {
        return text.isEmpty() ? null : text.indexOf('*') < 0 ? "*" + text + "*" : text;
    }

    public LocalUrl at(LocalUrl page) {
        return page.with(PARAMETER, text);
    }

    /**
     * Returns the form in which the user changes the filter.
     *
     * @param more additional fields of the form
     */
    public HtmlElement form(LocalUrl action, HtmlElement... more) {
        return tag("form")
                .with("method", "get")
                .with("action", action)
                .with("role", "search")
                .add(
                        tag("label", "Name").with("for", PARAMETER),
                        tag("input")
                                .with("id", PARAMETER)
                                .with("name", PARAMETER)
                                .with("type", "search")
                                .with("maxlength", "500")
                                .with("placeholder", "part of the name, or a pattern with *")
                                .with("value", text))
                .add(more)
                .add(tag("button", "Filter").with("type", "submit"));
    }
}
