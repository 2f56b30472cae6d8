package dev.restante.cli.message;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.MessageCountText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Messages that a command names by sequence number, with a record of those that it found. Bulk calls ignore numbers
 * without a message, so the command searches for the messages first.
 */
final class RequestedMessages {

    /** Highest number of sequence numbers in a filter. */
    private static final int MAX_NUMBERS_PER_FILTER = 1_000;

    private final Set<Long> missing;
    private final long found;

    private RequestedMessages(Set<Long> missing, long found) {
        this.missing = missing;
        this.found = found;
    }

    /** Searches for messages by sequence number among the messages that match a filter. */
    static RequestedMessages of(MessagesAdmin messages, MessageFilter filter, Collection<Long> numbers)
            throws Exception {
        Set<Long> missing = new TreeSet<>(numbers);
        List<Long> named = new ArrayList<>(missing);
        for (int from = 0; from < named.size(); from += MAX_NUMBERS_PER_FILTER) {
            List<Long> piece = named.subList(from, Math.min(named.size(), from + MAX_NUMBERS_PER_FILTER));
            new MessagePager(messages, filter.withSequenceNumbers(piece), false).forEach(message -> {
                missing.remove(message.sequenceNumber());
                return true;
            });
        }
        return new RequestedMessages(missing, named.size() - missing.size());
    }

    /** Compares the requested sequence numbers with the received ones. */
    static RequestedMessages received(Collection<Long> numbers, Collection<Long> received) {
        Set<Long> missing = new TreeSet<>(numbers);
        missing.removeAll(received);
        return new RequestedMessages(missing, received.size());
    }

    long found() {
        return found;
    }

    /**
     * Reports missing messages, or the number of found messages that remain.
     *
     * @param criterion the condition for the messages, such as "that is deferred"
     * @param processed the number of found messages that the command has processed
     * @return {@link ExitCode#NOT_FOUND} if a message is missing, {@link ExitCode#REJECTED} if a message remains
     */
    int report(CommandContext context, String name, String criterion, long processed) {
        if (!missing.isEmpty()) {
            String numbers = missing.stream().map(String::valueOf).collect(Collectors.joining(", "));
            context.printError("restante: " + name + " has no message " + numbers + " " + criterion);
            return ExitCode.NOT_FOUND;
        }
        if (processed < found) {
            context.printError("restante: " + MessageCountText.messages(found - processed) + " of " + name
                    + " could not be processed, because a consumer received them or they were removed meanwhile");
            return ExitCode.REJECTED;
        }
        return ExitCode.OK;
    }
}
