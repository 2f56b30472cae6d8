package dev.restante.console.deadletter;

import dev.restante.admin.MessageFilter;
import dev.restante.api.DeadLetterQueues;
import dev.restante.console.guard.Refusal;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Parameter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A choice of dead letters.
 *
 * @param queue the full name of the dead-letter queue
 * @param numbers those that were selected; null for all that the selector means
 * @param selector null for all
 */
record Choice(String queue, @Nullable List<Long> numbers, @Nullable String selector) {

    /** Of all messages that the selector means. */
    static final String ALL = "all";

    private static final int MOST = 1_000;

    /** Of those that were selected. */
    static final String SELECTED = "selected";

    /** Of those that the page showed. */
    static final String SHOWN = "shown";

    /** The parameters that make one. */
    static final List<Parameter> PARAMETERS = List.of(
            Parameter.name("The full name of the dead-letter queue"),
            Parameter.required(
                    "scope",
                    Shape.oneOf(
                            "All that the selector means, or those with the numbers", List.of(ALL, SELECTED, SHOWN))),
            Parameter.optional("selector", Shape.text("Of JMS; without one, all")),
            Parameter.optional("number", Shape.list("Sequence numbers of those selected", Shape.text("A number"))),
            Parameter.optional("shown", Shape.list("Sequence numbers of those shown", Shape.text("A number"))));

    /**
     * A choice.
     *
     * @throws IllegalArgumentException if nothing is selected: to a filter that means everything
     */
    public Choice {
        if (numbers != null) {
            numbers = List.copyOf(numbers);
            if (numbers.isEmpty()) {
                throw new IllegalArgumentException("nothing is selected");
            }
        }
    }

    /**
     * The choice that a form means.
     *
     * @throws Refusal if it means nothing
     */
    static Choice of(Parameters form) {
        String name = deadLetterQueue(form);
        return switch (form.required("scope")) {
            case ALL -> new Choice(name, null, form.textOrNull("selector"));
            case SELECTED -> new Choice(name, some(form, "number"), null);
            case SHOWN -> new Choice(name, some(form, "shown"), null);
            default -> throw Refusal.badRequest("There is no scope '" + form.text("scope") + "'.");
        };
    }

    /**
     * Refuses what its scope does not mean, which a form has all the same.
     *
     * @throws Refusal if there is any
     */
    static void checkScript(Parameters script) {
        String scope = script.required("scope");
        Map.of("selector", ALL, "number", SELECTED, "shown", SHOWN).forEach((parameter, meant) -> {
            if (script.has(parameter) && !scope.equals(meant)) {
                throw Refusal.badRequest("With the scope '" + scope + "' there is no '" + parameter + "'.");
            }
        });
    }

    private static List<Long> some(Parameters form, String parameter) {
        List<Long> numbers = form.numbers(parameter);
        if (numbers.isEmpty()) {
            throw Refusal.badRequest("No message is selected.");
        }
        if (numbers.size() > MOST) {
            throw Refusal.badRequest("More than " + MOST + " messages are selected.");
        }
        return numbers;
    }

    /**
     * The dead-letter queue that is named.
     *
     * @throws Refusal if it is none
     */
    static String deadLetterQueue(Parameters parameters) {
        String name = parameters.required("name");
        if (!DeadLetterQueues.isOne(name)) {
            throw Refusal.badRequest("'" + name + "' is no dead-letter queue.");
        }
        return name;
    }

    MessageFilter filter() {
        MessageFilter all = MessageFilter.all().withSelector(selector);
        return numbers == null ? all : all.withSequenceNumbers(numbers);
    }

    /** In words, for the log. */
    String text() {
        return queue + ", " + (numbers == null ? "all" : "numbers " + numbers)
                + (selector == null ? "" : " with selector [" + selector + "]");
    }
}
