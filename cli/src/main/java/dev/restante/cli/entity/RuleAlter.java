package dev.restante.cli.entity;

import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code restante subscription rule alter}. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Replaces the rule of that name with what is given, also while the subscription is in use.")
final class RuleAlter extends StoreCommand {

    @Mixin
    private RuleArguments arguments = new RuleArguments();

    RuleAlter(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        SubscriptionRule rule = arguments.rule();
        Subscriptions.rules(store, arguments.subscription()).alter(rule);
        output().done(
                        RuleArguments.fields(rule),
                        "altered rule " + rule.name() + " of subscription " + arguments.subscription());
        return ExitCode.OK;
    }
}
