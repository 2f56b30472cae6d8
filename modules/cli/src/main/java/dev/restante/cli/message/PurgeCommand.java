package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.MessageCountText;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code restante purge}: permanently removes the messages that are in a queue or subscription now. */
@Command(
        name = "purge",
        sortOptions = false,
        description = {
            "Permanently removes the messages that are in a queue or subscription now.",
            "Removes locked messages only with --state LOCKED, which breaks their locks."
        })
final class PurgeCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final MessageFilterOptions filter = new MessageFilterOptions();

    @Option(names = "--all", description = "Remove all messages that are not locked")
    private boolean all;

    PurgeCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        MessagesAdmin messages = store.admin().messages(entity.name());
        RequestedMessages requested = filter.requestedMessages(messages);
        BulkResult result;
        try (ProgressBar bar = new ProgressBar(
                context(), "purged", ProgressTotals.messages(context(), store, entity.name(), filter))) {
            result = messages.purge(filter.filter(), bar::update);
        }
        JsonObject done = new JsonObject()
                .with("name", entity.name())
                .with("removed", result.processed())
                .with("cancelled", result.cancelled());
        output().result(
                        done,
                        "removed " + MessageCountText.messages(result.processed()) + " of " + entity.name()
                                + (result.cancelled() ? ", then stopped" : ""));
        return requested.report(
                context(),
                entity.name(),
                "that matches the filter",
                result.cancelled() ? requested.found() : result.processed());
    }

    @Override
    protected void validate() throws CommandException {
        filter.requireFilterUnlessAll(all);
    }
}
