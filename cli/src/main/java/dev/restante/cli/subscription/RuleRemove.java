package dev.restante.cli.subscription;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante subscription rule remove}. */
@Command(
        name = "remove",
        sortOptions = false,
        description = "Removes a rule from a durable subscription; one without rules gets nothing.")
final class RuleRemove extends StoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String subscription = "";

    @Parameters(index = "1", paramLabel = "RULE", description = "The name of the rule")
    private String name = "";

    @Option(names = "--if-exists", description = "Do not fail if there is none")
    private boolean ifExists;

    RuleRemove(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        boolean removed = Subscriptions.rules(store, subscription).remove(name);
        if (!removed && !ifExists) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, "the subscription '" + subscription + "' has no rule '" + name + "'");
        }
        Fields done = new Fields().with("name", name).with("deleted", removed);
        output().done(done, (removed ? "removed rule " : "there is no rule ") + name);
        return ExitCode.OK;
    }
}
