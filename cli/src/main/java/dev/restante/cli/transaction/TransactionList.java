package dev.restante.cli.transaction;

import dev.restante.admin.TransactionDescription;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code restante transaction list}. */
@Command(
        name = "list",
        sortOptions = false,
        description = "Lists the branches that are prepared, or were decided here and not forgotten.")
final class TransactionList extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("xid", "XID"),
            Column.text("state", "STATE"),
            Column.text("preparedAt", "PREPARED"),
            Column.number("sent", "SENT"),
            Column.number("received", "RECEIVED"));

    TransactionList(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<Fields> rows = new ArrayList<>();
        for (TransactionDescription branch : store.admin().transactions().list()) {
            rows.add(new Fields()
                    .with("xid", branch.xid())
                    .with("state", branch.state())
                    .with("preparedAt", branch.preparedAt())
                    .with("sent", branch.sent())
                    .with("received", branch.received()));
        }
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }
}
