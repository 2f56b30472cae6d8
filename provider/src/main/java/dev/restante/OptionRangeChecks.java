package dev.restante;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Range checks for the values of connection factory options. */
final class OptionRangeChecks {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private OptionRangeChecks() {}

    static int atLeastOne(String option, int value) {
        return (int) atLeastOne(option, (long) value);
    }

    static long atLeastOne(String option, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " " + value + " is less than 1");
        }
        return value;
    }

    static Duration notNegative(String option, Duration value) {
        if (requireNonNull(value, option).isNegative()) {
            throw new IllegalArgumentException(option + " " + value + " is negative");
        }
        return value;
    }

    static Duration positive(String option, Duration value) {
        if (requireNonNull(value, option).compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(option + " " + value + " is less than 1 ms");
        }
        return value;
    }

    static @Nullable Duration positiveOrNull(String option, @Nullable Duration value) {
        return value == null ? null : positive(option, value);
    }
}
