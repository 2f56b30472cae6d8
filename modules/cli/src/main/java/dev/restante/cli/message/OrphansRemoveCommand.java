package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante orphans remove}: deletes orphaned messages permanently. */
@Command(name = "remove", sortOptions = false, description = "Deletes orphaned messages permanently.")
final class OrphansRemoveCommand extends OpenStoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "ENTITY",
            description = "Id of the missing entity, as shown by 'orphans list'")
    private long entity;

    OrphansRemoveCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        BulkResult removed = store.admin().orphans().remove(entity);
        output().result(
                        new JsonObject().with("removed", removed.processed()).with("skipped", removed.skipped()),
                        "removed " + removed.processed() + ", left " + removed.skipped());
        return ExitCode.OK;
    }
}
