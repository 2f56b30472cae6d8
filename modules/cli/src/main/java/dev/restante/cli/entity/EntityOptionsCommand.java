package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.OpenStoreCommand;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/** Base class of create and alter commands, which adds a command-line option for each option of the entity. */
@Command(modelTransformer = EntityOptionsCommand.OptionsModelTransformer.class)
public abstract class EntityOptionsCommand extends OpenStoreCommand {

    private final OptionArguments arguments;

    protected EntityOptionsCommand(CommandContext context, OptionArguments arguments) {
        super(context);
        this.arguments = arguments;
    }

    protected final Map<String, String> changedOptions() {
        return arguments.changedOptions();
    }

    protected final Set<String> removedOptions() {
        return arguments.removedOptions();
    }

    @Override
    protected final void validate() throws CommandException {
        arguments.check();
    }

    static final class OptionsModelTransformer implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            if (command.userObject() instanceof EntityOptionsCommand optionsCommand) {
                optionsCommand.arguments.addTo(command);
            }
            return command;
        }
    }
}
