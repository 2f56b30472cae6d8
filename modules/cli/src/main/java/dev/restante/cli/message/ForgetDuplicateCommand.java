package dev.restante.cli.message;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante forget-duplicate}: removes a recorded duplicate id, so that the next message with this id
 * is accepted.
 */
@Command(
        name = "forget-duplicate",
        sortOptions = false,
        description = "Removes a recorded duplicate id, so that the next message with this id is accepted.")
final class ForgetDuplicateCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue, or with --topic of the topic")
    private String name = "";

    @Parameters(index = "1", paramLabel = "ID", description = "The duplicate id")
    private String duplicateId = "";

    @Option(names = "--topic", description = "NAME is a topic")
    private boolean topic;

    ForgetDuplicateCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        boolean forgotten = topic
                ? store.admin().topics().forgetDuplicateId(name, duplicateId)
                : store.admin().forgetDuplicateId(name, duplicateId);
        if (!forgotten) {
            throw new CommandException(
                    ExitCode.NOT_FOUND, name + " has no record of the duplicate id '" + duplicateId + "'");
        }
        JsonObject done = new JsonObject()
                .with("name", name)
                .with("duplicateId", duplicateId)
                .with("forgotten", true);
        output().result(done, "removed the duplicate id " + duplicateId + " of " + name);
        return ExitCode.OK;
    }
}
