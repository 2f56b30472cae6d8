package dev.restante.tck.run;

import dev.restante.tck.run.TestOutcome.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What came out of one suite on one provider, judged by the list of known failures. */
record SuiteResult(Suite suite, String provider, long millis, List<TestOutcome> outcomes, KnownFailures known) {

    SuiteResult {
        outcomes = List.copyOf(outcomes);
    }

    List<TestOutcome> passed() {
        return outcomes.stream()
                .filter(outcome -> outcome.ending() == Ending.PASSED)
                .toList();
    }

    /** Failed although the list does not allow it. */
    List<TestOutcome> failed() {
        return outcomes.stream()
                .filter(outcome -> outcome.ending() == Ending.FAILED)
                .filter(outcome -> reason(outcome).isEmpty())
                .toList();
    }

    /** Failed as listed, or skipped. */
    List<TestOutcome> excluded() {
        return outcomes.stream()
                .filter(outcome -> outcome.ending() == Ending.SKIPPED
                        || (outcome.ending() == Ending.FAILED && reason(outcome).isPresent()))
                .toList();
    }

    /** How many are excluded for each reason. */
    Map<String, Long> excludedByReason() {
        return excluded().stream()
                .collect(Collectors.groupingBy(
                        outcome -> reason(outcome).orElse("skipped"), TreeMap::new, Collectors.counting()));
    }

    /** All that breaks the build, in words; empty if everything is as it should be. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (outcomes.isEmpty()) {
            complaints.add("no test was found");
        }
        for (TestOutcome outcome : failed()) {
            complaints.add("failed: " + outcome.test() + " (" + outcome.title() + "): " + outcome.failureLine());
        }
        for (TestOutcome outcome : passed()) {
            reason(outcome)
                    .ifPresent(reason -> complaints.add(
                            "passed although listed as a known failure (" + reason + "): " + outcome.test()));
        }
        known.unknown(suite, provider, outcomes.stream().map(TestOutcome::test).collect(Collectors.toSet()))
                .forEach(test -> complaints.add("listed as a known failure, but there is no such test: " + test));
        return complaints;
    }

    Optional<String> reason(TestOutcome outcome) {
        return known.reason(suite, provider, outcome.test());
    }
}
