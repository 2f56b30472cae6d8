package dev.restante.cli.subscription;

import dev.restante.cli.entity.StatusChangeCommand;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription pause}: stops deliveries from a subscription until it is resumed. */
@Command(
        name = "pause",
        sortOptions = false,
        description = "Stops deliveries from a subscription until it is resumed. The subscription still gets new"
                + " messages.")
final class SubscriptionPauseCommand extends StatusChangeCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String name = "";

    SubscriptionPauseCommand(CommandContext context) {
        super(context, "subscription", "paused");
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
