package dev.restante.bench.spread;

import java.util.Arrays;

/**
 * Distribution of an application's messages over its queues, even or skewed, by which the load of several stores is
 * computed.
 *
 * <p>A topic with all its subscriptions counts as one queue, because a message and its deliveries are one transaction.
 */
final class QueueShares {

    private final double[] shares;

    private QueueShares(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        this.shares = Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    /** Returns equal shares. */
    static QueueShares even(int queues) {
        return zipf(queues, 0);
    }

    /**
     * Returns shares in which the busiest queue has twice as many messages as the second, three times as many as the
     * third, and so on.
     *
     * @param exponent 1 for these shares; 0 for equal shares
     */
    static QueueShares zipf(int queues, double exponent) {
        double[] weights = new double[queues];
        for (int queue = 0; queue < queues; queue++) {
            weights[queue] = Math.pow(queue + 1, -exponent);
        }
        return new QueueShares(weights);
    }

    int queues() {
        return shares.length;
    }

    /** Returns the share of a queue; the busiest queue is first. */
    double share(int queue) {
        return shares[queue];
    }
}
