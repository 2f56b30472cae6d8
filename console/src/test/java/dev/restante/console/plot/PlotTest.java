package dev.restante.console.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A plot")
class PlotTest {

    private static final Instant UNTIL = Instant.parse("2026-11-26T12:00:00Z");
    private static final Plot.Line DEPTH =
            new Plot.Line("messages", "line-a", point -> point.depth() == null ? null : point.depth() * 1.0);

    private static HistoryPoint point(int minutesAgo, Long depth) {
        return new HistoryPoint(UNTIL.minusSeconds(minutesAgo * 60L), depth, 0, 0, 0, null);
    }

    private static String drawn(List<HistoryPoint> points) {
        return new Plot(HistoryScale.HOUR, points, UNTIL)
                .drawn("Messages", "", List.of(DEPTH))
                .document("");
    }

    private static String line(String html) {
        return html.replaceAll("(?s).*<path d=\"([^\"]*)\" class=\"line-a\".*", "$1");
    }

    @Test
    @DisplayName("goes from the oldest to the newest number, within its frame, and says what it shows")
    void shouldDraw() {
        List<HistoryPoint> points = new ArrayList<>();
        for (int ago = 60; ago > 0; ago--) {
            points.add(point(ago, 100L - ago));
        }
        String html = drawn(points);
        assertThat(html).contains("aria-label=\"Messages: 99, at most 99\"", ">100</text>", ">11:00</text>", ">12:00<");
        assertThat(line(html)).startsWith("M61.7 74.4h.1").endsWith("L400.0 13.0");
    }

    @Test
    @DisplayName("has a gap where nothing is known or was recorded, and nothing outside of its time")
    void shouldHaveGaps() {
        String html = drawn(List.of(
                point(90, 7L),
                point(50, 1L),
                point(49, 1L),
                point(48, null),
                point(47, 1L),
                point(20, 1L),
                point(19, 0L)));
        assertThat(line(html).replaceAll("[^ML]", "")).isEqualTo("MLMML");
        assertThat(drawn(List.of())).contains("aria-label=\"Messages: not known, at most 0\"");
    }

    @Test
    @DisplayName("has an axis that ends at 1, 2 or 5 times a power of ten")
    void shouldEndAtRoundNumbers() {
        assertThat(Plot.nice(0)).isEqualTo(1);
        assertThat(Plot.nice(0.3)).isEqualTo(0.5);
        assertThat(Plot.nice(1)).isEqualTo(1);
        assertThat(Plot.nice(11)).isEqualTo(20);
        assertThat(Plot.nice(501)).isEqualTo(1_000);
    }

    @Test
    @DisplayName("tells the end of its axis in few characters")
    void shouldShorten() {
        assertThat(List.of(0.5, 1.0, 500.0, 2000.0, 500_000.0, 1e6, 2e7))
                .map(Plot::shortened)
                .containsExactly("0.500", "1", "500", "2k", "500k", "1M", "20M");
    }
}
