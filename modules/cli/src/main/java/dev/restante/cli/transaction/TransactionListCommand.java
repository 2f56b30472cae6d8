package dev.restante.cli.transaction;

import dev.restante.admin.TransactionDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * Command {@code restante transaction list}: lists prepared branches, and branches that an administrator decided
 * and that are not forgotten yet.
 */
@Command(
        name = "list",
        sortOptions = false,
        description = "Lists prepared branches, and branches that an administrator decided and that are not forgotten"
                + " yet.")
final class TransactionListCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("xid", "XID"),
            TableColumn.text("state", "STATE"),
            TableColumn.text("preparedAt", "PREPARED"),
            TableColumn.number("sent", "SENT"),
            TableColumn.number("received", "RECEIVED"));

    TransactionListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<JsonObject> rows = new ArrayList<>();
        for (TransactionDescription branch : store.admin().transactions().list()) {
            rows.add(new JsonObject()
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
