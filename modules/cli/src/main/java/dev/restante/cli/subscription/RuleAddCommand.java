package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Command;

/** Command {@code restante subscription rule add}: adds a rule to a durable subscription, which may be in use. */
@Command(name = "add", sortOptions = false, description = "Adds a rule to a durable subscription, which may be in use.")
final class RuleAddCommand extends RuleWriteCommand {

    RuleAddCommand(CommandContext context) {
        super(context);
    }

    @Override
    String write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws Exception {
        rules.add(rule);
        return "added rule " + rule.name() + " to";
    }
}
