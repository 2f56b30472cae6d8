package dev.restante.cli.message;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.Counted;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code restante undefer}. */
@Command(
        name = "undefer",
        sortOptions = false,
        description = "Makes deferred messages available again, at their old places.")
final class UndeferCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SEQUENCE_NUMBER",
            description = "Of the messages, as peek tells them")
    private List<Long> sequenceNumbers = List.of();

    UndeferCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        long undeferred = store.admin().messages(entity.name()).undefer(sequenceNumbers);
        if (undeferred == 0) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, "no message of " + entity.name() + " with such a number is deferred");
        }
        output().done(
                        new Fields().with("name", entity.name()).with("undeferred", undeferred),
                        "made " + Counted.messages(undeferred) + " of " + entity.name() + " available again");
        return ExitCode.OK;
    }
}
