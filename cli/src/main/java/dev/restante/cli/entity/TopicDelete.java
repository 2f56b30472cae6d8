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

/** {@code restante topic delete}. */
@Command(
        name = "delete",
        sortOptions = false,
        description = "Deletes a topic; one that has subscriptions only by force, with all that they have.")
final class TopicDelete extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The topic")
    private String name = "";

    @Option(names = "--force", description = "Also if it has subscriptions")
    private boolean force;

    @Option(names = "--if-exists", description = "Do not fail if there is none")
    private boolean ifExists;

    TopicDelete(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        boolean deleted = store.admin().topics().delete(name, force);
        if (!deleted && !ifExists) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no topic '" + name + "'");
        }
        Fields done = new Fields().with("name", name).with("deleted", deleted);
        output().done(done, (deleted ? "deleted topic " : "there is no topic ") + name);
        return ExitCode.OK;
    }
}
