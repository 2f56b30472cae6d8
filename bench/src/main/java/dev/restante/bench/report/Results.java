package dev.restante.bench.report;

import dev.restante.bench.measure.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All outcomes of a run, asked for by scenario and contender. */
record Results(List<Result> all) {

    Results {
        all = List.copyOf(all);
    }

    /** In the order of their first turn. */
    Set<String> contenders() {
        Set<String> names = new LinkedHashSet<>();
        all.forEach(result -> names.add(result.contender()));
        return names;
    }

    /** What was measured, by round. */
    Map<Integer, Outcome.Measured> measured(String scenario, String contender) {
        Map<Integer, Outcome.Measured> rounds = new TreeMap<>();
        for (Result result : all) {
            if (result.scenario().equals(scenario)
                    && result.contender().equals(contender)
                    && result.outcome() instanceof Outcome.Measured measured) {
                rounds.put(result.round(), measured);
            }
        }
        return rounds;
    }

    /** Throughput over the rounds; empty if there was none. */
    Optional<Spread> throughput(String scenario, String contender) {
        List<Double> rates = measured(scenario, contender).values().stream()
                .map(Outcome.Measured::messagesPerSecond)
                .toList();
        return rates.isEmpty() ? Optional.empty() : Optional.of(Spread.of(rates));
    }

    /**
     * One contender's throughput over another's, divided within each round, because contenders of one round ran next to
     * each other and the machine was the same for both; rounds that lack one of the two do not count.
     */
    Optional<Spread> ratio(String scenario, String contender, String reference) {
        Map<Integer, Outcome.Measured> references = measured(scenario, reference);
        List<Double> ratios = new ArrayList<>();
        measured(scenario, contender).forEach((round, measured) -> {
            Outcome.Measured other = references.get(round);
            if (other != null && other.messagesPerSecond() > 0) {
                ratios.add(measured.messagesPerSecond() / other.messagesPerSecond());
            }
        });
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios));
    }

    List<Result> failures() {
        return all.stream()
                .filter(result -> result.outcome() instanceof Outcome.Failed)
                .toList();
    }

    /** Why a contender has no figure in a scenario; empty if it took no turn there. */
    Optional<String> absence(String scenario, String contender) {
        return all.stream()
                .filter(result ->
                        result.scenario().equals(scenario) && result.contender().equals(contender))
                .map(Result::outcome)
                .map(outcome -> outcome instanceof Outcome.Skipped skipped ? skipped.reason() : "FAILED")
                .findFirst();
    }
}
