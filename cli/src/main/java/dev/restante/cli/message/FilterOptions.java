package dev.restante.cli.message;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.cli.shell.CommandFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose messages. */
final class FilterOptions {

    @Option(
            names = "--selector",
            paramLabel = "SELECTOR",
            description = "Only what a selector matches, such as \"colour = 'red' AND JMSPriority > 4\"")
    private @Nullable String selector;

    @Option(names = "--state", paramLabel = "STATE", split = ",", description = "${COMPLETION-CANDIDATES}")
    private List<MessageState> states = List.of();

    @Option(
            names = "--sequence-number",
            paramLabel = "N",
            split = ",",
            description = "Only messages with these numbers")
    private List<Long> sequenceNumbers = List.of();

    MessageFilter filter() {
        return MessageFilter.all().withSelector(selector).withStates(states).withSequenceNumbers(sequenceNumbers);
    }

    boolean isEmpty() {
        return selector == null && states.isEmpty() && sequenceNumbers.isEmpty();
    }

    /** For what removes messages: everything has to be asked for. */
    void requireFilterOr(boolean all) throws CommandFailure {
        if (all == isEmpty()) {
            return;
        }
        throw CommandFailure.usage(
                all
                        ? "--all goes with no other filter"
                        : "say which messages: --all, --selector, --state or --sequence-number");
    }
}
