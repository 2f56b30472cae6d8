package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Test of the walkthrough page, which must name existing classes and be short enough to read. */
class WalkthroughTest {

    private static final Path PAGE = Path.of("..", "docs", "explanation", "walkthrough.md");
    private static final Pattern CLASS = Pattern.compile("`([a-z]+(?:\\.[a-z]+)*\\.[A-Z]\\w+)");

    @Test
    void shouldNameClassesThatExist() throws IOException {
        TreeSet<String> named = new TreeSet<>();
        for (Matcher matcher = CLASS.matcher(Files.readString(PAGE)); matcher.find(); ) {
            named.add("dev.restante." + matcher.group(1));
        }

        assertThat(named).hasSizeGreaterThan(20).allSatisfy(name -> assertThat(Class.forName(name))
                .isNotNull());
    }

    @Test
    void shouldBeShort() throws IOException {
        assertThat(Files.readAllLines(PAGE)).hasSizeLessThanOrEqualTo(150);
    }
}
