package dev.restante.cli.message;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante forget-duplicate}. */
@Command(
        name = "forget-duplicate",
        sortOptions = false,
        description = "Forgets a duplicate id before its time, so that the next message with it counts as new.")
final class ForgetDuplicateCommand extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue, or with --topic the topic")
    private String name = "";

    @Parameters(index = "1", paramLabel = "ID", description = "The duplicate id")
    private String duplicateId = "";

    @Option(names = "--topic", description = "NAME is a topic")
    private boolean topic;

    ForgetDuplicateCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        boolean forgotten = topic
                ? store.admin().topics().forgetDuplicateId(name, duplicateId)
                : store.admin().forgetDuplicateId(name, duplicateId);
        if (!forgotten) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, name + " does not remember the duplicate id '" + duplicateId + "'");
        }
        Fields done =
                new Fields().with("name", name).with("duplicateId", duplicateId).with("forgotten", true);
        output().done(done, "forgot the duplicate id " + duplicateId + " of " + name);
        return ExitCode.OK;
    }
}
