package dev.restante.console.route;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;
import java.util.List;
import java.util.Map;

/**
 * The outcome of an action.
 *
 * @param title of its page
 * @param text what was done
 * @param told what was done, for the log
 * @param back a link to where one goes on
 * @param figures numbers and other values of it by name, for scripts
 */
public record Outcome(String title, List<Element> text, String told, Element back, Map<String, Object> figures) {

    public Outcome {
        text = List.copyOf(text);
        figures = Map.copyOf(figures);
    }

    /** An outcome without figures. */
    public Outcome(String title, List<Element> text, String told, Element back) {
        this(title, text, told, back, Map.of());
    }

    /** This outcome, with figures. */
    public Outcome with(Map<String, Object> values) {
        return new Outcome(title, text, told, back, values);
    }

    /** An outcome that a sentence tells. */
    public static Outcome of(String title, String sentence, String told, Element back) {
        return new Outcome(title, List.of(tag("p", sentence).with("role", "status")), told, back);
    }
}
