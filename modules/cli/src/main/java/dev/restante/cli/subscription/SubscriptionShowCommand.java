package dev.restante.cli.subscription;

import dev.restante.cli.entity.EntityFields;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription show}: shows a subscription with its options. */
@Command(name = "show", sortOptions = false, description = "Shows a subscription with its options.")
final class SubscriptionShowCommand extends OpenStoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String name = "";

    SubscriptionShowCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        output().object(EntityFields.of(store.admin().topics().subscription(name), name));
        return ExitCode.OK;
    }
}
