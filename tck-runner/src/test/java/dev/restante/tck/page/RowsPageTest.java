package dev.restante.tck.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every row of the checklist has a test or a reason, and the page in docs says so. */
final class RowsPageTest {

    private final Path project = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private final RowsPage page = new RowsPage(project);

    @Test
    @DisplayName("each row has a test or a reason")
    void shouldAccountForEachRow() throws IOException {
        TreeSet<String> open = new TreeSet<>(page.rows());
        open.removeAll(page.testsById().keySet());
        open.removeAll(page.reasons().keySet());
        assertThat(page.rows()).hasSizeGreaterThan(450).doesNotHaveDuplicates();
        assertThat(open).isEmpty();
    }

    @Test
    @DisplayName("no row has both, and there is no reason for what is no row")
    void shouldHaveNoNeedlessReason() throws IOException {
        TreeSet<String> needless = new TreeSet<>(page.reasons().keySet());
        TreeSet<String> needed = new TreeSet<>(page.rows());
        needed.removeAll(page.testsById().keySet());
        needless.removeAll(needed);
        assertThat(needless).isEmpty();
    }

    @Test
    @DisplayName("the page is how the tests are")
    void shouldBeUpToDate() throws IOException {
        Path file = project.resolve("docs/conformance-rows.md");
        if (Boolean.getBoolean("rows.page.write")) {
            Files.writeString(file, page.text());
        }
        assertThat(Files.readString(file))
                .as("docs/conformance-rows.md; make it anew with -Drows.page.write=true")
                .isEqualTo(page.text());
    }
}
