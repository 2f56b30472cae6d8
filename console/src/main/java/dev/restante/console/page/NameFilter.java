package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import org.jspecify.annotations.Nullable;

/**
 * A filter of names.
 *
 * @param text a part of them, or a pattern with asterisks; empty for all
 */
public record NameFilter(String text) {

    /** Its parameter. */
    public static final String PARAMETER = "filter";

    /** The filter that parameters have. */
    public static NameFilter of(Parameters parameters) {
        return new NameFilter(parameters.text(PARAMETER).strip());
    }

    /** The pattern of the names; null for all. */
    public @Nullable String pattern() {
        return text.isEmpty() ? null : text.indexOf('*') < 0 ? "*" + text + "*" : text;
    }

    /** The address of a page with this filter. */
    public Url at(Url page) {
        return page.with(PARAMETER, text);
    }

    /**
     * Its form.
     *
     * @param more fields of the same form
     */
    public Element form(Url action, Element... more) {
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
                                .with("placeholder", "a part, or a pattern with *")
                                .with("value", text))
                .add(more)
                .add(tag("button", "Filter").with("type", "submit"));
    }
}
