package dev.restante.bench.spread;

import java.util.Arrays;

/** Queues that have been placed: what follows of it. Loads are parts of all messages. */
final class Spread {

    private final Traffic traffic;
    private final Placement placement;
    private final double[] loads;

    Spread(Traffic traffic, Placement placement, int stores) {
        this.traffic = traffic;
        this.placement = placement;
        this.loads = new double[stores];
        int[] places = placement.place(traffic, stores);
        for (int queue = 0; queue < places.length; queue++) {
            loads[places[queue]] += traffic.share(queue);
        }
    }

    /** Of the store with most: what its loss stops. */
    double greatestLoad() {
        return Arrays.stream(loads).max().orElseThrow();
    }

    /** How many times of what one store carries all together do, until the first of them is full. */
    double times() {
        return 1 / greatestLoad();
    }

    /** How likely two queues, drawn by their traffic, are in different stores. */
    double apart() {
        return Math.max(0, 1 - Arrays.stream(loads).map(load -> load * load).sum());
    }

    /**
     * {@link #times} where messages are sent and received in transactions with another queue's.
     *
     * @param together of all messages, those in such transactions
     * @param cost how many times as much a message costs whose transaction has two stores
     */
    double times(double together, double cost) {
        return times() / (1 + together * apart() * (cost - 1));
    }

    /** Of all queues, those that move when a further store comes. */
    double movedForOneMore() {
        int[] before = placement.place(traffic, loads.length);
        int[] after = placement.place(traffic, loads.length + 1);
        int moved = 0;
        for (int queue = 0; queue < before.length; queue++) {
            moved += before[queue] == after[queue] ? 0 : 1;
        }
        return (double) moved / before.length;
    }
}
