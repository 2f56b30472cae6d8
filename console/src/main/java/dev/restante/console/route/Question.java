package dev.restante.console.route;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import java.util.List;
import java.util.OptionalLong;

/**
 * A question before an action.
 *
 * @param title of its page
 * @param text what will be done, to how many
 * @param answer of the button that confirms it
 * @param back where whoever does not want it goes
 * @param number of messages or others that it will be done to, for scripts; empty if that is not counted
 */
public record Question(String title, List<Element> text, String answer, Url back, OptionalLong number) {

    public Question {
        text = List.copyOf(text);
    }

    /** A question without a number. */
    public Question(String title, List<Element> text, String answer, Url back) {
        this(title, text, answer, back, OptionalLong.empty());
    }

    /** The same question, with a number. */
    public Question about(long count) {
        return new Question(title, text, answer, back, OptionalLong.of(count));
    }
}
