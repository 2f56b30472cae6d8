package dev.restante.cli.subscription;

import dev.restante.cli.entity.Descriptions;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante subscription show}. */
@Command(name = "show", sortOptions = false, description = "Shows a subscription with its options.")
final class SubscriptionShow extends StoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String name = "";

    SubscriptionShow(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        output().thing(Descriptions.of(store.admin().topics().subscription(name), name));
        return ExitCode.OK;
    }
}
