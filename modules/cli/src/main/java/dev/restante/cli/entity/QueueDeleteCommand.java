package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue delete}: deletes a queue with its dead-letter queue. */
@Command(
        name = "delete",
        sortOptions = false,
        description =
                "Deletes a queue with its dead-letter queue. A queue that is in use or has messages needs --force.")
final class QueueDeleteCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue")
    private String name = "";

    @Option(names = "--force", description = "Delete it even if it is in use or not empty")
    private boolean force;

    @Option(names = "--if-exists", description = "Do not fail if it does not exist")
    private boolean ifExists;

    QueueDeleteCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        boolean deleted = store.admin().deleteQueue(name, force);
        if (!deleted && !ifExists) {
            throw new CommandException(ExitCode.NOT_FOUND, "there is no queue '" + name + "'");
        }
        JsonObject done = new JsonObject().with("name", name).with("deleted", deleted);
        output().result(done, (deleted ? "deleted queue " : "there is no queue ") + name);
        return ExitCode.OK;
    }
}
