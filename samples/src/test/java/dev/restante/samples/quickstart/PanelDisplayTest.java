package dev.restante.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Panel of the quickstart")
class PanelDisplayTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PanelDisplay panel = new PanelDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), 100);

    private String drawn() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    @DisplayName("the panel is redrawn in place, even after it has grown")
    void shouldRedrawInPlace() {
        panel.note("first");
        String first = drawn();
        panel.progress(50, new DemoEvent.ProgressEvent(10, 3, 2, 30, 4, 1, 0));
        String second = drawn();
        assertThat(first).doesNotContain("\u001b[" + first.lines().count() + "A");
        assertThat(second)
                .startsWith("\u001b[" + first.lines().count() + "A")
                .contains("first")
                .contains("█".repeat(25));
    }

    @Test
    @DisplayName("the panel keeps only the latest notes")
    void shouldForgetOldNotes() {
        for (int number = 1; number <= 20; number++) {
            panel.note("note " + number + ";");
        }
        drawn();
        panel.note("last");
        assertThat(drawn()).contains("note 20;", "last").doesNotContain("note 14;");
    }
}
