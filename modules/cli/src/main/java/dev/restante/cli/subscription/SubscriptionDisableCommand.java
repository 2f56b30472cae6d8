package dev.restante.cli.subscription;

import dev.restante.cli.entity.StatusChangeCommand;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante subscription disable}: gives a subscription the status disabled, which stops deliveries as
 * pause does but still admits new messages.
 */
@Command(
        name = "disable",
        sortOptions = false,
        description = "Stops deliveries from a subscription, like pause. The subscription still gets new messages.")
final class SubscriptionDisableCommand extends StatusChangeCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String name = "";

    SubscriptionDisableCommand(CommandContext context) {
        super(context, "subscription", "disabled");
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
