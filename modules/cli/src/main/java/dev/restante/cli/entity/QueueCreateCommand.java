package dev.restante.cli.entity;

import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue create}: creates a queue with its dead-letter queue. */
@Command(name = "create", sortOptions = false, description = "Creates a queue with its dead-letter queue.")
final class QueueCreateCommand extends EntityOptionsCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the new queue")
    private String name = "";

    QueueCreateCommand(CommandContext context) {
        super(context, OptionArguments.forCreation(QueueOption.all()));
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        QueueDescription created =
                store.admin().createQueue(name, QueueOptions.defaults().withTexts(changedOptions()));
        output().result(EntityFields.of(created), "created queue " + name);
        return ExitCode.OK;
    }
}
