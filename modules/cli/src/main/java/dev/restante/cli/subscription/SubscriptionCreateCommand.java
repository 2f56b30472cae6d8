package dev.restante.cli.subscription;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.cli.entity.EntityFields;
import dev.restante.cli.entity.EntityOptionsCommand;
import dev.restante.cli.entity.OptionArguments;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.option.QueueOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription create}: creates a durable subscription before its first consumer. */
@Command(
        name = "create",
        sortOptions = false,
        description = "Creates a durable subscription before its first consumer.")
final class SubscriptionCreateCommand extends EntityOptionsCommand {

    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            description = "Name of the topic, or pattern with the segments * and #")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "Name of the subscription, as its consumers specify it")
    private String name = "";

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description = "Client id of the connections of its consumers; required without --shared")
    private @Nullable String clientId;

    @Option(names = "--shared", description = "Allow several consumers at the same time")
    private boolean shared;

    @Option(
            names = "--selector",
            paramLabel = "SELECTOR",
            description = "Selector of the messages that it gets; default: all messages")
    private @Nullable String selector;

    SubscriptionCreateCommand(CommandContext context) {
        super(context, OptionArguments.forCreation(QueueOption.all()));
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        SubscriptionDescription created = store.admin()
                .topics()
                .createSubscription(
                        topic,
                        clientId,
                        name,
                        shared,
                        selector,
                        QueueOptions.defaults().withTexts(changedOptions()));
        String fullName = SubscriptionLookup.fullName(created);
        output().result(EntityFields.of(created, fullName), "created subscription " + fullName);
        return ExitCode.OK;
    }
}
