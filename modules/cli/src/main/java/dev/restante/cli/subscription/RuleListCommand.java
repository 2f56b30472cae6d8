package dev.restante.cli.subscription;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import dev.restante.rule.SubscriptionRule;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription rule list}: lists the rules of a durable subscription. */
@Command(name = "list", sortOptions = false, description = "Lists the rules of a durable subscription.")
final class RuleListCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("name", "NAME"),
            TableColumn.text("filter", "FILTER"),
            TableColumn.text("action", "ACTION"));

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String subscription = "";

    RuleListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<JsonObject> rows = new ArrayList<>();
        for (SubscriptionRule rule :
                SubscriptionLookup.rules(store, subscription).list()) {
            rows.add(output().json() ? RuleArguments.fields(rule) : RuleArguments.row(rule));
        }
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }
}
