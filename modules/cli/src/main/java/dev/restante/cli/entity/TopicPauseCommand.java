package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante topic pause}: stops deliveries from all subscriptions of a topic until it is resumed, but
 * still accepts sends.
 */
@Command(
        name = "pause",
        sortOptions = false,
        description =
                "Stops deliveries from all subscriptions of a topic until it is resumed, but still accepts sends.")
final class TopicPauseCommand extends StatusChangeCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the topic")
    private String name = "";

    TopicPauseCommand(CommandContext context) {
        super(context, "topic", "paused");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(CommandStore store) throws JMSException {
        return store.admin().topics().pause(name);
    }
}
