package dev.restante.bench.spread;

import java.util.Locale;
import java.util.stream.DoubleStream;

/** The tables of docs/databases.md about several databases side by side. */
public final class SpreadTables {

    private static final int QUEUES = 200;
    private static final int[] STORES = {2, 4, 8};

    /** Cost of a transaction with two resources by docs/performance.md: 4,793 joined ones a second, 1,845 of XA. */
    private static final double COST_OF_TWO = 4_793.0 / 1_845;

    private static final double[] TOGETHER = {0, 0.1, 0.5, 1};

    private SpreadTables() {}

    /** Prints them. */
    @SuppressWarnings("SystemOut") // they are what this program is for
    public static void main(String[] arguments) {
        System.out.println(spread());
        System.out.println(transactions());
    }

    /** Throughput, and its part that one lost store stops. */
    static String spread() {
        StringBuilder table = new StringBuilder(
                """
                | queues | stores | by name: times one store | one lost store stops | a further store moves | by load: times one store | one lost store stops |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: |
                """);
        rows(table, "all alike", Traffic.even(QUEUES));
        Traffic uneven = Traffic.zipf(QUEUES, 1);
        rows(table, "the busiest has " + percent(uneven.share(0)), uneven);
        return table.toString();
    }

    private static void rows(StringBuilder table, String queues, Traffic traffic) {
        for (int stores : STORES) {
            Spread byName = new Spread(traffic, Placement.BY_NAME, stores);
            Spread byLoad = new Spread(traffic, Placement.BY_LOAD, stores);
            row(
                    table,
                    queues,
                    Integer.toString(stores),
                    times(byName.times()),
                    "up to " + percent(byName.greatestLoad()),
                    percent(byName.movedForOneMore()),
                    times(byLoad.times()),
                    "up to " + percent(byLoad.greatestLoad()));
        }
    }

    /** Throughput where messages of two queues are in one transaction. */
    static String transactions() {
        StringBuilder table = new StringBuilder("| stores | two queues are apart |");
        DoubleStream.of(TOGETHER)
                .forEach(together -> table.append(" ").append(percent(together)).append(" together |"));
        table.append("\n| ---: | ---: |")
                .append(" ---: |".repeat(TOGETHER.length))
                .append("\n");
        for (int stores : STORES) {
            Spread spread = new Spread(Traffic.even(QUEUES), Placement.BY_NAME, stores);
            row(
                    table,
                    Integer.toString(stores),
                    percent(spread.apart()),
                    times(spread.times(TOGETHER[0], COST_OF_TWO)),
                    times(spread.times(TOGETHER[1], COST_OF_TWO)),
                    times(spread.times(TOGETHER[2], COST_OF_TWO)),
                    times(spread.times(TOGETHER[3], COST_OF_TWO)));
        }
        return table.toString();
    }

    private static void row(StringBuilder table, String... cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String times(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String percent(double part) {
        return Math.round(part * 100) + " %";
    }
}
