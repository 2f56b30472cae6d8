package dev.restante.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {

    @Test
    void shouldAlignColumns() {
        MarkdownTable table = new MarkdownTable(List.of("scenario", "raw"))
                .row(List.of("sync-1", "5,000"))
                .row(List.of("a|b", ""));

        assertThat(table.markdown())
                .isEqualTo(
                        """
                        | scenario |   raw |
                        | -------- | ----: |
                        | sync-1   | 5,000 |
                        | a\\|b     |       |
                        """);
    }

    @Test
    void shouldRefuseARowOfAnotherWidth() {
        MarkdownTable table = new MarkdownTable(List.of("scenario", "raw"));

        assertThatIllegalArgumentException().isThrownBy(() -> table.row(List.of("sync-1")));
        assertThat(table.isEmpty()).isTrue();
    }
}
