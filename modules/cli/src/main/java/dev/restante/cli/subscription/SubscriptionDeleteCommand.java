package dev.restante.cli.subscription;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription delete}: deletes a durable subscription. */
@Command(
        name = "delete",
        sortOptions = false,
        description = "Deletes a durable subscription. A subscription with consumers or messages needs --force.")
final class SubscriptionDeleteCommand extends OpenStoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String name = "";

    @Option(names = "--force", description = "Delete it even if it is in use or not empty")
    private boolean force;

    @Option(names = "--if-exists", description = "Do not fail if it does not exist")
    private boolean ifExists;

    SubscriptionDeleteCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        boolean there = !ifExists || SubscriptionLookup.find(store, name).isPresent();
        if (there) {
            SubscriptionLookup.NamedDurableSubscription found = SubscriptionLookup.durable(store, name);
            store.admin().topics().deleteSubscription(found.description().clientId(), found.name(), force);
        }
        JsonObject done = new JsonObject().with("name", name).with("deleted", there);
        output().result(done, (there ? "deleted subscription " : "there is no subscription ") + name);
        return ExitCode.OK;
    }
}
