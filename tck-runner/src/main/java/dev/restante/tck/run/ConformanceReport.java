package dev.restante.tck.run;

import dev.restante.tck.run.TestOutcome.Ending;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The outcome of several runs as Markdown: the table of numbers, then every test that did not pass everywhere. */
final class ConformanceReport {

    private final List<SuiteResult> results;

    ConformanceReport(List<SuiteResult> results) {
        this.results = List.copyOf(results);
    }

    /** One line for each suite and provider. */
    String table() {
        List<String> lines = new ArrayList<>();
        lines.add("| suite | provider | tests | passed | failed | excluded | reasons | seconds |");
        lines.add("| --- | --- | ---: | ---: | ---: | ---: | --- | ---: |");
        for (SuiteResult result : results) {
            String reasons = result.excludedByReason().entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .collect(Collectors.joining(", "));
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %d | %d | %d | %d | %s | %.1f |",
                    result.suite().title(),
                    result.provider(),
                    result.outcomes().size(),
                    result.passed().size(),
                    result.failed().size(),
                    result.excluded().size(),
                    reasons,
                    result.millis() / 1000.0));
        }
        return String.join("\n", lines) + "\n";
    }

    /** The table, and for each suite the tests that some provider did not pass. */
    String document() {
        StringBuilder document = new StringBuilder("# Conformance\n\n").append(table());
        Map<Suite, List<SuiteResult>> bySuite =
                results.stream().collect(Collectors.groupingBy(SuiteResult::suite, TreeMap::new, Collectors.toList()));
        bySuite.forEach((suite, ofSuite) -> document.append(notPassed(suite, ofSuite)));
        return document.toString();
    }

    private static String notPassed(Suite suite, List<SuiteResult> ofSuite) {
        Set<String> titles = new LinkedHashSet<>();
        for (SuiteResult result : ofSuite) {
            result.outcomes().stream()
                    .filter(outcome -> outcome.ending() != Ending.PASSED)
                    .forEach(outcome -> titles.add(label(outcome)));
        }
        if (titles.isEmpty()) {
            return "";
        }
        StringBuilder section = new StringBuilder("\n## Not passed everywhere: " + suite.title() + "\n\n| test |");
        ofSuite.forEach(result -> section.append(' ').append(result.provider()).append(" |"));
        section.append("\n| --- |").append(" --- |".repeat(ofSuite.size())).append('\n');
        for (String title : titles.stream().sorted().toList()) {
            section.append("| ").append(title).append(" |");
            ofSuite.forEach(
                    result -> section.append(' ').append(cell(result, title)).append(" |"));
            section.append('\n');
        }
        return section.toString();
    }

    private static String label(TestOutcome outcome) {
        return outcome.title() + " (" + outcome.test() + ")";
    }

    private static String cell(SuiteResult result, String title) {
        return result.outcomes().stream()
                .filter(outcome -> label(outcome).equals(title))
                .findFirst()
                .map(outcome -> switch (outcome.ending()) {
                    case PASSED -> "passed";
                    case SKIPPED -> "excluded: " + outcome.failureLine();
                    case FAILED ->
                        result.reason(outcome)
                                .map(reason -> "excluded: " + reason)
                                .orElseGet(() -> "**failed**: " + outcome.failureLine());
                })
                .orElse("");
    }
}
