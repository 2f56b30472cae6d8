package dev.restante.cli.subscription;

import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import dev.restante.rule.SubscriptionRule;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante subscription rule list}. */
@Command(name = "list", sortOptions = false, description = "Lists the rules of a durable subscription.")
final class RuleList extends StoreCommand {

    private static final List<Column> COLUMNS =
            List.of(Column.text("name", "NAME"), Column.text("filter", "FILTER"), Column.text("action", "ACTION"));

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String subscription = "";

    RuleList(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<Fields> rows = new ArrayList<>();
        for (SubscriptionRule rule : Subscriptions.rules(store, subscription).list()) {
            rows.add(output().json() ? RuleArguments.fields(rule) : RuleArguments.row(rule));
        }
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }
}
