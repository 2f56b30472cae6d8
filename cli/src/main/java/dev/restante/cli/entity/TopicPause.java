package dev.restante.cli.entity;

import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic pause}. */
@Command(
        name = "pause",
        sortOptions = false,
        description = "Lets the receivers of all subscriptions wait until the topic is resumed; sends are accepted.")
final class TopicPause extends StatusCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The topic")
    private String name = "";

    TopicPause(Shell shell) {
        super(shell, "topic", "paused");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(OpenStore store) throws JMSException {
        return store.admin().topics().pause(name);
    }
}
