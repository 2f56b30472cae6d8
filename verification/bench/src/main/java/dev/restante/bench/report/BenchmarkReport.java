package dev.restante.bench.report;

import dev.restante.bench.measure.CostFigure;
import dev.restante.bench.measure.LatencyDistribution;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.RunOutcome;
import dev.restante.bench.scenario.BenchmarkSettings;
import dev.restante.bench.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Report of a benchmark as Markdown and as a chart. */
public final class BenchmarkReport {

    private static final String RESTANTE_PREFIX = "restante";

    private final BenchmarkSettings settings;
    private final MachineFacts facts;
    private final List<Scenario> scenarios;
    private final RunResults results;

    public BenchmarkReport(
            BenchmarkSettings settings, MachineFacts facts, List<Scenario> scenarios, List<RunResult> results) {
        this.settings = settings;
        this.facts = facts;
        this.scenarios = List.copyOf(scenarios);
        this.results = new RunResults(results);
    }

    /** Writes {@code report.md} and {@code throughput.svg}. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("report.md"), markdown());
        Files.writeString(directory.resolve("throughput.svg"), chart().svg());
    }

    public String markdown() {
        StringBuilder text = new StringBuilder("# Benchmark\n\n");
        appendFailures(text);
        text.append(facts.markdown()).append(".\n\n");
        text.append(String.format(
                Locale.ROOT,
                "Bodies of %,d random bytes, %.1f s measured after %.1f s of warm-up, at most %,d outstanding, rounds: %d.",
                settings.bodyBytes(),
                settings.window().toMillis() / 1e3,
                settings.warmUp().toMillis() / 1e3,
                settings.inFlightLimit(),
                settings.rounds()));
        text.append(" Absolute figures hold for this machine and this hour; compare within the run.\n\n");
        scenarios.forEach(scenario ->
                text.append(String.format(Locale.ROOT, "- `%s`: %s\n", scenario.name(), scenario.description())));
        appendSection(text, "Messages consumed per second: median (least to greatest)", throughputTable());
        appendSection(text, "Cost of a message: median of the rounds", costTable());
        appendSection(text, "Ratios: median of the rounds (least to greatest)", ratioTable());
        appendSection(text, "Latency in milliseconds: median of the rounds, max over all", latencyTable());
        appendSection(text, "Further figures: median (least to greatest)", figureTable());
        return text.toString();
    }

    private void appendFailures(StringBuilder text) {
        for (RunResult failure : results.failures()) {
            if (failure.outcome() instanceof RunOutcome.FailedRun failed) {
                text.append(String.format(
                        Locale.ROOT,
                        "**FAILED: %s, %s, round %d: %s**\n\n",
                        failure.scenario(),
                        failure.contender(),
                        failure.round(),
                        failed.reason()));
            }
        }
    }

    private static void appendSection(StringBuilder text, String title, MarkdownTable table) {
        if (!table.isEmpty()) {
            text.append("\n## ").append(title).append("\n\n").append(table.markdown());
        }
    }

    private MarkdownTable throughputTable() {
        List<String> header = new ArrayList<>(List.of("scenario"));
        header.addAll(results.contenders());
        MarkdownTable table = new MarkdownTable(header);
        for (Scenario scenario : scenarios) {
            List<String> cells = new ArrayList<>(List.of(scenario.name()));
            for (String contender : results.contenders()) {
                Optional<String> figure =
                        results.throughput(scenario.name(), contender).map(range -> range.text("%,.0f"));
                cells.add(figure.or(() -> results.notMeasuredReason(scenario.name(), contender))
                        .orElse(""));
            }
            table.row(cells);
        }
        return table;
    }

    private MarkdownTable ratioTable() {
        Map<Boolean, List<String>> names = results.contenders().stream()
                .collect(Collectors.partitioningBy(name -> name.startsWith(RESTANTE_PREFIX)));
        List<String> subjects = names.getOrDefault(true, List.of());
        List<String> references = names.getOrDefault(false, List.of());
        List<String> header = new ArrayList<>(List.of("scenario"));
        for (String subject : subjects) {
            references.forEach(reference -> header.add(subject + " / " + reference));
        }
        MarkdownTable table = new MarkdownTable(header);
        for (Scenario scenario : scenarios) {
            List<String> cells = new ArrayList<>(List.of(scenario.name()));
            for (String subject : subjects) {
                references.forEach(reference -> cells.add(results.ratio(scenario.name(), subject, reference)
                        .map(range -> range.text("%.2f"))
                        .orElse("")));
            }
            if (cells.stream().skip(1).anyMatch(cell -> !cell.isEmpty())) {
                table.row(cells);
            }
        }
        return table;
    }

    /** Returns the table of the costs, beside the rate; empty if the machine does not tell them. */
    private MarkdownTable costTable() {
        List<String> header = new ArrayList<>(List.of("scenario, contender", "per second"));
        for (CostFigure figure : CostFigure.values()) {
            header.add(figure.heading());
        }
        MarkdownTable table = new MarkdownTable(header);
        for (Scenario scenario : scenarios) {
            for (String contender : results.contenders()) {
                if (results.figure(scenario.name(), contender, CostFigure.MACHINE.label())
                        .isPresent()) {
                    table.row(costRow(scenario.name(), contender));
                }
            }
        }
        return table;
    }

    private List<String> costRow(String scenario, String contender) {
        List<String> cells = new ArrayList<>(List.of(scenario + ", " + contender));
        cells.add(results.throughput(scenario, contender)
                .map(range -> String.format(Locale.ROOT, "%,.0f", range.median()))
                .orElse(""));
        for (CostFigure figure : CostFigure.values()) {
            cells.add(results.figure(scenario, contender, figure.label())
                    .map(range -> String.format(Locale.ROOT, "%,." + figure.decimals() + "f", range.median()))
                    .orElse(""));
        }
        return cells;
    }

    private MarkdownTable latencyTable() {
        MarkdownTable table = new MarkdownTable(List.of("scenario, contender, latency", "p50", "p99", "p99.9", "max"));
        for (Scenario scenario : scenarios) {
            for (String contender : results.contenders()) {
                List<RunOutcome.MeasuredRun> rounds =
                        List.copyOf(results.measured(scenario.name(), contender).values());
                for (LatencyKind kind : LatencyKind.values()) {
                    List<LatencyDistribution> distributions = rounds.stream()
                            .flatMap(round ->
                                    Optional.ofNullable(round.latencies().get(kind.label())).stream())
                            .toList();
                    if (!distributions.isEmpty()) {
                        table.row(List.of(
                                String.format(Locale.ROOT, "%s, %s, %s", scenario.name(), contender, kind.label()),
                                millis(medianRange(distributions, LatencyDistribution::p50Nanos)
                                        .median()),
                                millis(medianRange(distributions, LatencyDistribution::p99Nanos)
                                        .median()),
                                millis(medianRange(distributions, LatencyDistribution::p999Nanos)
                                        .median()),
                                millis(medianRange(distributions, LatencyDistribution::maxNanos)
                                        .max())));
                    }
                }
            }
        }
        return table;
    }

    private MarkdownTable figureTable() {
        MarkdownTable table = new MarkdownTable(List.of("scenario, contender, figure", "value"));
        for (Scenario scenario : scenarios) {
            for (String contender : results.contenders()) {
                Map<Integer, RunOutcome.MeasuredRun> rounds = results.measured(scenario.name(), contender);
                Set<String> names = new TreeSet<>();
                rounds.values().forEach(round -> names.addAll(round.values().keySet()));
                for (CostFigure shown : CostFigure.values()) {
                    names.remove(shown.label());
                }
                for (String name : names) {
                    results.figure(scenario.name(), contender, name)
                            .ifPresent(range -> table.row(List.of(
                                    String.format(Locale.ROOT, "%s, %s, %s", scenario.name(), contender, name),
                                    range.text("%,.0f"))));
                }
            }
        }
        return table;
    }

    private BarChart chart() {
        List<BarChart.BarGroup> groups = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            List<BarChart.Bar> bars = new ArrayList<>();
            for (String contender : results.contenders()) {
                results.throughput(scenario.name(), contender)
                        .ifPresent(range -> bars.add(new BarChart.Bar(contender, range.median())));
            }
            groups.add(new BarChart.BarGroup(scenario.name(), bars));
        }
        return new BarChart("Messages consumed per second (log scale)", List.copyOf(results.contenders()), groups);
    }

    private static MedianRange medianRange(
            List<LatencyDistribution> distributions, ToLongFunction<LatencyDistribution> part) {
        return MedianRange.of(distributions.stream()
                .map(distribution -> (double) part.applyAsLong(distribution))
                .toList());
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%,.2f", nanos / 1e6);
    }
}
