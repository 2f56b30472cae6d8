package dev.restante.console.plot;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlTables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** SVG line plot of numbers over time. Lines have gaps where the numbers are unknown. */
final class SvgPlot {

    private static final int WIDTH = 400;
    private static final int HEIGHT = 140;
    private static final int LEFT = 56;
    private static final int BOTTOM = 24;
    private static final int TOP = 12;
    private static final int SPARKLINE_WIDTH = 120;
    private static final int SPARKLINE_HEIGHT = 24;
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;

    /**
     * Line of a plot.
     *
     * @param style the CSS class, which sets the colour
     * @param number the number at a point, or null if it is unknown
     */
    record PlotLine(String name, String style, Function<HistoryPoint, @Nullable Double> number) {}

    private final HistoryScale scale;
    private final List<HistoryPoint> points;
    private final Instant from;
    private final Duration span;

    /** Creates a plot of a history that ends at an instant. */
    SvgPlot(HistoryScale scale, List<HistoryPoint> points, Instant until) {
        this.scale = scale;
        this.points = points;
        this.span = scale.interval().multipliedBy(scale.intervals());
        this.from = until.minus(span);
    }

    /** Returns a plot with title, legend and axes. */
    HtmlElement chart(String title, String unit, List<PlotLine> lines) {
        double maximum =
                axisMaximum(lines.stream().mapToDouble(this::maximum).max().orElse(0));
        HtmlElement svg = tag("svg")
                .with("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
                .with("class", "plot")
                .with("role", "img")
                .with("aria-label", description(title, unit, lines));
        svg.add(path("M" + LEFT + " " + TOP + "V" + (HEIGHT - BOTTOM) + "H" + WIDTH, "axis"));
        svg.add(label(LEFT - 6, TOP + 8, "end", formatShort(maximum)));
        svg.add(label(LEFT - 6, HEIGHT - BOTTOM, "end", "0"));
        svg.add(label(LEFT, HEIGHT - 6, "start", hour(from)));
        svg.add(label(LEFT + (WIDTH - LEFT) / 2, HEIGHT - 6, "middle", hour(from.plus(span.dividedBy(2)))));
        svg.add(label(WIDTH, HEIGHT - 6, "end", hour(from.plus(span))));
        HtmlElement legend = tag("p").with("class", "legend").add(tag("strong", title), tag("span", unit));
        for (PlotLine line : lines) {
            svg.add(path(line(line, maximum, LEFT, TOP, WIDTH - LEFT, HEIGHT - TOP - BOTTOM), line.style()));
            if (lines.size() > 1) {
                legend.add(tag("span", line.name()).with("class", "legend-key " + line.style()));
            }
        }
        return tag("div").with("class", "chart").add(legend, svg);
    }

    HtmlElement sparkline(String title, PlotLine line) {
        double maximum = Math.max(1, maximum(line));
        return tag("svg")
                .with("viewBox", "0 0 " + SPARKLINE_WIDTH + " " + SPARKLINE_HEIGHT)
                .with("width", String.valueOf(SPARKLINE_WIDTH))
                .with("height", String.valueOf(SPARKLINE_HEIGHT))
                .with("class", "sparkline")
                .with("role", "img")
                .with("aria-label", description(title, "", List.of(line)))
                .add(path(line(line, maximum, 0, 2, SPARKLINE_WIDTH, SPARKLINE_HEIGHT - 4), line.style()));
    }

    private static HtmlElement path(String how, String style) {
        return tag("path").with("d", how).with("class", style);
    }

    private static HtmlElement label(int x, int y, String anchor, String text) {
        return tag("text", text)
                .with("x", String.valueOf(x))
                .with("y", String.valueOf(y))
                .with("text-anchor", anchor);
    }

    private double maximum(PlotLine line) {
        return points.stream()
                .map(line.number())
                .filter(number -> number != null)
                .mapToDouble(number -> number)
                .max()
                .orElse(0);
    }

    /** Returns the end of the axis: 1, 2 or 5 times a power of ten. */
    static double axisMaximum(double maximum) {
        if (maximum <= 0) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(maximum)));
        for (int times : new int[] {1, 2, 5}) {
            if (maximum <= times * power) {
                return times * power;
            }
        }
        return 10 * power;
    }

    private String line(PlotLine line, double maximum, int left, int top, int width, int height) {
        StringBuilder path = new StringBuilder();
        Instant last = null;
        for (HistoryPoint point : points) {
            Double number = line.number().apply(point);
            if (number == null || point.from().isBefore(from)) {
                last = null;
                continue;
            }
            double x = left
                    + width
                            * (double) Duration.between(from, point.from().plus(scale.interval()))
                                    .toMillis()
                            / span.toMillis();
            double y = top + height * (1 - number / maximum);
            boolean goesOn = last != null && !point.from().isAfter(last.plus(scale.interval()));
            path.append(String.format(Locale.ROOT, goesOn ? "L%.1f %.1f" : "M%.1f %.1fh.1", x, y));
            last = point.from();
        }
        return path.toString();
    }

    private String description(String title, String unit, List<PlotLine> lines) {
        StringBuilder words = new StringBuilder(title);
        for (PlotLine line : lines) {
            HistoryPoint newest = points.isEmpty() ? null : points.get(points.size() - 1);
            Double now = newest == null ? null : line.number().apply(newest);
            words.append(lines.size() > 1 ? ", " + line.name() : "")
                    .append(": ")
                    .append(now == null ? "unknown" : number(now))
                    .append(", at most ")
                    .append(number(maximum(line)));
        }
        return words + (unit.isEmpty() ? "" : " " + unit);
    }

    /** Formats the round number at the end of an axis in few characters. */
    static String formatShort(double round) {
        if (round < THOUSAND) {
            return number(round);
        }
        return round < MILLION ? number(round / THOUSAND) + "k" : number(round / MILLION) + "M";
    }

    static String number(double number) {
        return number == Math.rint(number)
                ? HtmlTables.formatNumber((long) number)
                : String.format(Locale.ROOT, number < 1 ? "%.3f" : "%,.1f", number);
    }

    private static String hour(Instant at) {
        return HtmlTables.formatTime(at).substring(11, 16);
    }
}
