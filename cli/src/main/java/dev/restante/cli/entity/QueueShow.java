package dev.restante.cli.entity;

import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante queue show}. */
@Command(name = "show", sortOptions = false, description = "Shows a queue or dead-letter queue with its options.")
final class QueueShow extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue")
    private String name = "";

    QueueShow(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        output().thing(Descriptions.of(store.admin().queue(name)));
        return ExitCode.OK;
    }
}
