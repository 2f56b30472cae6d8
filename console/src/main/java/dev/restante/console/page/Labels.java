package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;

/** Fields of forms with their labels. */
public final class Labels {

    private Labels() {}

    /**
     * A field after its label, on the same line while there is room for both.
     *
     * @param id that the field has
     */
    public static Element field(String label, String id, Element field) {
        return tag("div").with("class", "field").add(tag("label", label).with("for", id), field);
    }
}
