package dev.restante.bench;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.ContenderCatalog;
import dev.restante.bench.measure.RunOutcome;
import dev.restante.bench.report.BenchmarkReport;
import dev.restante.bench.report.MachineFacts;
import dev.restante.bench.report.RunResult;
import dev.restante.bench.scenario.BenchmarkSettings;
import dev.restante.bench.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Entry point of the benchmark. Exit codes: 0 after success, 1 if a run failed, 2 for an invalid command line. */
public final class Main {

    private Main() {}

    /**
     * Runs the benchmark, or a single run in a child JVM.
     *
     * @param arguments the options in {@code verification/bench/README.md}
     * @throws IOException if the report cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        List<String> list = List.of(arguments);
        if (!list.isEmpty() && list.get(0).equals(ChildJvm.CHILD_OPTION)) {
            ChildJvm.runAsChild(list.subList(1, list.size()));
            System.exit(0);
        }
        BenchmarkSettings settings;
        List<Scenario> scenarios;
        List<Contender> contenders;
        try {
            settings = BenchmarkSettings.parse(list);
            scenarios =
                    settings.scenarios().stream().map(ScenarioCatalog::scenario).toList();
            contenders =
                    settings.contenders().stream().map(ContenderCatalog::get).toList();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(BenchmarkSettings.USAGE);
            System.exit(2);
            return;
        }
        MachineFacts facts = MachineFacts.probe();
        List<RunResult> results = runAll(settings, scenarios, contenders);
        BenchmarkReport report = new BenchmarkReport(settings, facts, scenarios, results);
        System.out.println();
        System.out.println(report.markdown());
        report.write(settings.out());
        System.out.println("written to " + settings.out().toAbsolutePath());
        boolean failed = results.stream().anyMatch(result -> result.outcome() instanceof RunOutcome.FailedRun);
        System.exit(failed ? 1 : 0);
    }

    private static List<RunResult> runAll(
            BenchmarkSettings settings, List<Scenario> scenarios, List<Contender> contenders) {
        List<RunResult> results = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            List<Contender> included =
                    contenders.stream().filter(scenario::appliesTo).toList();
            for (int round = 1; round <= settings.rounds(); round++) {
                for (Contender contender : included) {
                    System.gc();
                    RunOutcome outcome =
                            ScenarioRunner.run(scenario, contender, settings, scenario.name() + "-" + contender.name());
                    results.add(new RunResult(scenario.name(), contender.name(), round, outcome));
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

    private static String oneLine(RunOutcome outcome) {
        if (outcome instanceof RunOutcome.MeasuredRun measured) {
            return String.format(Locale.ROOT, "%,.0f msg/s", measured.messagesPerSecond());
        }
        if (outcome instanceof RunOutcome.SkippedRun skipped) {
            return skipped.reason();
        }
        return "FAILED: " + ((RunOutcome.FailedRun) outcome).reason();
    }
}
