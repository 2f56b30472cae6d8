package dev.restante.cli.subscription;

import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante subscription delete}. */
@Command(
        name = "delete",
        sortOptions = false,
        description = "Deletes a durable subscription; one that has consumers or messages only by force.")
final class SubscriptionDelete extends StoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String name = "";

    @Option(names = "--force", description = "Also if it is in use or not empty")
    private boolean force;

    @Option(names = "--if-exists", description = "Do not fail if there is none")
    private boolean ifExists;

    SubscriptionDelete(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        boolean there = !ifExists || Subscriptions.find(store, name).isPresent();
        if (there) {
            Subscriptions.Durable found = Subscriptions.durable(store, name);
            store.admin().topics().deleteSubscription(found.description().clientId(), found.name(), force);
        }
        Fields done = new Fields().with("name", name).with("deleted", there);
        output().done(done, (there ? "deleted subscription " : "there is no subscription ") + name);
        return ExitCode.OK;
    }
}
