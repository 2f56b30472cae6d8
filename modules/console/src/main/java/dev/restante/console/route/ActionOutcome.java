package dev.restante.console.route;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.html.HtmlElement;
import java.util.List;
import java.util.Map;

/**
 * Outcome of an action, for the page, the log and the API.
 *
 * @param text the description of the result, for the page
 * @param logText the description of the result, for the log
 * @param returnLink the link with which the user continues
 * @param values numbers and other results by name, for scripts
 */
public record ActionOutcome(
        String title, List<HtmlElement> text, String logText, HtmlElement returnLink, Map<String, Object> values) {

    public ActionOutcome {
        text = List.copyOf(text);
        values = Map.copyOf(values);
    }

    public ActionOutcome(String title, List<HtmlElement> text, String logText, HtmlElement returnLink) {
        this(title, text, logText, returnLink, Map.of());
    }

    public ActionOutcome with(Map<String, Object> values) {
        return new ActionOutcome(title, text, logText, returnLink, values);
    }

    /** Returns an outcome without values whose page consists of one sentence. */
    public static ActionOutcome of(String title, String sentence, String logText, HtmlElement returnLink) {
        return new ActionOutcome(title, List.of(tag("p", sentence).with("role", "status")), logText, returnLink);
    }
}
