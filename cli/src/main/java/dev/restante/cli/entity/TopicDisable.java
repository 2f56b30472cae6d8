package dev.restante.cli.entity;

import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic disable}. */
@Command(
        name = "disable",
        sortOptions = false,
        description = "Lets the receivers of all subscriptions wait, and has sends refused, until it is resumed.")
final class TopicDisable extends StatusCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The topic")
    private String name = "";

    TopicDisable(Shell shell) {
        super(shell, "topic", "disabled");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(OpenStore store) throws JMSException {
        return store.admin().topics().disable(name);
    }
}
