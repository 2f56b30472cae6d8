package dev.restante.cli.message;

import dev.restante.admin.OrphansAdmin.OrphanedMessages;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Command {@code restante orphans list}: counts the orphaned messages by missing queue, topic or subscription. */
@Command(
        name = "list",
        sortOptions = false,
        description = "Counts the orphaned messages by missing queue, topic or subscription.")
final class OrphansListCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.number("entity", "ENTITY"),
            TableColumn.number("messages", "MESSAGES"),
            TableColumn.text("oldest", "OLDEST"));

    OrphansListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<JsonObject> rows = new ArrayList<>();
        for (OrphanedMessages orphans : store.admin().orphans().list()) {
            rows.add(new JsonObject()
                    .with("entity", orphans.entityId())
                    .with("messages", orphans.count())
                    .with("oldest", orphans.oldest()));
        }
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }
}
