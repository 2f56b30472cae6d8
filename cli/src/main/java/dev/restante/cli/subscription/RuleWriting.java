package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.rule.SubscriptionRule;
import picocli.CommandLine.Mixin;

/** A command that takes a whole rule and gives it to a subscription. */
abstract class RuleWriting extends StoreCommand {

    @Mixin
    private RuleArguments arguments = new RuleArguments();

    RuleWriting(Shell shell) {
        super(shell);
    }

    /**
     * Gives it.
     *
     * @return what was done, such as "added rule x to"
     */
    abstract String write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws Exception;

    @Override
    protected final int run(OpenStore store) throws Exception {
        SubscriptionRule rule = arguments.rule();
        String done = write(Subscriptions.rules(store, arguments.subscription()), rule);
        output().done(RuleArguments.fields(rule), done + " subscription " + arguments.subscription());
        return ExitCode.OK;
    }
}
