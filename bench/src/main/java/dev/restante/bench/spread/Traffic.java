package dev.restante.bench.spread;

import java.util.Arrays;

/**
 * How the messages of an application are spread over its queues. A topic with all its subscriptions counts as one of
 * them: a message and its deliveries are one transaction.
 */
final class Traffic {

    private final double[] shares;

    private Traffic(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        this.shares = Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    /** All queues have as many. */
    static Traffic even(int queues) {
        return zipf(queues, 0);
    }

    /**
     * The busiest has twice as many as the second one, three times as many as the third one, and so on.
     *
     * @param exponent 1 for that; 0 for all alike
     */
    static Traffic zipf(int queues, double exponent) {
        double[] weights = new double[queues];
        for (int queue = 0; queue < queues; queue++) {
            weights[queue] = Math.pow(queue + 1, -exponent);
        }
        return new Traffic(weights);
    }

    int queues() {
        return shares.length;
    }

    /** Of all messages; the busiest queue comes first. */
    double share(int queue) {
        return shares[queue];
    }
}
