package dev.restante.tck.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test that every requirement of the checklist has a test or a reason, and that the page in docs is up to date. */
final class RequirementsPageTest {

    private final Path project = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private final RequirementsPage page = new RequirementsPage(project);

    @Test
    @DisplayName("each requirement has a test or a reason")
    void shouldAccountForEachRequirement() throws IOException {
        TreeSet<String> open = new TreeSet<>(page.requirements());
        open.removeAll(page.testsById().keySet());
        open.removeAll(page.reasons().keySet());
        assertThat(page.requirements()).hasSizeGreaterThan(450).doesNotHaveDuplicates();
        assertThat(open).isEmpty();
    }

    @Test
    @DisplayName("no requirement has both a test and a reason, and each reason belongs to a requirement")
    void shouldHaveNoNeedlessReason() throws IOException {
        TreeSet<String> needless = new TreeSet<>(page.reasons().keySet());
        TreeSet<String> needed = new TreeSet<>(page.requirements());
        needed.removeAll(page.testsById().keySet());
        needless.removeAll(needed);
        assertThat(needless).isEmpty();
    }

    @Test
    @DisplayName("the page docs/reference/conformance-requirements.md agrees with the tests")
    void shouldBeUpToDate() throws IOException {
        Path file = project.resolve("docs/reference/conformance-requirements.md");
        if (Boolean.getBoolean("requirements.page.write")) {
            Files.writeString(file, page.text());
        }
        assertThat(Files.readString(file))
                .as(
                        "docs/reference/conformance-requirements.md; after an intended change, write it with -Drequirements.page.write=true")
                .isEqualTo(page.text());
    }
}
