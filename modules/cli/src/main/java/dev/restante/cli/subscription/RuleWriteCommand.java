package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Mixin;

/**
 * Base class of the commands that add or replace a rule of a durable subscription: reads the rule from the arguments
 * and prints it.
 */
abstract class RuleWriteCommand extends OpenStoreCommand {

    @Mixin
    private RuleArguments arguments = new RuleArguments();

    RuleWriteCommand(CommandContext context) {
        super(context);
    }

    /**
     * Adds or replaces the rule.
     *
     * @return the beginning of the result, such as "added rule x to"
     */
    abstract String write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws Exception;

    @Override
    protected final int run(CommandStore store) throws Exception {
        SubscriptionRule rule = arguments.rule();
        String done = write(SubscriptionLookup.rules(store, arguments.subscription()), rule);
        output().result(RuleArguments.fields(rule), done + " subscription " + arguments.subscription());
        return ExitCode.OK;
    }
}
