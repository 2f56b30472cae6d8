package dev.restante.cli.policy;

import dev.restante.admin.Policy;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import java.util.List;
import picocli.CommandLine.Command;

/** Command {@code restante policy list}: lists all policies, with the most specific patterns first. */
@Command(name = "list", sortOptions = false, description = "Lists all policies, with the most specific patterns first.")
final class PolicyListCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("pattern", "PATTERN"),
            TableColumn.text("kind", "KIND"),
            TableColumn.number("precedence", "PRECEDENCE"),
            TableColumn.text("options", "OPTIONS"));

    PolicyListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<Policy> policies = store.admin().policies().list();
        output().list(
                        policies.stream()
                                .map(policy -> output().json() ? PolicyFields.of(policy) : PolicyFields.row(policy))
                                .toList(),
                        COLUMNS);
        return ExitCode.OK;
    }
}
