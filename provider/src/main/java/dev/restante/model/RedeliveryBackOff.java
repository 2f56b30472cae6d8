package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * The wait of a released delivery before it is visible again (RCV-15): {@code initial * multiplier^(count - 1)}, at
 * most {@code maximum}, plus or minus up to {@code jitter} of itself.
 *
 * @param initial the first delay; zero means no back-off at all
 * @param multiplier 1 or more
 * @param maximum not less than {@code initial}
 * @param jitter the fraction by which a delay varies at random, 0 to 1
 */
public record RedeliveryBackOff(Duration initial, double multiplier, Duration maximum, double jitter) {

    /** At once, as JMS code expects: the default. */
    public static final RedeliveryBackOff NONE = new RedeliveryBackOff(Duration.ZERO, 1, Duration.ZERO, 0);

    public RedeliveryBackOff {
        requireNonNull(initial, "initial");
        requireNonNull(maximum, "maximum");
        if (initial.isNegative() || maximum.compareTo(initial) < 0) {
            throw new IllegalArgumentException(
                    "redelivery back-off: initial " + initial + " must not be negative nor above maximum " + maximum);
        }
        if (!(multiplier >= 1) || !(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("redelivery back-off: multiplier " + multiplier
                    + " must be 1 or more, jitter " + jitter + " within 0 to 1");
        }
    }

    /**
     * The delay after a number of counted deliveries.
     *
     * @param deliveryCount 1 after the first
     * @param random within 0 (inclusive) and 1 (exclusive); decides the jitter
     * @return milliseconds, never negative
     */
    public long delayMillis(int deliveryCount, double random) {
        double delayMillis = (double) Spans.millis(initial) * Math.pow(multiplier, Math.max(0, deliveryCount - 1));
        double cappedMillis = Math.min(delayMillis, (double) Spans.millis(maximum));
        return Math.round(cappedMillis * (1 + jitter * (2 * random - 1)));
    }
}
