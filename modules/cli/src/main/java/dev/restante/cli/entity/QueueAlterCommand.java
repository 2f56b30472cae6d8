package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue alter}: changes the specified options of a queue, which may be in use. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Changes the specified options of a queue, which may be in use.")
final class QueueAlterCommand extends EntityOptionsCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue or dead-letter queue")
    private String name = "";

    QueueAlterCommand(CommandContext context) {
        super(context, OptionArguments.forAlteration(QueueOption.all()));
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        store.admin().alterOptions(EntityType.QUEUE, name, changedOptions(), removedOptions());
        output().result(EntityFields.of(store.admin().queue(name)), "altered queue " + name);
        return ExitCode.OK;
    }
}
