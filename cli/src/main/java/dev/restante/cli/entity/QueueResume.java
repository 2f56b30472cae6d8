package dev.restante.cli.entity;

import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante queue resume}. */
@Command(name = "resume", sortOptions = false, description = "Lets applications send to a queue and receive from it.")
final class QueueResume extends StatusCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue, or a dead-letter queue")
    private String name = "";

    QueueResume(Shell shell) {
        super(shell, "queue", "resumed");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(OpenStore store) throws JMSException {
        return store.admin().resume(name);
    }
}
