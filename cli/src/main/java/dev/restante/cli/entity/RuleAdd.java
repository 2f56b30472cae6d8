package dev.restante.cli.entity;

import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code restante subscription rule add}. */
@Command(
        name = "add",
        sortOptions = false,
        description = "Adds a rule to a durable subscription, also while it is in use.")
final class RuleAdd extends StoreCommand {

    @Mixin
    private RuleArguments arguments = new RuleArguments();

    RuleAdd(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        SubscriptionRule rule = arguments.rule();
        Subscriptions.rules(store, arguments.subscription()).add(rule);
        output().done(
                        RuleArguments.fields(rule),
                        "added rule " + rule.name() + " to subscription " + arguments.subscription());
        return ExitCode.OK;
    }
}
