package dev.restante.cli.entity;

import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante queue disable}. */
@Command(
        name = "disable",
        sortOptions = false,
        description = "Lets the receivers of a queue wait, and has sends refused, until it is resumed.")
final class QueueDisable extends StatusCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue, or a dead-letter queue")
    private String name = "";

    QueueDisable(Shell shell) {
        super(shell, "queue", "disabled");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(OpenStore store) throws JMSException {
        return store.admin().disable(name);
    }
}
