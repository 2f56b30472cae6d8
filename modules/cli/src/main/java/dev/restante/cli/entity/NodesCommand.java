package dev.restante.cli.entity;

import dev.restante.admin.RestanteAdmin.StoreNodeDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;

/** Command {@code restante nodes}: lists the nodes that have the store open, with their versions and leases. */
@Command(
        name = "nodes",
        sortOptions = false,
        description = "Lists the nodes that have the store open, with their versions and leases.")
public final class NodesCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("name", "NODE"),
            TableColumn.text("version", "VERSION"),
            TableColumn.number("incarnation", "INCARNATION"),
            TableColumn.text("alive", "ALIVE"),
            TableColumn.number("leaseRemaining", "LEASE REMAINING"),
            TableColumn.number("acquired", "ACQUIRED"),
            TableColumn.number("prefetched", "PREFETCHED"),
            TableColumn.number("waitingEntities", "AWAITED ENTITIES"),
            TableColumn.text("current", "CURRENT"));

    NodesCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        output().list(store.admin().nodes().stream().map(NodesCommand::fields).toList(), COLUMNS);
        return ExitCode.OK;
    }

    private static JsonObject fields(StoreNodeDescription node) {
        return new JsonObject()
                .with("name", node.name())
                .with("version", node.version())
                .with("incarnation", node.incarnation())
                .with("alive", node.alive())
                .with("leaseRemaining", node.leaseRemaining())
                .with("acquired", node.acquired())
                .with("prefetched", node.prefetched())
                .with("waitingEntities", node.waitingEntities())
                .with("current", node.current());
    }
}
