package dev.restante.bench.report;

import dev.restante.bench.measure.RunOutcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** All results of a benchmark, by scenario and contender. */
record RunResults(List<RunResult> all) {

    RunResults {
        all = List.copyOf(all);
    }

    /** Returns the contenders in the order of their first run. */
    Set<String> contenders() {
        Set<String> names = new LinkedHashSet<>();
        all.forEach(result -> names.add(result.contender()));
        return names;
    }

    Map<Integer, RunOutcome.MeasuredRun> measured(String scenario, String contender) {
        Map<Integer, RunOutcome.MeasuredRun> rounds = new TreeMap<>();
        for (RunResult result : all) {
            if (result.scenario().equals(scenario)
                    && result.contender().equals(contender)
                    && result.outcome() instanceof RunOutcome.MeasuredRun measured) {
                rounds.put(result.round(), measured);
            }
        }
        return rounds;
    }

    /** Returns the throughput over the rounds, or empty if there is none. */
    Optional<MedianRange> throughput(String scenario, String contender) {
        return range(scenario, contender, round -> Optional.of(round.messagesPerSecond()));
    }

    /** Returns a further figure over the rounds, or empty if no round has it. */
    Optional<MedianRange> figure(String scenario, String contender, String name) {
        return range(
                scenario, contender, round -> Optional.ofNullable(round.values().get(name)));
    }

    private Optional<MedianRange> range(
            String scenario, String contender, Function<RunOutcome.MeasuredRun, Optional<Double>> value) {
        List<Double> values = measured(scenario, contender).values().stream()
                .flatMap(round -> value.apply(round).stream())
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(MedianRange.of(values));
    }

    /**
     * Returns the ratio of two throughputs over the rounds.
     *
     * <p>Ratios are computed within each round, because contenders of one round run close together on an equally loaded
     * machine. Rounds without both contenders are ignored.
     */
    Optional<MedianRange> ratio(String scenario, String contender, String reference) {
        Map<Integer, RunOutcome.MeasuredRun> references = measured(scenario, reference);
        List<Double> ratios = new ArrayList<>();
        measured(scenario, contender).forEach((round, measured) -> {
            RunOutcome.MeasuredRun other = references.get(round);
            if (other != null && other.messagesPerSecond() > 0) {
                ratios.add(measured.messagesPerSecond() / other.messagesPerSecond());
            }
        });
        return ratios.isEmpty() ? Optional.empty() : Optional.of(MedianRange.of(ratios));
    }

    List<RunResult> failures() {
        return all.stream()
                .filter(result -> result.outcome() instanceof RunOutcome.FailedRun)
                .toList();
    }

    /** Returns the reason for a missing measurement, or empty if there was no run. */
    Optional<String> notMeasuredReason(String scenario, String contender) {
        return all.stream()
                .filter(result ->
                        result.scenario().equals(scenario) && result.contender().equals(contender))
                .map(RunResult::outcome)
                .map(outcome -> outcome instanceof RunOutcome.SkippedRun skipped ? skipped.reason() : "FAILED")
                .findFirst();
    }
}
