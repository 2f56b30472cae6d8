package dev.restante.cli.subscription;

import dev.restante.admin.EntityType;
import dev.restante.cli.entity.EntityFields;
import dev.restante.cli.entity.EntityOptionsCommand;
import dev.restante.cli.entity.OptionArguments;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante subscription alter}: changes the specified options of a subscription, which may be in
 * use.
 */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Changes the specified options of a subscription, which may be in use.")
final class SubscriptionAlterCommand extends EntityOptionsCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String name = "";

    SubscriptionAlterCommand(CommandContext context) {
        super(context, OptionArguments.forAlteration(QueueOption.all()));
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        SubscriptionLookup.durable(store, name);
        store.admin().alterOptions(EntityType.SUBSCRIPTION, name, changedOptions(), removedOptions());
        output().result(
                        EntityFields.of(SubscriptionLookup.durable(store, name).description(), name),
                        "altered subscription " + name);
        return ExitCode.OK;
    }
}
