package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue pause}: stops deliveries from a queue until it is resumed, but still accepts sends. */
@Command(
        name = "pause",
        sortOptions = false,
        description = "Stops deliveries from a queue until it is resumed, but still accepts sends.")
final class QueuePauseCommand extends StatusChangeCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue or dead-letter queue")
    private String name = "";

    QueuePauseCommand(CommandContext context) {
        super(context, "queue", "paused");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(CommandStore store) throws JMSException {
        return store.admin().pause(name);
    }
}
