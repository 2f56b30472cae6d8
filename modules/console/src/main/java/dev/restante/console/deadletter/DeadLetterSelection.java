package dev.restante.console.deadletter;

import dev.restante.admin.MessageFilter;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selection of dead letters by sequence numbers or by selector.
 *
 * @param numbers the sequence numbers; null if the selector selects the messages
 * @param selector the JMS selector; null if all messages are selected
 */
record DeadLetterSelection(String queue, @Nullable List<Long> numbers, @Nullable String selector) {

    /** Scope of all messages that match the selector. */
    static final String ALL = "all";

    private static final int MOST = 1_000;

    /** Scope of the messages that the user has selected. */
    static final String SELECTED = "selected";

    /** Scope of the messages that the page showed. */
    static final String SHOWN = "page";

    static final List<ParameterDefinition> PARAMETERS = List.of(
            ParameterDefinition.entityName("Full name of the dead-letter queue"),
            ParameterDefinition.required(
                    "scope",
                    JsonSchema.oneOf(
                            "Scope: all messages that match the selector, or the listed messages",
                            List.of(ALL, SELECTED, SHOWN))),
            ParameterDefinition.optional("selector", JsonSchema.string("JMS selector; default: all messages")),
            ParameterDefinition.optional(
                    "sequenceNumber",
                    JsonSchema.list("Sequence numbers of the selected messages", JsonSchema.string("Sequence number"))),
            ParameterDefinition.optional(
                    "shown",
                    JsonSchema.list(
                            "Sequence numbers of the displayed messages", JsonSchema.string("Sequence number"))));

    /**
     * Creates a selection.
     *
     * @throws IllegalArgumentException if the list of numbers is empty, which a message filter would treat as all
     *     messages
     */
    public DeadLetterSelection {
        if (numbers != null) {
            numbers = List.copyOf(numbers);
            if (numbers.isEmpty()) {
                throw new IllegalArgumentException("no message is selected");
            }
        }
    }

    /**
     * Parses the selection.
     *
     * @throws RequestRejectedException if the form selects no messages or too many, or if its scope is unknown
     */
    static DeadLetterSelection of(RequestParameters form) {
        String name = deadLetterQueue(form);
        return switch (form.required("scope")) {
            case ALL -> new DeadLetterSelection(name, null, form.textOrNull("selector"));
            case SELECTED -> new DeadLetterSelection(name, some(form, "sequenceNumber"), null);
            case SHOWN -> new DeadLetterSelection(name, some(form, "shown"), null);
            default -> throw RequestRejectedException.badRequest("The scope '" + form.text("scope") + "' is unknown.");
        };
    }

    /** Rejects parameters outside the scope, which a form contains but a script must not. */
    static void checkScript(RequestParameters script) {
        String scope = script.required("scope");
        Map.of("selector", ALL, "sequenceNumber", SELECTED, "shown", SHOWN).forEach((parameter, meant) -> {
            if (script.has(parameter) && !scope.equals(meant)) {
                throw RequestRejectedException.badRequest(
                        "The scope '" + scope + "' cannot be combined with the parameter '" + parameter + "'.");
            }
        });
    }

    private static List<Long> some(RequestParameters form, String parameter) {
        List<Long> numbers = form.numbers(parameter);
        if (numbers.isEmpty()) {
            throw RequestRejectedException.badRequest("No message is selected.");
        }
        if (numbers.size() > MOST) {
            throw RequestRejectedException.badRequest("More than " + MOST + " messages are selected.");
        }
        return numbers;
    }

    /**
     * Returns the checked name.
     *
     * @throws RequestRejectedException if the name does not denote a dead-letter queue
     */
    static String deadLetterQueue(RequestParameters parameters) {
        String name = parameters.required("name");
        if (!DeadLetterQueueNames.isDeadLetterQueue(name)) {
            throw RequestRejectedException.badRequest("'" + name + "' is not a dead-letter queue.");
        }
        return name;
    }

    MessageFilter filter() {
        MessageFilter all = MessageFilter.all().withSelector(selector);
        return numbers == null ? all : all.withSequenceNumbers(numbers);
    }

    String text() {
        return queue + ", " + (numbers == null ? "all" : "numbers " + numbers)
                + (selector == null ? "" : " with selector [" + selector + "]");
    }
}
