package dev.restante.cli.subscription;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.cli.entity.ConfiguringCommand;
import dev.restante.cli.entity.Descriptions;
import dev.restante.cli.entity.OptionArguments;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.QueueOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante subscription create}. */
@Command(
        name = "create",
        sortOptions = false,
        description = "Creates a durable subscription that nobody consumes from yet.")
final class SubscriptionCreate extends ConfiguringCommand {

    @Parameters(index = "0", paramLabel = "TOPIC", description = "Its topic")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "Its name, as its consumers give it")
    private String name = "";

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description = "Of the connections that will consume; required unless --shared")
    private @Nullable String clientId;

    @Option(names = "--shared", description = "It may have several consumers")
    private boolean shared;

    @Option(names = "--selector", paramLabel = "SELECTOR", description = "Which messages it wants; default: all")
    private @Nullable String selector;

    SubscriptionCreate(Shell shell) {
        super(shell, OptionArguments.creating(QueueOption.all()));
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        SubscriptionDescription created = store.admin()
                .topics()
                .createSubscription(
                        topic,
                        clientId,
                        name,
                        shared,
                        selector,
                        QueueOptions.defaults().configured(texts()));
        String fullName = Subscriptions.fullName(created);
        output().done(Descriptions.of(created, fullName), "created subscription " + fullName);
        return ExitCode.OK;
    }
}
