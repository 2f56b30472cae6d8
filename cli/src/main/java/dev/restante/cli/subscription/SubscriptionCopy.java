package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionDescription;
import dev.restante.cli.entity.Descriptions;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante subscription copy}. */
@Command(
        name = "copy",
        sortOptions = false,
        description = "Creates a durable subscription with topic, client id, selector, rules and options of another.")
final class SubscriptionCopy extends StoreCommand {

    @Parameters(index = "0", paramLabel = "FROM", description = "The full name of the one to copy")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "The name of the new one, as its consumers give it")
    private String to = "";

    SubscriptionCopy(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        Subscriptions.Durable found = Subscriptions.durable(store, from);
        SubscriptionDescription created =
                store.admin().topics().copySubscription(found.description().clientId(), found.name(), to);
        String fullName = Subscriptions.fullName(created);
        output().done(Descriptions.of(created, fullName), "created subscription " + fullName + " as " + from);
        return ExitCode.OK;
    }
}
