package dev.restante.cli.message;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code restante cancel}: cancels scheduled messages before they are delivered, and repeated sends. */
@Command(
        name = "cancel",
        sortOptions = false,
        description = "Cancels scheduled messages before they are delivered, and repeated sends.")
final class CancelCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final TopicOption topic = new TopicOption();

    @Option(names = "--selector", paramLabel = "SELECTOR", description = "Only messages that a selector matches")
    private @Nullable String selector;

    @Option(
            names = "--sequence-number",
            paramLabel = "N",
            split = ",",
            description = "Only messages with these sequence numbers")
    private List<Long> sequenceNumbers = List.of();

    @Option(names = "--all", description = "All scheduled messages")
    private boolean all;

    CancelCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        MessageFilter filter = MessageFilter.all().withSelector(selector).withSequenceNumbers(sequenceNumbers);
        MessagesAdmin messages = topic.messages(store, entity);
        RequestedMessages requested =
                RequestedMessages.of(messages, filter.withStates(MessageState.SCHEDULED), sequenceNumbers);
        long cancelled = messages.cancelScheduled(filter);
        JsonObject done = new JsonObject().with("name", entity.name()).with("cancelled", cancelled);
        output().result(done, "cancelled " + cancelled + " scheduled messages of " + entity.name());
        return requested.report(context(), entity.name(), "that is scheduled and matches the filter", cancelled);
    }

    @Override
    protected void validate() throws CommandException {
        if (all == (selector != null || !sequenceNumbers.isEmpty())) {
            throw CommandException.usage("specify the messages with --all, or with --selector or --sequence-number");
        }
    }
}
