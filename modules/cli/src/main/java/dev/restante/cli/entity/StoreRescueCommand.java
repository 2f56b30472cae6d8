package dev.restante.cli.entity;

import dev.restante.EmbeddedStoreRescue.LostRange;
import dev.restante.EmbeddedStoreRescue.RescueResult;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante store rescue}: copies the undamaged content of an embedded store into a new store. The
 * command does not open the damaged store, because that would fail.
 */
@Command(
        name = "rescue",
        sortOptions = false,
        description = "Copies the undamaged content of a damaged embedded store into a new store, and lists the lost"
                + " parts. The damaged files stay unchanged.")
final class StoreRescueCommand implements Callable<Integer> {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("file", "FILE"),
            TableColumn.number("fromOffset", "FROM OFFSET"),
            TableColumn.number("toOffset", "TO OFFSET"),
            TableColumn.number("statements", "STATEMENTS"),
            TableColumn.number("transactions", "TRANSACTIONS"),
            TableColumn.text("reason", "REASON"));

    private final CommandContext context;

    @Parameters(
            paramLabel = "PATH",
            description = "Path of the new store, without a file extension. No store may exist there")
    private Path path = Path.of("");

    StoreRescueCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws Exception {
        RescueResult result = CommandStore.rescue(context, path);
        List<JsonObject> lostRanges =
                result.lostRanges().stream().map(StoreRescueCommand::described).toList();
        if (context.output().json()) {
            context.output()
                    .object(new JsonObject()
                            .with("store", result.newStore().toString())
                            .with("transactions", result.transactions())
                            .with("lostRanges", lostRanges));
        } else {
            context.out()
                    .println("rescued into " + result.newStore() + ", with " + result.transactions()
                            + " transactions since the last checkpoint; lost: "
                            + (lostRanges.isEmpty() ? "nothing" : lostRanges.size() + " parts"));
            if (!lostRanges.isEmpty()) {
                context.output().table(lostRanges, COLUMNS);
            }
        }
        return ExitCode.OK;
    }

    private static JsonObject described(LostRange range) {
        return new JsonObject()
                .with("file", range.file().toString())
                .with("fromOffset", range.fromOffset())
                .with("toOffset", range.toOffset())
                .with("statements", range.statements())
                .with("transactions", range.transactions())
                .with("reason", range.reason());
    }
}
