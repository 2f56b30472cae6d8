package dev.restante.console.route;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import java.util.List;

/**
 * A question before an action.
 *
 * @param title of its page
 * @param text what will be done, to how many
 * @param fields what can be said about it before it is confirmed, part of the form that confirms it
 * @param answer of the button that confirms it
 * @param back where whoever does not want it goes
 */
public record Question(String title, List<Element> text, List<Element> fields, String answer, Url back) {

    public Question {
        text = List.copyOf(text);
        fields = List.copyOf(fields);
    }

    /** One that leaves nothing to be said. */
    public Question(String title, List<Element> text, String answer, Url back) {
        this(title, text, List.of(), answer, back);
    }
}
