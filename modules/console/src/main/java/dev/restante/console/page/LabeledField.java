package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.html.HtmlElement;

/** Form field with its label. */
public final class LabeledField {

    private LabeledField() {}

    /** Returns a field behind its label, on one line if there is room. */
    public static HtmlElement field(String label, String id, HtmlElement field) {
        return tag("div").with("class", "field").add(tag("label", label).with("for", id), field);
    }
}
