package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante stats}: shows the number and the age of the messages in queues and subscriptions. */
@Command(
        name = "stats",
        sortOptions = false,
        description = "Shows the number and the age of the messages in queues and subscriptions.")
public final class StatsCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("name", "NAME"),
            TableColumn.text("type", "TYPE"),
            TableColumn.number("available", "AVAILABLE"),
            TableColumn.number("inFlight", "IN FLIGHT"),
            TableColumn.number("scheduled", "SCHEDULED"),
            TableColumn.number("deferred", "DEFERRED"),
            TableColumn.number("deadLettered", "DEAD LETTERS"),
            TableColumn.number("oldestAge", "OLDEST AGE"),
            TableColumn.number("subscriptions", "SUBSCRIPTIONS"));

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Full names or patterns, in which * matches any characters; default: all")
    private List<String> names = List.of();

    @Option(
            names = {"-d", "--dead-letters"},
            description = "Show dead-letter queues, too, on separate lines")
    private boolean deadLetters;

    StatsCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        boolean named = names.stream().anyMatch(DeadLetterQueueNames::isDeadLetterQueue);
        Set<EntityType> types = deadLetters || named
                ? EnumSet.allOf(EntityType.class)
                : EnumSet.complementOf(EnumSet.of(EntityType.DEAD_LETTER_QUEUE));
        EntityCountsSnapshot snapshot = EntityCountsSnapshot.take(store, names, types);
        for (String name : names) {
            if (snapshot.counts().stream().noneMatch(counts -> NamePattern.matches(name, counts.name()))) {
                throw new CommandException(
                        ExitCode.NOT_FOUND,
                        "there is no queue, topic or subscription '" + name
                                + "'. Use restante list to show all names.");
            }
        }
        List<JsonObject> rows = snapshot.counts().stream()
                .map(EntityCountsSnapshot.EntityCountRow::fields)
                .toList();
        output().list(
                        output().json()
                                ? rows
                                : rows.stream()
                                        .map(EntityCountsSnapshot::withRoundedAge)
                                        .toList(),
                        COLUMNS);
        return ExitCode.OK;
    }
}
