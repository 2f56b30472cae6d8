package dev.restante.cli.policy;

import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.cli.entity.EntityOptionsCommand;
import dev.restante.cli.entity.OptionArguments;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code restante policy set}: sets a policy, and replaces the policy with the same kind and pattern. */
@Command(
        name = "set",
        sortOptions = false,
        description = "Sets a policy with the specified options. Replaces all options of the policy with the same kind"
                + " and pattern.")
final class PolicySetCommand extends EntityOptionsCommand {

    @Mixin
    private final PolicyArguments arguments = new PolicyArguments();

    @Option(
            names = "--precedence",
            paramLabel = "N",
            description = "Decides between equally specific patterns: the higher number wins (default 0)")
    private int precedence;

    PolicySetCommand(CommandContext context) {
        super(context, OptionArguments.forCreation(QueueOption.all()));
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        Policy policy = new Policy(
                arguments.kind(),
                arguments.pattern(),
                precedence,
                QueueOptions.defaults().withTexts(changedOptions()));
        int changed = store.admin().policies().set(policy);
        output().result(
                        PolicyFields.of(policy).with("changedEntities", changed),
                        "set policy " + arguments.pattern() + ", which changed the options of " + changed
                                + (changed == 1 ? " entity" : " entities"));
        return ExitCode.OK;
    }
}
