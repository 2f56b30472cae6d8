package dev.restante.cli.message;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.ConstantText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command-line options that select messages by selector, state or sequence number. */
final class MessageFilterOptions {

    @Option(
            names = "--selector",
            paramLabel = "SELECTOR",
            description = "Only messages that a selector matches, such as \"colour = 'red' AND JMSPriority > 4\"")
    private @Nullable String selector;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            completionCandidates = ConstantText.MessageStateCandidates.class,
            description = "Only messages in these states: ${COMPLETION-CANDIDATES}")
    private List<MessageState> states = List.of();

    @Option(
            names = "--sequence-number",
            paramLabel = "N",
            split = ",",
            description = "Only messages with these sequence numbers")
    private List<Long> sequenceNumbers = List.of();

    MessageFilter filter() {
        return MessageFilter.all().withSelector(selector).withStates(states).withSequenceNumbers(sequenceNumbers);
    }

    RequestedMessages requestedMessages(MessagesAdmin messages) throws Exception {
        return RequestedMessages.of(messages, filter(), sequenceNumbers);
    }

    boolean isEmpty() {
        return selector == null && states.isEmpty() && sequenceNumbers.isEmpty();
    }

    /** Rejects a command that removes messages if it has neither a filter nor {@code --all}, or has both. */
    void requireFilterUnlessAll(boolean all) throws CommandException {
        if (all == isEmpty()) {
            return;
        }
        throw CommandException.usage(
                all
                        ? "--all cannot be combined with another filter"
                        : "specify the messages with --all, --selector, --state or --sequence-number");
    }
}
