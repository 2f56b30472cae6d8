package dev.restante.cli.message;

import dev.restante.admin.DeadLetterReasons;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code restante dead-letters}: counts the dead letters of a queue or subscription by reason. */
@Command(
        name = "dead-letters",
        sortOptions = false,
        description = "Counts the dead letters of a queue or subscription by reason.")
final class DeadLettersCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "Maximum number of reasons, 1 to 1000; default: 20")
    private int limit = 20;

    DeadLettersCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        DeadLetterReasons reasons =
                store.admin().messages(entity.deadLetterQueue()).deadLetterReasons(limit);
        List<JsonObject> rows = new ArrayList<>();
        reasons.byReason()
                .forEach((reason, count) ->
                        rows.add(new JsonObject().with("reason", reason).with("count", count)));
        if (output().json()) {
            output().object(new JsonObject()
                    .with("name", entity.deadLetterQueue())
                    .with("reasons", rows)
                    .with("otherReasons", reasons.otherReasons()));
            return ExitCode.OK;
        }
        if (reasons.otherReasons() > 0) {
            rows.add(new JsonObject().with("reason", "(others)").with("count", reasons.otherReasons()));
        }
        output().table(rows, List.of(TableColumn.number("count", "COUNT"), TableColumn.text("reason", "REASON")));
        return ExitCode.OK;
    }
}
