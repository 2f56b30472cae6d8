package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante queue disable}: stops deliveries from a queue and rejects sends to it, until the queue is
 * resumed.
 */
@Command(
        name = "disable",
        sortOptions = false,
        description = "Stops deliveries from a queue and rejects sends to it, until the queue is resumed.")
final class QueueDisableCommand extends StatusChangeCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue or dead-letter queue")
    private String name = "";

    QueueDisableCommand(CommandContext context) {
        super(context, "queue", "disabled");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(CommandStore store) throws JMSException {
        return store.admin().disable(name);
    }
}
