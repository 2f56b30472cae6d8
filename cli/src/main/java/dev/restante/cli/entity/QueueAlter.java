package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante queue alter}. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Changes the options that are given, also while the queue is in use.")
final class QueueAlter extends ConfiguringCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue, or a dead-letter queue")
    private String name = "";

    QueueAlter(Shell shell) {
        super(shell, OptionArguments.altering(QueueOption.all()));
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        store.admin().alterOptions(EntityType.QUEUE, name, texts());
        output().done(Descriptions.of(store.admin().queue(name)), "altered queue " + name);
        return ExitCode.OK;
    }
}
