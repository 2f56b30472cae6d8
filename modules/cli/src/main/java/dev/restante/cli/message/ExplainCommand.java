package dev.restante.cli.message;

import dev.restante.api.BlockingReason;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command {@code restante explain}: lists the reasons why a message is not delivered. */
@Command(
        name = "explain",
        sortOptions = false,
        description = "Lists the reasons why a message is not delivered. The list is empty if the message only waits"
                + " for earlier messages.")
final class ExplainCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS =
            List.of(TableColumn.text("kind", "KIND"), TableColumn.text("text", "REASON"));

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Parameters(
            index = "1",
            paramLabel = "SEQUENCE_NUMBER",
            description = "Sequence number of the message, as shown by peek")
    private long sequenceNumber;

    ExplainCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<BlockingReason> blockingReasons =
                store.admin().messages(entity.name()).explain(sequenceNumber);
        output().list(
                        blockingReasons.stream()
                                .map(blockingReason -> new JsonObject()
                                        .with("kind", blockingReason.kind())
                                        .with("text", blockingReason.text()))
                                .toList(),
                        COLUMNS);
        return ExitCode.OK;
    }
}
