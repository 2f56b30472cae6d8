package dev.restante.console.route;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import java.util.List;

/**
 * A question before an action.
 *
 * @param title of its page
 * @param text what will be done, to how many
 * @param answer of the button that confirms it
 * @param back where whoever does not want it goes
 */
public record Question(String title, List<Element> text, String answer, Url back) {

    public Question {
        text = List.copyOf(text);
    }
}
