package dev.restante.cli.entity;

import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic show}. */
@Command(name = "show", sortOptions = false, description = "Shows a topic with its options.")
final class TopicShow extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The topic")
    private String name = "";

    TopicShow(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        output().thing(Descriptions.of(store.admin().topics().topic(name)));
        return ExitCode.OK;
    }
}
