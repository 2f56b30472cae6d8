package dev.restante.cli.entity;

import dev.restante.admin.RestanteAdmin.StoreNode;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code restante nodes}. */
@Command(
        name = "nodes",
        sortOptions = false,
        description = "Lists the nodes that have the store open, with their versions and leases.")
public final class NodesCommand extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("name", "NODE"),
            Column.text("version", "VERSION"),
            Column.number("incarnation", "INCARNATION"),
            Column.text("alive", "ALIVE"),
            Column.number("leaseRemaining", "LEASE"),
            Column.number("acquired", "ACQUIRED"),
            Column.number("buffered", "BUFFERED"),
            Column.number("waitingFor", "WAITS FOR"),
            Column.text("asked", "ASKED"));

    NodesCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        output().list(store.admin().nodes().stream().map(NodesCommand::fields).toList(), COLUMNS);
        return ExitCode.OK;
    }

    private static Fields fields(StoreNode node) {
        return new Fields()
                .with("name", node.name())
                .with("version", node.version())
                .with("incarnation", node.incarnation())
                .with("alive", node.alive())
                .with("leaseRemaining", node.leaseRemaining())
                .with("acquired", node.acquired())
                .with("buffered", node.buffered())
                .with("waitingFor", node.waitingFor())
                .with("asked", node.asked());
    }
}
