package dev.restante.cli.subscription;

import dev.restante.admin.EntityType;
import dev.restante.cli.entity.ConfiguringCommand;
import dev.restante.cli.entity.Descriptions;
import dev.restante.cli.entity.OptionArguments;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante subscription alter}. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Changes the options that are given, also while the subscription is in use.")
final class SubscriptionAlter extends ConfiguringCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String name = "";

    SubscriptionAlter(Shell shell) {
        super(shell, OptionArguments.altering(QueueOption.all()));
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        Subscriptions.durable(store, name);
        store.admin().alterOptions(EntityType.SUBSCRIPTION, name, texts());
        output().done(
                        Descriptions.of(Subscriptions.durable(store, name).description(), name),
                        "altered subscription " + name);
        return ExitCode.OK;
    }
}
