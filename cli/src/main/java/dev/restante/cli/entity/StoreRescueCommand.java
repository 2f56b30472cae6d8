package dev.restante.cli.entity;

import dev.restante.RestanteRescue.Loss;
import dev.restante.RestanteRescue.Result;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.console.json.Fields;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante store rescue}. The store is not opened: it would be refused. */
@Command(
        name = "rescue",
        sortOptions = false,
        description =
                "Takes what is whole of an embedded store with damaged files into a new one, and tells what is not. The damaged files are only read.")
final class StoreRescueCommand implements Callable<Integer> {

    private static final List<Column> COLUMNS = List.of(
            Column.text("file", "FILE"),
            Column.number("from", "FROM"),
            Column.number("to", "TO"),
            Column.number("statements", "STATEMENTS"),
            Column.number("transactions", "TRANSACTIONS"),
            Column.text("reason", "LEFT OUT"));

    private final Shell shell;

    @Parameters(paramLabel = "PATH", description = "The new store: a path without an ending, where there is none")
    private Path path = Path.of("");

    StoreRescueCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws Exception {
        Result result = OpenStore.rescue(shell, path);
        List<Fields> losses =
                result.losses().stream().map(StoreRescueCommand::described).toList();
        if (shell.output().json()) {
            shell.output()
                    .thing(new Fields()
                            .with("store", result.store().toString())
                            .with("transactions", result.transactions())
                            .with("losses", losses));
        } else {
            shell.out()
                    .println("rescued into " + result.store() + ", with " + result.transactions()
                            + " transactions since the last checkpoint; left out: "
                            + (losses.isEmpty() ? "nothing" : losses.size() + " parts"));
            if (!losses.isEmpty()) {
                shell.output().table(losses, COLUMNS);
            }
        }
        return ExitCode.OK;
    }

    private static Fields described(Loss loss) {
        return new Fields()
                .with("file", loss.file().toString())
                .with("from", loss.from())
                .with("to", loss.to())
                .with("statements", loss.statements())
                .with("transactions", loss.transactions())
                .with("reason", loss.reason());
    }
}
