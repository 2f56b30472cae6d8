package dev.restante.cli.entity;

import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante queue pause}. */
@Command(
        name = "pause",
        sortOptions = false,
        description = "Lets the receivers of a queue wait until it is resumed; sends are accepted.")
final class QueuePause extends StatusCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue, or a dead-letter queue")
    private String name = "";

    QueuePause(Shell shell) {
        super(shell, "queue", "paused");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(OpenStore store) throws JMSException {
        return store.admin().pause(name);
    }
}
