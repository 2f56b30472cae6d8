package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante orphans move}. */
@Command(name = "move", sortOptions = false, description = "Moves orphaned messages to the end of a queue.")
final class OrphansMove extends StoreCommand {

    @Parameters(index = "0", paramLabel = "ENTITY", description = "The missing entity, as 'orphans list' shows it")
    private long entity;

    @Parameters(index = "1", paramLabel = "NAME", description = "The full name of the queue or subscription")
    private String target = "";

    OrphansMove(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        BulkResult moved = store.admin().orphans().move(entity, target);
        output().done(
                        new Fields().with("moved", moved.done()).with("left", moved.left()),
                        "moved " + moved.done() + ", left " + moved.left());
        return ExitCode.OK;
    }
}
