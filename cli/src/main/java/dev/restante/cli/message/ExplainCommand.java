package dev.restante.cli.message;

import dev.restante.api.Obstacle;
import dev.restante.cli.shell.Column;
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

/** {@code restante explain}. */
@Command(
        name = "explain",
        sortOptions = false,
        description = "Tells why a message is not delivered; nothing if it is its turn after those before it.")
final class ExplainCommand extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(Column.text("kind", "KIND"), Column.text("text", "REASON"));

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Parameters(index = "1", paramLabel = "SEQUENCE_NUMBER", description = "Of the message, as peek tells it")
    private long sequenceNumber;

    ExplainCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<Obstacle> obstacles = store.admin().messages(entity.name()).explain(sequenceNumber);
        output().list(
                        obstacles.stream()
                                .map(obstacle -> new Fields()
                                        .with("kind", obstacle.kind())
                                        .with("text", obstacle.text()))
                                .toList(),
                        COLUMNS);
        return ExitCode.OK;
    }
}
