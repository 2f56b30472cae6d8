package dev.restante.console.deadletter;

import dev.restante.admin.MessageFilter;
import dev.restante.api.DeadLetterQueues;
import dev.restante.console.guard.Refusal;
import dev.restante.console.page.Parameters;
import java.util.List;
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

    /** Of those that were selected. */
    static final String SELECTED = "selected";

    /** Of those that the page showed. */
    static final String SHOWN = "shown";

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
     * What a form means.
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

    private static List<Long> some(Parameters form, String parameter) {
        List<Long> numbers = form.numbers(parameter);
        if (numbers.isEmpty()) {
            throw Refusal.badRequest("No message is selected.");
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
