package dev.restante.console.plot;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.console.html.Element;
import dev.restante.console.page.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A plot of numbers over time as SVG. Where a number is not known, the line has a gap. */
final class Plot {

    private static final int WIDTH = 400;
    private static final int HEIGHT = 140;
    private static final int LEFT = 56;
    private static final int BOTTOM = 24;
    private static final int TOP = 12;
    private static final int SPARK_WIDTH = 120;
    private static final int SPARK_HEIGHT = 24;
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;

    /**
     * A line of a plot.
     *
     * @param name as the legend calls it
     * @param style the class that gives it its colour
     * @param number null where it is not known
     */
    record Line(String name, String style, Function<HistoryPoint, @Nullable Double> number) {}

    private final HistoryScale scale;
    private final List<HistoryPoint> points;
    private final Instant from;
    private final Duration span;

    /** Of a history that ends at an instant. */
    Plot(HistoryScale scale, List<HistoryPoint> points, Instant until) {
        this.scale = scale;
        this.points = points;
        this.span = scale.interval().multipliedBy(scale.intervals());
        this.from = until.minus(span);
    }

    /** A plot with its title, legend and axes. */
    Element drawn(String title, String unit, List<Line> lines) {
        double most = nice(lines.stream().mapToDouble(this::most).max().orElse(0));
        Element svg = tag("svg")
                .with("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
                .with("class", "plot")
                .with("role", "img")
                .with("aria-label", told(title, unit, lines));
        svg.add(path("M" + LEFT + " " + TOP + "V" + (HEIGHT - BOTTOM) + "H" + WIDTH, "axis"));
        svg.add(label(LEFT - 6, TOP + 8, "end", shortened(most)));
        svg.add(label(LEFT - 6, HEIGHT - BOTTOM, "end", "0"));
        svg.add(label(LEFT, HEIGHT - 6, "start", hour(from)));
        svg.add(label(LEFT + (WIDTH - LEFT) / 2, HEIGHT - 6, "middle", hour(from.plus(span.dividedBy(2)))));
        svg.add(label(WIDTH, HEIGHT - 6, "end", hour(from.plus(span))));
        Element legend = tag("p").with("class", "legend").add(tag("strong", title), tag("span", unit));
        for (Line line : lines) {
            svg.add(path(line(line, most, LEFT, TOP, WIDTH - LEFT, HEIGHT - TOP - BOTTOM), line.style()));
            if (lines.size() > 1) {
                legend.add(tag("span", line.name()).with("class", "key " + line.style()));
            }
        }
        return tag("div").with("class", "chart").add(legend, svg);
    }

    /** A small line without axes. */
    Element spark(String title, Line line) {
        double most = Math.max(1, most(line));
        return tag("svg")
                .with("viewBox", "0 0 " + SPARK_WIDTH + " " + SPARK_HEIGHT)
                .with("width", String.valueOf(SPARK_WIDTH))
                .with("height", String.valueOf(SPARK_HEIGHT))
                .with("class", "spark")
                .with("role", "img")
                .with("aria-label", told(title, "", List.of(line)))
                .add(path(line(line, most, 0, 2, SPARK_WIDTH, SPARK_HEIGHT - 4), line.style()));
    }

    private static Element path(String how, String style) {
        return tag("path").with("d", how).with("class", style);
    }

    private static Element label(int x, int y, String anchor, String text) {
        return tag("text", text)
                .with("x", String.valueOf(x))
                .with("y", String.valueOf(y))
                .with("text-anchor", anchor);
    }

    private double most(Line line) {
        return points.stream()
                .map(line.number())
                .filter(number -> number != null)
                .mapToDouble(number -> number)
                .max()
                .orElse(0);
    }

    /** The end of the axis: 1, 2 or 5 times a power of ten. */
    static double nice(double most) {
        if (most <= 0) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(most)));
        for (int times : new int[] {1, 2, 5}) {
            if (most <= times * power) {
                return times * power;
            }
        }
        return 10 * power;
    }

    private String line(Line line, double most, int left, int top, int width, int height) {
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
            double y = top + height * (1 - number / most);
            boolean goesOn = last != null && !point.from().isAfter(last.plus(scale.interval()));
            path.append(String.format(Locale.ROOT, goesOn ? "L%.1f %.1f" : "M%.1f %.1fh.1", x, y));
            last = point.from();
        }
        return path.toString();
    }

    /** The plot in words. */
    private String told(String title, String unit, List<Line> lines) {
        StringBuilder words = new StringBuilder(title);
        for (Line line : lines) {
            HistoryPoint newest = points.isEmpty() ? null : points.get(points.size() - 1);
            Double now = newest == null ? null : line.number().apply(newest);
            words.append(lines.size() > 1 ? ", " + line.name() : "")
                    .append(": ")
                    .append(now == null ? "not known" : number(now))
                    .append(", at most ")
                    .append(number(most(line)));
        }
        return words + (unit.isEmpty() ? "" : " " + unit);
    }

    /** The end of an axis, which is a round number, in few characters. */
    static String shortened(double round) {
        if (round < THOUSAND) {
            return number(round);
        }
        return round < MILLION ? number(round / THOUSAND) + "k" : number(round / MILLION) + "M";
    }

    static String number(double number) {
        return number == Math.rint(number)
                ? Tables.count((long) number)
                : String.format(Locale.ROOT, number < 1 ? "%.3f" : "%,.1f", number);
    }

    private static String hour(Instant at) {
        return Tables.time(at).substring(11, 16);
    }
}
