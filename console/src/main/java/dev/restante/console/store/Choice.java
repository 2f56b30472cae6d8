package dev.restante.console.store;

import dev.restante.admin.MessageFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A choice of dead letters.
 *
 * @param queue the full name of the dead-letter queue
 * @param numbers those that were selected; null for all that the selector means
 * @param selector null for all
 */
public record Choice(String queue, @Nullable List<Long> numbers, @Nullable String selector) {

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

    MessageFilter filter() {
        MessageFilter all = MessageFilter.all().withSelector(selector);
        return numbers == null ? all : all.withSequenceNumbers(numbers);
    }

    /** In words, for the log. */
    public String text() {
        return (numbers == null ? "all" : "numbers " + numbers)
                + (selector == null ? "" : " with selector [" + selector + "]");
    }
}
