package dev.restante.cli.subscription;

import dev.restante.cli.entity.StatusCommand;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante subscription disable}. */
@Command(
        name = "disable",
        sortOptions = false,
        description = "Lets the receivers of a subscription wait as pause does: it gets its copies.")
final class SubscriptionDisable extends StatusCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String name = "";

    SubscriptionDisable(Shell shell) {
        super(shell, "subscription", "disabled");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(OpenStore store) throws JMSException {
        return store.admin().disable(name);
    }
}
