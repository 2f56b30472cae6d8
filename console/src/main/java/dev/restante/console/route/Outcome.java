package dev.restante.console.route;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;
import java.util.List;

/**
 * The outcome of an action.
 *
 * @param title of its page
 * @param text what was done
 * @param told what was done, for the log
 * @param back a link to where one goes on
 */
public record Outcome(String title, List<Element> text, String told, Element back) {

    public Outcome {
        text = List.copyOf(text);
    }

    /** An outcome that a sentence tells. */
    public static Outcome of(String title, String sentence, String told, Element back) {
        return new Outcome(title, List.of(tag("p", sentence).with("role", "status")), told, back);
    }
}
