package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.Counted;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante purge}. */
@Command(
        name = "purge",
        sortOptions = false,
        description = {
            "Removes messages of a queue or subscription that are there now.",
            "What is locked goes only with --state LOCKED, which breaks the locks."
        })
final class PurgeCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(names = "--all", description = "All that are not locked")
    private boolean all;

    PurgeCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        MessagesAdmin messages = store.admin().messages(entity.name());
        BulkResult result;
        try (ProgressBar bar = new ProgressBar(shell(), "purged", Totals.of(shell(), store, entity.name(), filter))) {
            result = messages.purge(filter.filter(), bar::show);
        }
        Fields done = new Fields()
                .with("name", entity.name())
                .with("removed", result.done())
                .with("cancelled", result.cancelled());
        output().done(
                        done,
                        "removed " + Counted.messages(result.done()) + " of " + entity.name()
                                + (result.cancelled() ? ", then stopped" : ""));
        return ExitCode.OK;
    }

    @Override
    protected void check() throws CommandFailure {
        filter.requireFilterOr(all);
    }
}
