package dev.restante.tck.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Expected content of docs/reference/conformance-requirements.md. The page has one line for each requirement of
 * docs/reference/jakarta-messaging.md. The line names the tests whose display names contain its id, or the reason why
 * no test does.
 */
final class RequirementsPage {

    /** Directories with relevant tests, relative to the project. */
    private static final List<String> TESTS = List.of(
            "provider/src/test/java", "ra/src/test/java", "samples", "tck-runner/src/main/java/dev/restante/tck/rows");

    /** Pattern of an id. RCV without the prefix JMS is a group of docs/reference/semantics.md. */
    private static final String ID = "(?:JMS-)?[A-Z]{1,4}-\\d{2}";

    /** List item of the page that begins with an id, such as {@code - **ACK-01** In ...}. */
    private static final Pattern REQUIREMENT = Pattern.compile("^- \\*\\*(" + ID + ")\\*\\* \\S", Pattern.MULTILINE);

    private static final Pattern ID_IN_NAME = Pattern.compile("(?<![\\w-])" + ID + "\\b(?: to " + ID + "\\b)?");
    private static final Pattern NAMED_TEST = Pattern.compile(
            "@DisplayName\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"[\\s+]*)+)\\)[^;{]*?(?:void|class) (\\w+)", Pattern.DOTALL);
    private static final int SHOWN = 4;

    private final Path project;

    RequirementsPage(Path project) {
        this.project = project;
    }

    /** Returns the ids of all requirements in the order of the page. */
    List<String> requirements() throws IOException {
        return REQUIREMENT
                .matcher(read(project.resolve("docs/reference/jakarta-messaging.md")))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    /** Returns the tests of each id. */
    Map<String, List<String>> testsById() throws IOException {
        Map<String, List<String>> tests = new TreeMap<>();
        for (String directory : TESTS) {
            try (Stream<Path> files = Files.walk(project.resolve(directory))) {
                for (Path file :
                        files.filter(RequirementsPage::isSource).sorted().toList()) {
                    collect(file, tests);
                }
            }
        }
        return tests;
    }

    private static boolean isSource(Path file) {
        return file.toString().endsWith(".java") && !file.toString().contains("/target/");
    }

    private static void collect(Path file, Map<String, List<String>> tests) throws IOException {
        String owner = file.getFileName().toString().replace(".java", "");
        Matcher named = NAMED_TEST.matcher(read(file));
        while (named.find()) {
            String test = named.group(2).startsWith("should") ? owner + "." + named.group(2) : owner;
            ID_IN_NAME
                    .matcher(named.group(1))
                    .results()
                    .map(MatchResult::group)
                    .flatMap(ids -> expanded(ids).stream())
                    .distinct()
                    .forEach(id ->
                            tests.computeIfAbsent(id, key -> new ArrayList<>()).add(test));
        }
    }

    /** Returns the reasons why requirements have no test. */
    Map<String, String> reasons() throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        try (var lines = Objects.requireNonNull(getClass().getResourceAsStream("requirements-without-test.txt"))) {
            new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        int end = line.indexOf(':');
                        for (String id : expanded(line.substring(0, end))) {
                            reasons.put(id, line.substring(end + 1).strip());
                        }
                    });
        }
        return reasons;
    }

    /** Expands a range such as {@code XA-01 to XA-16} to its ids. */
    private static List<String> expanded(String ids) {
        int range = ids.indexOf(" to ");
        if (range < 0) {
            return List.of(ids);
        }
        String first = ids.substring(0, range);
        List<String> all = new ArrayList<>();
        for (int number = number(first); number <= number(ids); number++) {
            all.add(String.format(Locale.ROOT, "%s-%02d", first.substring(0, first.lastIndexOf('-')), number));
        }
        return all;
    }

    private static int number(String id) {
        return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    }

    /** Returns the whole page. */
    String text() throws IOException {
        Map<String, List<String>> tests = testsById();
        Map<String, String> reasons = reasons();
        String lines = requirements().stream()
                .map(id -> String.format(Locale.ROOT, "| %s | %s |", id, proof(tests.get(id), reasons.get(id))))
                .collect(Collectors.joining("\n"));
        return """
                # Tests of each requirement

                This page lists the tests that prove each requirement of [jakarta-messaging.md](jakarta-messaging.md). The display
                names of these tests contain the id of the requirement. If no test proves a requirement, its line gives the reason.

                Classes whose names end in `Conformance` belong to [the conformance suite](../explanation/conformance.md) and use
                only `jakarta.jms`. The other classes are tests of the provider.

                The build generates this page, and fails if the page is outdated. This command writes the page again:

                ```sh
                mvn -q verify -pl tck-runner -am -Dtest=RequirementsPageTest -Drequirements.page.write=true
                ```

                | requirement | tests |
                | --- | --- |
                """
                + lines + "\n";
    }

    private static String proof(List<String> tests, String reason) {
        if (tests == null) {
            return "no test: " + reason;
        }
        String shown = tests.stream()
                .distinct()
                .limit(SHOWN)
                .map(test -> "`" + test + "`")
                .collect(Collectors.joining(", "));
        long more = tests.stream().distinct().count() - SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
