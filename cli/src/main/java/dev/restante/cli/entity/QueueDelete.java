package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante queue delete}. */
@Command(
        name = "delete",
        sortOptions = false,
        description = "Deletes a queue with its dead-letter queue; what is in use or has messages only by force.")
final class QueueDelete extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue")
    private String name = "";

    @Option(names = "--force", description = "Also if it is in use or not empty")
    private boolean force;

    @Option(names = "--if-exists", description = "Do not fail if there is none")
    private boolean ifExists;

    QueueDelete(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        boolean deleted = store.admin().deleteQueue(name, force);
        if (!deleted && !ifExists) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no queue '" + name + "'");
        }
        Fields done = new Fields().with("name", name).with("deleted", deleted);
        output().done(done, (deleted ? "deleted queue " : "there is no queue ") + name);
        return ExitCode.OK;
    }
}
