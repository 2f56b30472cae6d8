package dev.restante.cli.policy;

import dev.restante.admin.Policy;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code restante policy show}: shows a policy with its options. */
@Command(name = "show", sortOptions = false, description = "Shows a policy with its options.")
final class PolicyShowCommand extends OpenStoreCommand {

    @Mixin
    private final PolicyArguments arguments = new PolicyArguments();

    PolicyShowCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        Optional<Policy> policy = store.admin().policies().find(arguments.kind(), arguments.pattern());
        if (policy.isEmpty()) {
            throw new CommandException(ExitCode.NOT_FOUND, arguments.notFoundText());
        }
        output().object(PolicyFields.of(policy.get()));
        return ExitCode.OK;
    }
}
