package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.api.DeadLetterQueues;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante stats}. */
@Command(
        name = "stats",
        sortOptions = false,
        description = "Counts what is in queues and subscriptions, and how old it is.")
public final class StatsCommand extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("name", "NAME"),
            Column.text("type", "TYPE"),
            Column.number("available", "AVAILABLE"),
            Column.number("inFlight", "IN FLIGHT"),
            Column.number("scheduled", "SCHEDULED"),
            Column.number("deferred", "DEFERRED"),
            Column.number("deadLettered", "DEAD"),
            Column.number("oldestAge", "OLDEST"),
            Column.number("subscriptions", "SUBSCRIPTIONS"));

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Full names, or patterns with * for any characters; default: all")
    private List<String> names = List.of();

    @Option(
            names = {"-d", "--dead-letters"},
            description = "Dead-letter queues too, on lines of their own")
    private boolean deadLetters;

    StatsCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        boolean named = names.stream().anyMatch(DeadLetterQueues::isOne);
        Set<EntityType> types = deadLetters || named
                ? EnumSet.allOf(EntityType.class)
                : EnumSet.complementOf(EnumSet.of(EntityType.DEAD_LETTER_QUEUE));
        Snapshot snapshot = Snapshot.take(store, names, types);
        for (String name : names) {
            if (snapshot.counts().stream().noneMatch(counts -> Names.match(name, counts.name()))) {
                throw new CommandFailure(
                        ExitCode.NOT_FOUND,
                        "there is no queue, topic or subscription '" + name + "'; restante list shows all");
            }
        }
        List<Fields> rows =
                snapshot.counts().stream().map(Snapshot.Counts::fields).toList();
        output().list(
                        output().json()
                                ? rows
                                : rows.stream().map(Snapshot::readable).toList(),
                        COLUMNS);
        return ExitCode.OK;
    }
}
