package dev.restante.cli.message;

import dev.restante.admin.OrphansAdmin.OrphanedMessages;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code restante orphans list}. */
@Command(
        name = "list",
        sortOptions = false,
        description = "Lists how many orphaned messages there are of each missing queue, topic or subscription.")
final class OrphansList extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.number("entity", "ENTITY"), Column.number("messages", "MESSAGES"), Column.text("oldest", "OLDEST"));

    OrphansList(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<Fields> rows = new ArrayList<>();
        for (OrphanedMessages orphans : store.admin().orphans().list()) {
            rows.add(new Fields()
                    .with("entity", orphans.entityId())
                    .with("messages", orphans.count())
                    .with("oldest", orphans.oldest()));
        }
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }
}
