package dev.restante.cli.subscription;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription rule remove}: removes a rule from a durable subscription. */
@Command(
        name = "remove",
        sortOptions = false,
        description = "Removes a rule from a durable subscription. A subscription without rules gets no messages.")
final class RuleRemoveCommand extends OpenStoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String subscription = "";

    @Parameters(index = "1", paramLabel = "RULE", description = "Name of the rule")
    private String name = "";

    @Option(names = "--if-exists", description = "Do not fail if it does not exist")
    private boolean ifExists;

    RuleRemoveCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        boolean removed = SubscriptionLookup.rules(store, subscription).remove(name);
        if (!removed && !ifExists) {
            throw new CommandException(
                    ExitCode.NOT_FOUND, "the subscription '" + subscription + "' has no rule '" + name + "'");
        }
        JsonObject done = new JsonObject().with("name", name).with("deleted", removed);
        output().result(done, (removed ? "removed rule " : "there is no rule ") + name);
        return ExitCode.OK;
    }
}
