package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Form of the decision records and of their index. */
class DecisionRecordsTest {

    private static final Path RECORDS = Path.of("..", "docs", "explanation", "decisions");

    private static final String LINKS = "(\\[\\d+]\\([^)]+\\.md\\)(, )?)+";
    private static final Pattern RECORD = Pattern.compile(
            "# (?<number>\\d+)\\. (?<title>[^\n]+)\n\n"
                    + "Date: \\d{4}-\\d{2}-\\d{2} · Status: (?<status>accepted|(amended|superseded) by " + LINKS
                    + ")\n\n"
                    + "## Summary\n\n(?<summary>[^#]+)\n\n## Context\n.*## Decision\n.*",
            Pattern.DOTALL);

    @Test
    @DisplayName("each record has a title, a date, a status and a summary of at most three sentences")
    void shouldHaveSummaries() throws IOException {
        assertThat(records()).hasSizeGreaterThan(90).allSatisfy(file -> {
            Matcher record = read(file);
            assertThat(file.getFileName().toString())
                    .startsWith(String.format(Locale.ROOT, "%04d-", Integer.parseInt(record.group("number"))));
            assertThat(record.group("number") + ". " + record.group("title")).hasSizeLessThanOrEqualTo(70);
            assertThat(record.group("summary").split("(?<=[.!?])\\s+(?=[A-Z`])"))
                    .hasSizeLessThanOrEqualTo(3);
        });
    }

    @Test
    @DisplayName("the index lists each record with its title and status")
    void shouldListEachRecord() throws IOException {
        List<String> expected = new ArrayList<>();
        for (Path file : records()) {
            Matcher record = read(file);
            expected.add("| " + record.group("number") + " | [" + record.group("title") + "](" + file.getFileName()
                    + ") | " + record.group("status") + " |");
        }
        assertThat(Files.readAllLines(RECORDS.resolve("README.md")).stream().filter(line -> line.startsWith("| ")))
                .endsWith(expected.toArray(String[]::new))
                .hasSize(expected.size() + 2);
    }

    private static List<Path> records() throws IOException {
        try (Stream<Path> files = Files.list(RECORDS)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{4}-.*\\.md"))
                    .sorted()
                    .toList();
        }
    }

    private static Matcher read(Path file) throws IOException {
        Matcher record = RECORD.matcher(Files.readString(file));
        assertThat(record.matches()).as(file.toString()).isTrue();
        return record;
    }
}
