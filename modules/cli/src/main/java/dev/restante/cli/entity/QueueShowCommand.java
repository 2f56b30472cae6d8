package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue show}: shows a queue or dead-letter queue with its options. */
@Command(name = "show", sortOptions = false, description = "Shows a queue or dead-letter queue with its options.")
final class QueueShowCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue")
    private String name = "";

    QueueShowCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        output().object(EntityFields.of(store.admin().queue(name)));
        return ExitCode.OK;
    }
}
