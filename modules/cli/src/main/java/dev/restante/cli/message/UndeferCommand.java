package dev.restante.cli.message;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.MessageCountText;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command {@code restante undefer}: makes deferred messages available again at their old positions. */
@Command(
        name = "undefer",
        sortOptions = false,
        description = "Makes deferred messages available again at their old positions.")
final class UndeferCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SEQUENCE_NUMBER",
            description = "Sequence numbers of the messages, as shown by peek")
    private List<Long> sequenceNumbers = List.of();

    UndeferCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        MessagesAdmin messages = store.admin().messages(entity.name());
        RequestedMessages requested =
                RequestedMessages.of(messages, MessageFilter.all().withStates(MessageState.DEFERRED), sequenceNumbers);
        long undeferred = messages.undefer(sequenceNumbers);
        output().result(
                        new JsonObject().with("name", entity.name()).with("undeferred", undeferred),
                        "made " + MessageCountText.messages(undeferred) + " of " + entity.name() + " available again");
        return requested.report(context(), entity.name(), "that is deferred", undeferred);
    }
}
