package dev.restante.console.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Plots")
class SvgPlotTest {

    private static final Instant UNTIL = Instant.parse("2026-11-26T12:00:00Z");
    private static final SvgPlot.PlotLine DEPTH =
            new SvgPlot.PlotLine("messages", "first-line", point -> point.depth() == null ? null : point.depth() * 1.0);

    private static HistoryPoint point(int minutesAgo, Long depth) {
        return new HistoryPoint(UNTIL.minusSeconds(minutesAgo * 60L), depth, 0, 0, 0, null);
    }

    private static String drawn(List<HistoryPoint> points) {
        return new SvgPlot(HistoryScale.HOUR, points, UNTIL)
                .chart("Messages", "", List.of(DEPTH))
                .document("");
    }

    private static String line(String html) {
        return html.replaceAll("(?s).*<path d=\"([^\"]*)\" class=\"first-line\".*", "$1");
    }

    @Test
    @DisplayName("a plot shows all numbers in order within its frame, and describes itself in words")
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
    @DisplayName("a plot has gaps for unknown or missing numbers, and omits numbers before its begin")
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
        assertThat(drawn(List.of())).contains("aria-label=\"Messages: unknown, at most 0\"");
    }

    @Test
    @DisplayName("the axis ends at 1, 2 or 5 times a power of ten")
    void shouldEndAtRoundNumbers() {
        assertThat(SvgPlot.axisMaximum(0)).isEqualTo(1);
        assertThat(SvgPlot.axisMaximum(0.3)).isEqualTo(0.5);
        assertThat(SvgPlot.axisMaximum(1)).isEqualTo(1);
        assertThat(SvgPlot.axisMaximum(11)).isEqualTo(20);
        assertThat(SvgPlot.axisMaximum(501)).isEqualTo(1_000);
    }

    @Test
    @DisplayName("the label at the end of the axis is short")
    void shouldShorten() {
        assertThat(List.of(0.5, 1.0, 500.0, 2000.0, 500_000.0, 1e6, 2e7))
                .map(SvgPlot::formatShort)
                .containsExactly("0.500", "1", "500", "2k", "500k", "1M", "20M");
    }
}
