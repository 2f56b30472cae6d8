package dev.restante.tck.run;

import dev.restante.tck.run.TestOutcome.TestStatus;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Markdown report of conformance runs: a table of numbers, and every test that did not pass on all providers. */
final class ConformanceReport {

    private static final Pattern ROW_ID = Pattern.compile("\\b(?:JMS-)?[A-Z]{2,3}-\\d{2}\\b");

    private final List<SuiteResult> results;

    ConformanceReport(List<SuiteResult> results) {
        this.results = List.copyOf(results);
    }

    /** Returns the table with a line for each suite and provider. */
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
                    result.toleratedFailures().size(),
                    reasons,
                    result.millis() / 1000.0));
        }
        return String.join("\n", lines) + "\n";
    }

    /** Returns the table, and for each suite the tests that did not pass on some provider. */
    String document() {
        StringBuilder document = new StringBuilder("# Conformance\n\n").append(table());
        Map<ConformanceSuite, List<SuiteResult>> bySuite =
                results.stream().collect(Collectors.groupingBy(SuiteResult::suite, TreeMap::new, Collectors.toList()));
        bySuite.forEach((suite, ofSuite) -> document.append(notPassed(suite, ofSuite)));
        if (bySuite.containsKey(ConformanceSuite.REQUIREMENTS)) {
            document.append(rows(bySuite.getOrDefault(ConformanceSuite.REQUIREMENTS, List.of())));
        }
        return document.toString();
    }

    /** Returns the tests of each requirement with their results. */
    private static String rows(List<SuiteResult> ofSuite) {
        Map<String, Set<String>> testsByRow = new TreeMap<>();
        for (SuiteResult result : ofSuite) {
            for (TestOutcome outcome : result.outcomes()) {
                ROW_ID.matcher(outcome.title()).results().forEach(match -> testsByRow
                        .computeIfAbsent(match.group(), row -> new LinkedHashSet<>())
                        .add(outcome.test()));
            }
        }
        StringBuilder section = new StringBuilder("\n## Rows of the checklist\n\n| row | proved by |");
        ofSuite.forEach(result -> section.append(' ').append(result.provider()).append(" |"));
        section.append("\n| --- | --- |")
                .append(" --- |".repeat(ofSuite.size()))
                .append('\n');
        testsByRow.forEach((row, tests) -> {
            section.append("| ")
                    .append(row)
                    .append(" | ")
                    .append(String.join(", ", tests))
                    .append(" |");
            ofSuite.forEach(
                    result -> section.append(' ').append(ofRow(result, row)).append(" |"));
            section.append('\n');
        });
        return section.toString();
    }

    private static String ofRow(SuiteResult result, String row) {
        List<TestOutcome> tests = result.outcomes().stream()
                .filter(outcome -> outcome.title().contains(row))
                .toList();
        long passed = tests.stream()
                .filter(outcome -> outcome.status() == TestStatus.PASSED)
                .count();
        return passed == tests.size() ? "passed" : passed + " of " + tests.size();
    }

    private static String notPassed(ConformanceSuite suite, List<SuiteResult> ofSuite) {
        Set<String> titles = new LinkedHashSet<>();
        for (SuiteResult result : ofSuite) {
            result.outcomes().stream()
                    .filter(outcome -> outcome.status() != TestStatus.PASSED)
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
                .map(outcome -> switch (outcome.status()) {
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
