package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RedriveOptions;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.LabeledField;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.option.TextFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that a console user enters to redrive dead letters (move them back or to another queue), with the form fields
 * and their parser.
 *
 * @param target the target queue; null if each dead letter moves to its own source
 * @param perSecond the highest number of messages per second; 0 if the rate is unlimited
 */
record RedriveSettings(@Nullable String target, double perSecond, boolean background) {

    private static final String TARGET = "target";
    private static final String RATE = "rate";
    private static final String BACKGROUND = "background";

    /** Parameters for the settings. */
    static final List<ParameterDefinition> PARAMETERS = List.of(
            ParameterDefinition.optional(
                    TARGET, JsonSchema.string("Target queue; default: the source of each dead letter")),
            ParameterDefinition.optional(
                    RATE,
                    JsonSchema.string("Maximum number of messages per second, greater than 0; default: no limit")),
            ParameterDefinition.optional(BACKGROUND, JsonSchema.bool("True to start a redrive job in the background")));

    /** Returns settings for an immediate redrive of each dead letter to its source, at an unlimited rate. */
    static RedriveSettings toSource() {
        return new RedriveSettings(null, 0, false);
    }

    static List<HtmlElement> fields() {
        return List.of(tag("fieldset")
                .add(
                        tag("legend", "How"),
                        LabeledField.field(
                                "Target queue",
                                TARGET,
                                tag("input")
                                        .with("id", TARGET)
                                        .with("name", TARGET)
                                        .with("type", "text")
                                        .with("maxlength", "2000")
                                        .with("placeholder", "source of each dead letter")),
                        LabeledField.field(
                                "Maximum per second",
                                RATE,
                                tag("input")
                                        .with("id", RATE)
                                        .with("name", RATE)
                                        .with("type", "number")
                                        .with("min", "0")
                                        .with("step", "any")
                                        .with("placeholder", "no limit")),
                        tag("label")
                                .add(tag("input")
                                        .with("type", "checkbox")
                                        .with("name", BACKGROUND)
                                        .with("value", "true"))
                                .add(" Run in the background, without a time limit")));
    }

    /**
     * Parses the settings.
     *
     * @throws RequestRejectedException if the rate is not a number, or is negative
     */
    static RedriveSettings of(RequestParameters form) {
        return new RedriveSettings(form.textOrNull(TARGET), rate(form.textOrNull(RATE)), form.truth(BACKGROUND));
    }

    @SuppressWarnings("UnusedException") // adds no information
    private static double rate(@Nullable String text) {
        try {
            double rate = text == null ? 0 : TextFormat.DOUBLE.parse().apply(text.strip());
            if (rate >= 0) {
                return rate;
            }
        } catch (IllegalArgumentException e) {
            // The code below rejects it like a negative rate.
        }
        throw RequestRejectedException.badRequest("'" + text + "' is not a valid number of messages per second.");
    }

    RedriveOptions options(DeadLetterSelection selection) {
        return RedriveOptions.all()
                .withFilter(selection.filter())
                .withTarget(target)
                .withMessagesPerSecond(perSecond);
    }

    String logText() {
        return (target == null ? "" : ", to " + target)
                + (perSecond == 0 ? "" : ", " + perSecond + " per second")
                + (background ? ", in the background" : "");
    }
}
