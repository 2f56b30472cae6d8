package dev.restante.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * SVG bar chart with a logarithmic axis.
 *
 * <p>Colours follow the reader's colour scheme without CSS variables, which some renderers do not support.
 */
final class BarChart {

    /** Bar of a series, which is not drawn for a value of 0 or less. */
    record Bar(String series, double value) {}

    record BarGroup(String name, List<Bar> bars) {
        BarGroup {
            bars = List.copyOf(bars);
        }
    }

    /** Name of a series, its place from the left, and the line of the legend, counted from 0. */
    private record LegendEntry(String series, int x, int line) {}

    private static final int WIDTH = 860;
    private static final int LEFT = 130;
    private static final int RIGHT = 90;
    private static final int TOP = 74;
    private static final int LEGEND_LEFT = 16;
    private static final int LEGEND_LINE = 20;
    private static final int BOTTOM = 34;
    private static final int BAR_HEIGHT = 15;
    private static final int BAR_GAP = 3;
    private static final int GROUP_GAP = 16;

    private static final String STYLE =
            """
            <style>
              svg { font: 13px system-ui, sans-serif; }
              text { fill: #1f2328; } .small { font-size: 11px; } .title { font-size: 15px; font-weight: 600; }
              .paper { fill: #ffffff; } .grid { stroke: #d0d7de; }
              .s0 { fill: #1f6feb; } .s1 { fill: #79aef8; } .s2 { fill: #c2410c; }
              .s3 { fill: #7e22ce; } .s4 { fill: #6b7280; } .s5 { fill: #0f766e; }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3; } .paper { fill: #0d1117; } .grid { stroke: #3d444d; }
                .s0 { fill: #4c94ff; } .s1 { fill: #a5c8ff; } .s2 { fill: #fb923c; }
                .s3 { fill: #c084fc; } .s4 { fill: #9ca3af; } .s5 { fill: #2dd4bf; }
              }
            </style>
            """;
    private static final int COLOURS = 6;

    private final String title;
    private final List<String> series;
    private final List<BarGroup> groups;
    private final List<LegendEntry> legend;
    private final int barsTop;
    private final int firstDecade;
    private final int lastDecade;

    BarChart(String title, List<String> series, List<BarGroup> groups) {
        this.title = title;
        this.series = List.copyOf(series);
        this.groups = groups.stream().filter(group -> !group.bars().isEmpty()).toList();
        legend = legend(series);
        barsTop = TOP + legend.stream().mapToInt(LegendEntry::line).max().orElse(0) * LEGEND_LINE;
        double[] values = groups.stream()
                .flatMap(group -> group.bars().stream())
                .mapToDouble(Bar::value)
                .filter(value -> value > 0)
                .sorted()
                .toArray();
        firstDecade = values.length == 0 ? 0 : (int) Math.floor(Math.log10(values[0]));
        lastDecade = values.length == 0
                ? 1
                : Math.max(firstDecade + 1, (int) Math.ceil(Math.log10(values[values.length - 1])));
    }

    String svg() {
        int height =
                barsTop + BOTTOM + groups.stream().mapToInt(BarChart::height).sum();
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
                WIDTH,
                height,
                escape(title)));
        text.append(STYLE);
        text.append(String.format(Locale.ROOT, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", WIDTH, height));
        text.append(String.format(Locale.ROOT, "<text class=\"title\" x=\"16\" y=\"26\">%s</text>\n", escape(title)));
        appendLegend(text);
        appendGrid(text, height);
        int y = barsTop;
        for (BarGroup group : groups) {
            appendGroup(text, group, y);
            y += height(group);
        }
        return text.append("</svg>\n").toString();
    }

    /** Places the series side by side, and begins a line where the next name would pass the right edge. */
    private static List<LegendEntry> legend(List<String> series) {
        List<LegendEntry> entries = new ArrayList<>();
        int x = LEGEND_LEFT;
        int line = 0;
        for (String name : series) {
            int width = 17 + name.length() * 8;
            if (x > LEGEND_LEFT && x + width > WIDTH) {
                x = LEGEND_LEFT;
                line++;
            }
            entries.add(new LegendEntry(name, x, line));
            x += width + 23;
        }
        return List.copyOf(entries);
    }

    private void appendLegend(StringBuilder text) {
        for (int index = 0; index < legend.size(); index++) {
            LegendEntry entry = legend.get(index);
            int y = 41 + entry.line() * LEGEND_LINE;
            text.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"s%d\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" rx=\"2\"/>",
                    index % COLOURS,
                    entry.x(),
                    y));
            text.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\">%s</text>\n",
                    entry.x() + 17,
                    y + 11,
                    escape(entry.series())));
        }
    }

    private void appendGrid(StringBuilder text, int height) {
        for (int decade = firstDecade; decade <= lastDecade; decade++) {
            double x = position(Math.pow(10, decade));
            text.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                    x,
                    x,
                    barsTop - 8,
                    height - BOTTOM));
            text.append(String.format(
                    Locale.ROOT,
                    "<text class=\"small\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">%,.0f</text>\n",
                    x,
                    height - BOTTOM + 16,
                    Math.pow(10, decade)));
        }
    }

    private void appendGroup(StringBuilder text, BarGroup group, int top) {
        int middle = top + (height(group) - GROUP_GAP) / 2;
        text.append(String.format(
                Locale.ROOT,
                "<text text-anchor=\"end\" x=\"%d\" y=\"%d\">%s</text>\n",
                LEFT - 10,
                middle + 4,
                escape(group.name())));
        int y = top;
        for (Bar bar : group.bars()) {
            if (bar.value() > 0) {
                double end = position(bar.value());
                text.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"s%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
                        colour(bar),
                        LEFT,
                        y,
                        Math.max(1, end - LEFT),
                        BAR_HEIGHT));
                text.append(String.format(
                        Locale.ROOT,
                        "<text class=\"small\" x=\"%.1f\" y=\"%d\">%,.0f</text>\n",
                        end + 5,
                        y + BAR_HEIGHT - 4,
                        bar.value()));
            }
            y += BAR_HEIGHT + BAR_GAP;
        }
    }

    private int colour(Bar bar) {
        return Math.max(0, series.indexOf(bar.series())) % COLOURS;
    }

    double position(double value) {
        double share = (Math.log10(value) - firstDecade) / (lastDecade - firstDecade);
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private static int height(BarGroup group) {
        return group.bars().size() * (BAR_HEIGHT + BAR_GAP) + GROUP_GAP;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
