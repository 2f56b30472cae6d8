package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante topic disable}: stops deliveries from all subscriptions of a topic and rejects sends to
 * it, until the topic is resumed.
 */
@Command(
        name = "disable",
        sortOptions = false,
        description = "Stops deliveries from all subscriptions of a topic and rejects sends to it, until the topic is"
                + " resumed.")
final class TopicDisableCommand extends StatusChangeCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the topic")
    private String name = "";

    TopicDisableCommand(CommandContext context) {
        super(context, "topic", "disabled");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(CommandStore store) throws JMSException {
        return store.admin().topics().disable(name);
    }
}
