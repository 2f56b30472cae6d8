package dev.restante.cli.message;

import dev.restante.admin.DeadLetterReasons;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante dead-letters}. */
@Command(
        name = "dead-letters",
        sortOptions = false,
        description = "Counts the dead letters of a queue or subscription by their reason.")
final class DeadLettersCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "At most so many reasons, 1 to 1000, default 20")
    private int limit = 20;

    DeadLettersCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        DeadLetterReasons reasons =
                store.admin().messages(entity.deadLetterQueue()).deadLetterReasons(limit);
        List<Fields> rows = new ArrayList<>();
        reasons.byReason()
                .forEach((reason, count) ->
                        rows.add(new Fields().with("reason", reason).with("count", count)));
        if (output().json()) {
            output().thing(new Fields()
                    .with("name", entity.deadLetterQueue())
                    .with("reasons", rows)
                    .with("others", reasons.others()));
            return ExitCode.OK;
        }
        if (reasons.others() > 0) {
            rows.add(new Fields().with("reason", "(others)").with("count", reasons.others()));
        }
        output().table(rows, List.of(Column.number("count", "COUNT"), Column.text("reason", "REASON")));
        return ExitCode.OK;
    }
}
