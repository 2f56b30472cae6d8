package dev.restante.cli.entity;

import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic resume}. */
@Command(
        name = "resume",
        sortOptions = false,
        description = "Lets applications send to a topic and receive from its subscriptions.")
final class TopicResume extends StatusCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The topic")
    private String name = "";

    TopicResume(Shell shell) {
        super(shell, "topic", "resumed");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(OpenStore store) throws JMSException {
        return store.admin().topics().resume(name);
    }
}
