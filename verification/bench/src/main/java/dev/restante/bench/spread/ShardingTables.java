package dev.restante.bench.spread;

import java.util.Locale;
import java.util.stream.DoubleStream;

/** Program that prints the tables of docs/operations/several-databases.md. */
public final class ShardingTables {

    private static final int QUEUES = 200;
    private static final int[] STORES = {2, 4, 8};

    /**
     * Relative cost of a transaction with two resources, from 4,793 joined and 1,845 XA transactions per second in
     * docs/explanation/performance.md.
     */
    private static final double CROSS_STORE_COST = 4_793.0 / 1_845;

    private static final double[] JOINT_SHARES = {0, 0.1, 0.5, 1};

    private ShardingTables() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
        System.out.println(spread());
        System.out.println(transactions());
    }

    /** Returns the table of throughput and of the load that a lost store stops. */
    static String spread() {
        StringBuilder table = new StringBuilder(
                """
                | queues | stores | by name: times one store | one lost store stops | a further store moves | by load: times one store | one lost store stops |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: |
                """);
        rows(table, "all alike", QueueShares.even(QUEUES));
        QueueShares uneven = QueueShares.zipf(QUEUES, 1);
        rows(table, "the busiest has " + percent(uneven.share(0)), uneven);
        return table.toString();
    }

    private static void rows(StringBuilder table, String queues, QueueShares shares) {
        for (int stores : STORES) {
            ShardedQueues byName = new ShardedQueues(shares, QueuePlacement.BY_NAME_HASH, stores);
            ShardedQueues byLoad = new ShardedQueues(shares, QueuePlacement.BY_LOAD, stores);
            row(
                    table,
                    queues,
                    Integer.toString(stores),
                    times(byName.capacityFactor()),
                    "up to " + percent(byName.greatestLoad()),
                    percent(byName.movedByAddedStore()),
                    times(byLoad.capacityFactor()),
                    "up to " + percent(byLoad.greatestLoad()));
        }
    }

    /** Returns the table of throughput with transactions across two queues. */
    static String transactions() {
        StringBuilder table = new StringBuilder("| stores | two queues are apart |");
        DoubleStream.of(JOINT_SHARES)
                .forEach(together -> table.append(" ").append(percent(together)).append(" together |"));
        table.append("\n| ---: | ---: |")
                .append(" ---: |".repeat(JOINT_SHARES.length))
                .append("\n");
        for (int stores : STORES) {
            ShardedQueues shardedQueues =
                    new ShardedQueues(QueueShares.even(QUEUES), QueuePlacement.BY_NAME_HASH, stores);
            row(
                    table,
                    Integer.toString(stores),
                    percent(shardedQueues.crossStoreProbability()),
                    times(shardedQueues.capacityFactor(JOINT_SHARES[0], CROSS_STORE_COST)),
                    times(shardedQueues.capacityFactor(JOINT_SHARES[1], CROSS_STORE_COST)),
                    times(shardedQueues.capacityFactor(JOINT_SHARES[2], CROSS_STORE_COST)),
                    times(shardedQueues.capacityFactor(JOINT_SHARES[3], CROSS_STORE_COST)));
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
