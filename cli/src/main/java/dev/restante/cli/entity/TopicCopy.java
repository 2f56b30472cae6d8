package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic copy}. */
@Command(
        name = "copy",
        sortOptions = false,
        description = "Creates a topic with the options of another, without subscriptions.")
final class TopicCopy extends StoreCommand {

    @Parameters(index = "0", paramLabel = "FROM", description = "The topic whose options it gets")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "The new topic")
    private String to = "";

    TopicCopy(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        TopicDescription created = store.admin().topics().copy(from, to);
        output().done(Descriptions.of(created), "created topic " + to + " as " + from);
        return ExitCode.OK;
    }
}
