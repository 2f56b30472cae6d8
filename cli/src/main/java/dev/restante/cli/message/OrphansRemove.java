package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante orphans remove}. */
@Command(name = "remove", sortOptions = false, description = "Removes orphaned messages for good.")
final class OrphansRemove extends StoreCommand {

    @Parameters(index = "0", paramLabel = "ENTITY", description = "The missing entity, as 'orphans list' shows it")
    private long entity;

    OrphansRemove(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        BulkResult removed = store.admin().orphans().remove(entity);
        output().done(
                        new Fields().with("removed", removed.done()).with("left", removed.left()),
                        "removed " + removed.done() + ", left " + removed.left());
        return ExitCode.OK;
    }
}
