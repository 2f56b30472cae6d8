package dev.restante.tck.run;

import dev.restante.tck.run.TestOutcome.TestStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Results of one suite on one provider, compared with the known failures. */
record SuiteResult(
        ConformanceSuite suite, String provider, long millis, List<TestOutcome> outcomes, KnownFailures knownFailures) {

    SuiteResult {
        outcomes = List.copyOf(outcomes);
    }

    List<TestOutcome> passed() {
        return outcomes.stream()
                .filter(outcome -> outcome.status() == TestStatus.PASSED)
                .toList();
    }

    /** Returns the failures that the list does not contain. */
    List<TestOutcome> failed() {
        return outcomes.stream()
                .filter(outcome -> outcome.status() == TestStatus.FAILED)
                .filter(outcome -> reason(outcome).isEmpty())
                .toList();
    }

    /** Returns the listed failures and the skipped tests. */
    List<TestOutcome> toleratedFailures() {
        return outcomes.stream()
                .filter(outcome -> outcome.status() == TestStatus.SKIPPED
                        || (outcome.status() == TestStatus.FAILED
                                && reason(outcome).isPresent()))
                .toList();
    }

    /** Returns the number of excluded tests by reason. */
    Map<String, Long> excludedByReason() {
        return toleratedFailures().stream()
                .collect(Collectors.groupingBy(
                        outcome -> reason(outcome).orElse("skipped"), TreeMap::new, Collectors.counting()));
    }

    /** Returns descriptions of all problems that break the build. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (outcomes.isEmpty()) {
            problems.add("no test was found");
        }
        for (TestOutcome outcome : failed()) {
            problems.add("failed: " + outcome.test() + " (" + outcome.title() + "): " + outcome.failureLine());
        }
        for (TestOutcome outcome : passed()) {
            reason(outcome)
                    .ifPresent(reason -> problems.add(
                            "passed although listed as a known failure (" + reason + "): " + outcome.test()));
        }
        knownFailures
                .unknown(
                        suite,
                        provider,
                        outcomes.stream().map(TestOutcome::test).collect(Collectors.toSet()))
                .forEach(test -> problems.add("listed as a known failure, but there is no such test: " + test));
        return problems;
    }

    Optional<String> reason(TestOutcome outcome) {
        return knownFailures.reason(suite, provider, outcome.test());
    }
}
