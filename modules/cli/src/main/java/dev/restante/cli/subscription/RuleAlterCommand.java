package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Command;

/** Command {@code restante subscription rule alter}: replaces a rule of a durable subscription, which may be in use. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Replaces a rule of a durable subscription, which may be in use.")
final class RuleAlterCommand extends RuleWriteCommand {

    RuleAlterCommand(CommandContext context) {
        super(context);
    }

    @Override
    String write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws Exception {
        rules.alter(rule);
        return "altered rule " + rule.name() + " of";
    }
}
