package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.Shell;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Command;

/** {@code restante subscription rule alter}. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Replaces the rule of that name with what is given, also while the subscription is in use.")
final class RuleAlter extends RuleWriting {

    RuleAlter(Shell shell) {
        super(shell);
    }

    @Override
    String write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws Exception {
        rules.alter(rule);
        return "altered rule " + rule.name() + " of";
    }
}
