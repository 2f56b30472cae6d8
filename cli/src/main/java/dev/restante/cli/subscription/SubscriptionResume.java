package dev.restante.cli.subscription;

import dev.restante.cli.entity.StatusCommand;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante subscription resume}. */
@Command(name = "resume", sortOptions = false, description = "Lets applications receive from a subscription.")
final class SubscriptionResume extends StatusCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String name = "";

    SubscriptionResume(Shell shell) {
        super(shell, "subscription", "resumed");
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
