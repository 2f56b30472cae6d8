package dev.restante.bench;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.Contenders;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.report.MachineFacts;
import dev.restante.bench.report.Report;
import dev.restante.bench.report.Result;
import dev.restante.bench.scenario.Scenario;
import dev.restante.bench.scenario.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Entry point of the benchmark. Exit code 0: everything ran; 1: a turn failed (a message was lost, for example); 2: the
 * command line was not understood.
 */
public final class Main {

    private Main() {}

    /**
     * Runs the benchmark, or one turn of it in a child JVM.
     *
     * @param arguments the options in {@code bench/README.md}
     * @throws IOException if the report cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        List<String> list = List.of(arguments);
        if (!list.isEmpty() && list.get(0).equals(ChildJvm.MARKER)) {
            ChildJvm.runAsChild(list.subList(1, list.size()));
            System.exit(0);
        }
        Settings settings;
        List<Scenario> scenarios;
        List<Contender> contenders;
        try {
            settings = Settings.parse(list);
            scenarios = settings.scenarios().stream().map(Catalogue::scenario).toList();
            contenders = settings.contenders().stream().map(Contenders::named).toList();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(Settings.USAGE);
            System.exit(2);
            return;
        }
        MachineFacts facts = MachineFacts.probe();
        List<Result> results = runAll(settings, scenarios, contenders);
        Report report = new Report(settings, facts, scenarios, results);
        System.out.println();
        System.out.println(report.markdown());
        report.write(settings.out());
        System.out.println("written to " + settings.out().toAbsolutePath());
        boolean failed = results.stream().anyMatch(result -> result.outcome() instanceof Outcome.Failed);
        System.exit(failed ? 1 : 0);
    }

    private static List<Result> runAll(Settings settings, List<Scenario> scenarios, List<Contender> contenders) {
        List<Result> results = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            List<Contender> included =
                    contenders.stream().filter(scenario::includes).toList();
            for (int round = 1; round <= settings.rounds(); round++) {
                for (Contender contender : included) {
                    System.gc();
                    Outcome outcome = Turn.run(scenario, contender, settings, scenario.name() + "-" + contender.name());
                    results.add(new Result(scenario.name(), contender.name(), round, outcome));
                    System.out.printf(
                            Locale.ROOT,
                            "%-16s round %d of %d  %-16s %s%n",
                            scenario.name(),
                            round,
                            settings.rounds(),
                            contender.name(),
                            oneLine(outcome));
                }
            }
        }
        return results;
    }

    private static String oneLine(Outcome outcome) {
        if (outcome instanceof Outcome.Measured measured) {
            return String.format(Locale.ROOT, "%,.0f msg/s", measured.messagesPerSecond());
        }
        if (outcome instanceof Outcome.Skipped skipped) {
            return skipped.reason();
        }
        return "FAILED: " + ((Outcome.Failed) outcome).reason();
    }
}
