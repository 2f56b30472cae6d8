package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue resume}: resumes deliveries from a queue and sends to it. */
@Command(name = "resume", sortOptions = false, description = "Resumes deliveries from a queue and sends to it.")
final class QueueResumeCommand extends StatusChangeCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue or dead-letter queue")
    private String name = "";

    QueueResumeCommand(CommandContext context) {
        super(context, "queue", "resumed");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(CommandStore store) throws JMSException {
        return store.admin().resume(name);
    }
}
