package dev.restante.bench.measure;

import java.util.List;

/**
 * How evenly something is spread.
 *
 * @param leastPercent the least share, of the mean
 * @param greatestPercent the greatest share, of the mean
 */
public record Shares(double leastPercent, double greatestPercent) {

    /** Of at least one count; all are alike if there is nothing. */
    public static Shares of(List<Long> counts) {
        double mean = counts.stream().mapToLong(Long::longValue).average().orElseThrow();
        if (mean == 0) {
            return new Shares(100, 100);
        }
        return new Shares(
                100 * counts.stream().mapToLong(Long::longValue).min().orElseThrow() / mean,
                100 * counts.stream().mapToLong(Long::longValue).max().orElseThrow() / mean);
    }
}
