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
 * @param fields what can be said about it before it is confirmed, part of the form that confirms it
 * @param answer of the button that confirms it
 * @param back where whoever does not want it goes
 * @param number of messages or others that it will be done to, for scripts; empty if that is not counted
 */
public record Question(
        String title, List<Element> text, List<Element> fields, String answer, Url back, OptionalLong number) {

    public Question {
        text = List.copyOf(text);
        fields = List.copyOf(fields);
    }

    /** A question without a number, that leaves nothing to be said. */
    public Question(String title, List<Element> text, String answer, Url back) {
        this(title, text, List.of(), answer, back, OptionalLong.empty());
    }

    /** This question, with a number. */
    public Question about(long count) {
        return new Question(title, text, fields, answer, back, OptionalLong.of(count));
    }

    /** This question, with fields. */
    public Question leaving(List<Element> open) {
        return new Question(title, text, open, answer, back, number);
    }
}
