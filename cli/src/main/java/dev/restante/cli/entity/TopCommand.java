package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
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

/** {@code restante top}. */
@Command(
        name = "top",
        sortOptions = false,
        description = {
            "A live view of queues and subscriptions, the deepest first; ends with q or Ctrl-C.",
            "Rates are net: how fast the number of messages has changed since the view before."
        })
public final class TopCommand extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("name", "NAME"),
            Column.number("available", "AVAILABLE"),
            Column.number("depthPerSecond", "NET/S"),
            Column.number("inFlight", "IN FLIGHT"),
            Column.number("scheduled", "SCHEDULED"),
            Column.number("deferred", "DEFERRED"),
            Column.number("deadLettered", "DEAD"),
            Column.number("deadLetteredPerSecond", "DEAD/S"),
            Column.number("oldestAge", "OLDEST"));

    private static final Set<EntityType> TYPES = EnumSet.of(EntityType.QUEUE, EntityType.SUBSCRIPTION);

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Full names, or patterns with * for any characters; default: all")
    private List<String> names = List.of();

    @Option(names = "--interval", paramLabel = "DURATION", description = "Between two views, default 2s")
    private Duration interval = Duration.ofSeconds(2);

    @Option(names = "--iterations", paramLabel = "N", description = "End after so many views")
    private long iterations = Long.MAX_VALUE;

    @Option(names = "--once", description = "End after one view, which has no rates")
    private boolean once;

    TopCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected void check() throws CommandFailure {
        if (interval.isNegative() || interval.isZero()) {
            throw CommandFailure.usage("--interval " + interval + " is not above zero");
        }
        if (iterations < 1) {
            throw CommandFailure.usage("--iterations " + iterations + " is less than 1");
        }
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        long views = once ? 1 : iterations;
        boolean live = shell().terminal().out() && !output().json() && views > 1;
        try (KeyListener unused = live ? KeyListener.start(shell()) : KeyListener.NONE) {
            Snapshot earlier = null;
            for (long view = 1; ; view++) {
                Snapshot now = Snapshot.take(store, names, TYPES);
                show(now, earlier, live);
                earlier = now;
                if (view == views || shell().pause(interval)) {
                    return ExitCode.OK;
                }
            }
        }
    }

    private void show(Snapshot now, @Nullable Snapshot earlier, boolean live) {
        List<Fields> rows = now.withRates(earlier);
        if (output().json()) {
            output().item(new Fields().with("at", now.at()).with("entities", rows), "");
            return;
        }
        List<Fields> sorted = rows.stream()
                .sorted(Comparator.comparing(
                        (Fields row) -> row.get("available") instanceof Long available ? -available : 0L))
                .map(Snapshot::readable)
                .toList();
        if (live) {
            int room = Math.max(1, lines() - 4);
            shell().out().print("\u001b[H\u001b[J");
            shell().out()
                    .println("restante top  " + now.at().truncatedTo(ChronoUnit.SECONDS) + "  " + sorted.size()
                            + " queues and subscriptions" + (sorted.size() > room ? ", the deepest of them" : "")
                            + "; q ends");
            output().table(sorted.subList(0, Math.min(room, sorted.size())), COLUMNS);
        } else {
            if (earlier != null) {
                shell().out().println();
            }
            output().table(sorted, COLUMNS);
        }
        shell().out().flush();
    }

    private int lines() {
        String lines = shell().environment("LINES");
        return lines != null && lines.matches("\\d{1,4}") ? Integer.parseInt(lines) : 24;
    }
}
