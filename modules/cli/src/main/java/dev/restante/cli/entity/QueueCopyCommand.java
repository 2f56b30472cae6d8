package dev.restante.cli.entity;

import dev.restante.admin.QueueDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue copy}: creates a queue with the options of another queue. */
@Command(name = "copy", sortOptions = false, description = "Creates a queue with the options of another queue.")
final class QueueCopyCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "FROM", description = "Name of the queue whose options are copied")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "Name of the new queue")
    private String to = "";

    QueueCopyCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        QueueDescription created = store.admin().copyQueue(from, to);
        output().result(EntityFields.of(created), "created queue " + to + " with the options of " + from);
        return ExitCode.OK;
    }
}
