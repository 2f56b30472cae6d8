package dev.restante.cli.entity;

import dev.restante.admin.QueueDescription;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante queue copy}. */
@Command(name = "copy", sortOptions = false, description = "Creates a queue with the options of another.")
final class QueueCopy extends StoreCommand {

    @Parameters(index = "0", paramLabel = "FROM", description = "The queue whose options it gets")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "The new queue")
    private String to = "";

    QueueCopy(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        QueueDescription created = store.admin().copyQueue(from, to);
        output().done(Descriptions.of(created), "created queue " + to + " as " + from);
        return ExitCode.OK;
    }
}
