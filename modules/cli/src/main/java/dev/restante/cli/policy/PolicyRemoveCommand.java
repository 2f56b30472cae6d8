package dev.restante.cli.policy;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code restante policy remove}: removes a policy. */
@Command(
        name = "remove",
        sortOptions = false,
        description = "Removes a policy. Its entities then have the options of other policies, or the defaults.")
final class PolicyRemoveCommand extends OpenStoreCommand {

    @Mixin
    private final PolicyArguments arguments = new PolicyArguments();

    PolicyRemoveCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        if (!store.admin().policies().remove(arguments.kind(), arguments.pattern())) {
            throw new CommandException(ExitCode.NOT_FOUND, arguments.notFoundText());
        }
        output().result(new JsonObject().with("removed", arguments.pattern()), "removed policy " + arguments.pattern());
        return ExitCode.OK;
    }
}
