package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RedriveOptions;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Element;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Labels;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Parameter;
import dev.restante.option.OptionText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way on which dead letters go back.
 *
 * @param target where they go; null for where each of them came from
 * @param perSecond at most so many a second; 0 for as fast as it goes
 * @param background whether nobody waits for it
 */
record Way(@Nullable String target, double perSecond, boolean background) {

    private static final String TARGET = "target";
    private static final String RATE = "rate";
    private static final String BACKGROUND = "background";

    /** The parameters that say it. */
    static final List<Parameter> PARAMETERS = List.of(
            Parameter.optional(TARGET, Shape.text("The queue that they go to; without one, where each came from")),
            Parameter.optional(RATE, Shape.text("At most so many a second, above 0; without one, as fast as it goes")),
            Parameter.optional(BACKGROUND, Shape.truth("As a job, which nobody waits for")));

    /** Back to where each came from, at once. */
    static Way back() {
        return new Way(null, 0, false);
    }

    /** The fields of a form that say it. */
    static List<Element> fields() {
        return List.of(tag("fieldset")
                .add(
                        tag("legend", "How"),
                        Labels.field(
                                "To another queue",
                                TARGET,
                                tag("input")
                                        .with("id", TARGET)
                                        .with("name", TARGET)
                                        .with("type", "text")
                                        .with("maxlength", "2000")
                                        .with("placeholder", "where each came from")),
                        Labels.field(
                                "At most so many a second",
                                RATE,
                                tag("input")
                                        .with("id", RATE)
                                        .with("name", RATE)
                                        .with("type", "number")
                                        .with("min", "0")
                                        .with("step", "any")
                                        .with("placeholder", "as fast as it goes")),
                        tag("label")
                                .add(tag("input")
                                        .with("type", "checkbox")
                                        .with("name", BACKGROUND)
                                        .with("value", "true"))
                                .add(" In the background, however long it takes")));
    }

    /**
     * The way that a form says.
     *
     * @throws Refusal for a rate that is none
     */
    static Way of(Parameters form) {
        return new Way(form.textOrNull(TARGET), rate(form.textOrNull(RATE)), form.truth(BACKGROUND));
    }

    @SuppressWarnings("UnusedException") // which says no more
    private static double rate(@Nullable String text) {
        try {
            double rate = text == null ? 0 : OptionText.NUMBER.parse().apply(text.strip());
            if (rate >= 0) {
                return rate;
            }
        } catch (IllegalArgumentException e) {
            // It is refused like others that are out of range.
        }
        throw Refusal.badRequest("'" + text + "' is no number of messages a second.");
    }

    RedriveOptions options(Choice choice) {
        return RedriveOptions.all()
                .withFilter(choice.filter())
                .withTarget(target)
                .withPerSecond(perSecond);
    }

    /** In words, for the log. */
    String text() {
        return (target == null ? "" : ", to " + target)
                + (perSecond == 0 ? "" : ", " + perSecond + " a second")
                + (background ? ", in the background" : "");
    }
}
