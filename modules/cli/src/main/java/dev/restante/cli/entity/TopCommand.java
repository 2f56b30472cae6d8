package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante top}: shows a live view of queues and subscriptions, sorted by available messages. */
@Command(
        name = "top",
        sortOptions = false,
        description = {
            "Shows a live view of queues and subscriptions, sorted by available messages. End it with q or Ctrl-C.",
            "Rates are the net change in the number of messages since the previous view."
        })
public final class TopCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("name", "NAME"),
            TableColumn.number("available", "AVAILABLE"),
            TableColumn.number("depthPerSecond", "CHANGE/S"),
            TableColumn.number("inFlight", "IN FLIGHT"),
            TableColumn.number("scheduled", "SCHEDULED"),
            TableColumn.number("deferred", "DEFERRED"),
            TableColumn.number("deadLettered", "DEAD LETTERS"),
            TableColumn.number("deadLetteredPerSecond", "DEAD LETTERS/S"),
            TableColumn.number("oldestAge", "OLDEST AGE"));

    private static final Set<EntityType> TYPES = EnumSet.of(EntityType.QUEUE, EntityType.SUBSCRIPTION);

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Full names or patterns, in which * matches any characters; default: all")
    private List<String> names = List.of();

    @Option(names = "--interval", paramLabel = "DURATION", description = "Time between two views; default: 2s")
    private Duration interval = Duration.ofSeconds(2);

    @Option(names = "--iterations", paramLabel = "N", description = "End after this number of views")
    private long iterations = Long.MAX_VALUE;

    @Option(names = "--once", description = "End after one view, without rates")
    private boolean once;

    TopCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected void validate() throws CommandException {
        if (interval.isNegative() || interval.isZero()) {
            throw CommandException.usage("--interval " + interval + " is not greater than zero");
        }
        if (iterations < 1) {
            throw CommandException.usage("--iterations " + iterations + " is less than 1");
        }
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        long views = once ? 1 : iterations;
        boolean live = context().terminal().out() && !output().json() && views > 1;
        try (QuitKeyListener unused = live ? QuitKeyListener.start(context()) : QuitKeyListener.NONE) {
            EntityCountsSnapshot earlier = null;
            for (long view = 1; ; view++) {
                EntityCountsSnapshot now = EntityCountsSnapshot.take(store, names, TYPES);
                show(now, earlier, live);
                earlier = now;
                if (view == views || context().sleep(interval)) {
                    return ExitCode.OK;
                }
            }
        }
    }

    private void show(EntityCountsSnapshot now, @Nullable EntityCountsSnapshot earlier, boolean live) {
        List<JsonObject> rows = now.withRates(earlier);
        if (output().json()) {
            output().streamItem(new JsonObject().with("at", now.at()).with("entities", rows), "");
            return;
        }
        List<JsonObject> sorted = rows.stream()
                .sorted(Comparator.comparing(
                        (JsonObject row) -> row.get("available") instanceof Long available ? -available : 0L))
                .map(EntityCountsSnapshot::withRoundedAge)
                .toList();
        if (live) {
            int rowLimit = Math.max(1, lines() - 4);
            context().out().print("\u001b[H\u001b[J");
            context()
                    .out()
                    .println("restante top  " + now.at().truncatedTo(ChronoUnit.SECONDS) + "  " + sorted.size()
                            + " queues and subscriptions" + (sorted.size() > rowLimit ? ", the largest are shown" : "")
                            + "; press q to end");
            output().table(sorted.subList(0, Math.min(rowLimit, sorted.size())), COLUMNS);
        } else {
            if (earlier != null) {
                context().out().println();
            }
            output().table(sorted, COLUMNS);
        }
        context().out().flush();
    }

    private int lines() {
        String lines = context().environment("LINES");
        return lines != null && lines.matches("\\d{1,4}") ? Integer.parseInt(lines) : 24;
    }
}
