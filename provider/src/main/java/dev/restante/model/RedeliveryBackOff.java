package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Exponential back-off with jitter before a released delivery becomes available again (RCV-15). The delay is {@code
 * initial * multiplier^(count - 1)}, limited to {@code maximum}, plus or minus a random fraction of up to {@code
 * jitter}.
 *
 * @param initial the delay after the first delivery; zero disables the back-off
 * @param multiplier 1 or more
 * @param maximum the longest delay before jitter, not less than {@code initial}
 * @param jitter the largest random fraction, 0 to 1
 */
public record RedeliveryBackOff(Duration initial, double multiplier, Duration maximum, double jitter) {

    /** Default without any delay, as JMS applications expect. */
    public static final RedeliveryBackOff NONE = new RedeliveryBackOff(Duration.ZERO, 1, Duration.ZERO, 0);

    public RedeliveryBackOff {
        requireNonNull(initial, "initial");
        requireNonNull(maximum, "maximum");
        if (initial.isNegative() || maximum.compareTo(initial) < 0) {
            throw new IllegalArgumentException("The initial redelivery back-off " + initial
                    + " must not be negative or longer than the maximum " + maximum);
        }
        if (!(multiplier >= 1) || !(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException(
                    "The multiplier " + multiplier + " of the redelivery back-off must be 1 or more, and the jitter "
                            + jitter + " must be within 0 to 1");
        }
    }

    /**
     * Returns the delay after a number of counted deliveries.
     *
     * @param deliveryCount 1 after the first delivery
     * @param random a random number from 0 (inclusive) to 1 (exclusive), for the jitter
     * @return milliseconds, never negative
     */
    public long delayMillis(int deliveryCount, double random) {
        double delayMillis =
                (double) SaturatingTime.toMillis(initial) * Math.pow(multiplier, Math.max(0, deliveryCount - 1));
        double cappedMillis = Math.min(delayMillis, (double) SaturatingTime.toMillis(maximum));
        return Math.round(cappedMillis * (1 + jitter * (2 * random - 1)));
    }
}
