package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionDescription;
import dev.restante.cli.entity.EntityFields;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante subscription copy}: creates a durable subscription with the topic, client id, selector,
 * rules and options of another subscription.
 */
@Command(
        name = "copy",
        sortOptions = false,
        description = "Creates a durable subscription with the topic, client id, selector, rules and options of"
                + " another subscription.")
final class SubscriptionCopyCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "FROM", description = "Full name of the subscription to copy")
    private String from = "";

    @Parameters(
            index = "1",
            paramLabel = "TO",
            description = "Name of the new subscription, as its consumers specify it")
    private String to = "";

    SubscriptionCopyCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        SubscriptionLookup.NamedDurableSubscription found = SubscriptionLookup.durable(store, from);
        SubscriptionDescription created =
                store.admin().topics().copySubscription(found.description().clientId(), found.name(), to);
        String fullName = SubscriptionLookup.fullName(created);
        output().result(
                        EntityFields.of(created, fullName),
                        "created subscription " + fullName + " as a copy of " + from);
        return ExitCode.OK;
    }
}
