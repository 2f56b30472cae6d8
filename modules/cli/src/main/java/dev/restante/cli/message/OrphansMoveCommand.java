package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante orphans move}: moves orphaned messages to the end of a queue or subscription. */
@Command(
        name = "move",
        sortOptions = false,
        description = "Moves orphaned messages to the end of a queue or subscription.")
final class OrphansMoveCommand extends OpenStoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "ENTITY",
            description = "Id of the missing entity, as shown by 'orphans list'")
    private long entity;

    @Parameters(
            index = "1",
            paramLabel = "NAME",
            description = "Full name of the queue or subscription to move them to")
    private String target = "";

    OrphansMoveCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        BulkResult moved = store.admin().orphans().move(entity, target);
        output().result(
                        new JsonObject().with("moved", moved.processed()).with("skipped", moved.skipped()),
                        "moved " + moved.processed() + ", left " + moved.skipped());
        return ExitCode.OK;
    }
}
