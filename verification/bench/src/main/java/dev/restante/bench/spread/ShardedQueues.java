package dev.restante.bench.spread;

import java.util.Arrays;

/** Queues assigned to several stores, with the resulting load of each store. Loads are fractions of all messages. */
final class ShardedQueues {

    private final QueueShares shares;
    private final QueuePlacement placement;
    private final double[] loads;

    ShardedQueues(QueueShares shares, QueuePlacement placement, int stores) {
        this.shares = shares;
        this.placement = placement;
        this.loads = new double[stores];
        int[] places = placement.assign(shares, stores);
        for (int queue = 0; queue < places.length; queue++) {
            loads[places[queue]] += shares.share(queue);
        }
    }

    /** Returns the load of the busiest store, which stops if this store is lost. */
    double greatestLoad() {
        return Arrays.stream(loads).max().orElseThrow();
    }

    /** Returns the total capacity in multiples of one store's capacity, at which the busiest store is full. */
    double capacityFactor() {
        return 1 / greatestLoad();
    }

    /** Returns the probability that two queues, drawn by their traffic, are in different stores. */
    double crossStoreProbability() {
        return Math.max(0, 1 - Arrays.stream(loads).map(load -> load * load).sum());
    }

    /**
     * Returns the {@link #capacityFactor} if some messages are in transactions with messages of another queue.
     *
     * @param jointShare the fraction of messages in such transactions
     * @param crossStoreCost the relative cost of a message whose transaction spans two stores
     */
    double capacityFactor(double jointShare, double crossStoreCost) {
        return capacityFactor() / (1 + jointShare * crossStoreProbability() * (crossStoreCost - 1));
    }

    /** Returns the fraction of queues that move when a store is added. */
    double movedByAddedStore() {
        int[] before = placement.assign(shares, loads.length);
        int[] after = placement.assign(shares, loads.length + 1);
        int moved = 0;
        for (int queue = 0; queue < before.length; queue++) {
            moved += before[queue] == after[queue] ? 0 : 1;
        }
        return (double) moved / before.length;
    }
}
