package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.Shell;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Command;

/** {@code restante subscription rule add}. */
@Command(
        name = "add",
        sortOptions = false,
        description = "Adds a rule to a durable subscription, also while it is in use.")
final class RuleAdd extends RuleWriting {

    RuleAdd(Shell shell) {
        super(shell);
    }

    @Override
    String write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws Exception {
        rules.add(rule);
        return "added rule " + rule.name() + " to";
    }
}
