package dev.restante.cli.entity;

import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante queue create}. */
@Command(name = "create", sortOptions = false, description = "Creates a queue with its dead-letter queue.")
final class QueueCreate extends ConfiguringCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The new queue")
    private String name = "";

    QueueCreate(Shell shell) {
        super(shell, OptionArguments.creating(QueueOption.all()));
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        QueueDescription created =
                store.admin().createQueue(name, QueueOptions.defaults().configured(texts()));
        output().done(Descriptions.of(created), "created queue " + name);
        return ExitCode.OK;
    }
}
