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

/** Command {@code restante topic delete}: deletes a topic. */
@Command(
        name = "delete",
        sortOptions = false,
        description = "Deletes a topic. A topic with subscriptions needs --force, which also deletes the subscriptions"
                + " and their messages.")
final class TopicDeleteCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the topic")
    private String name = "";

    @Option(names = "--force", description = "Delete it even if it has subscriptions")
    private boolean force;

    @Option(names = "--if-exists", description = "Do not fail if it does not exist")
    private boolean ifExists;

    TopicDeleteCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        boolean deleted = store.admin().topics().delete(name, force);
        if (!deleted && !ifExists) {
            throw new CommandException(ExitCode.NOT_FOUND, "there is no topic '" + name + "'");
        }
        JsonObject done = new JsonObject().with("name", name).with("deleted", deleted);
        output().result(done, (deleted ? "deleted topic " : "there is no topic ") + name);
        return ExitCode.OK;
    }
}
