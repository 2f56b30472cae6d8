package dev.restante.cli.subscription;

import dev.restante.cli.entity.StatusChangeCommand;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription resume}: resumes deliveries from a subscription. */
@Command(name = "resume", sortOptions = false, description = "Resumes deliveries from a subscription.")
final class SubscriptionResumeCommand extends StatusChangeCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String name = "";

    SubscriptionResumeCommand(CommandContext context) {
        super(context, "subscription", "resumed");
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
