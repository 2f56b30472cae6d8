package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/** A command that has an argument for each option of a queue, subscription or topic. */
@Command(modelTransformer = ConfiguringCommand.Arguments.class)
public abstract class ConfiguringCommand extends StoreCommand {

    private final OptionArguments arguments;

    protected ConfiguringCommand(Shell shell, OptionArguments arguments) {
        super(shell);
        this.arguments = arguments;
    }

    /** The options that change, as texts. */
    protected final Map<String, String> texts() {
        return arguments.texts();
    }

    @Override
    protected final void check() throws CommandFailure {
        arguments.check();
    }

    /** Adds the arguments. */
    static final class Arguments implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            if (command.userObject() instanceof ConfiguringCommand configuring) {
                configuring.arguments.addTo(command);
            }
            return command;
        }
    }
}
