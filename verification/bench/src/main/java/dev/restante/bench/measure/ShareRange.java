package dev.restante.bench.measure;

import java.util.List;

/** Least and greatest share of a total, in percent of the mean, which shows how evenly nodes share the messages. */
public record ShareRange(double leastPercent, double greatestPercent) {

    /** Returns the range of one or more counts. If all counts are 0, both shares are 100. */
    public static ShareRange of(List<Long> counts) {
        double mean = counts.stream().mapToLong(Long::longValue).average().orElseThrow();
        if (mean == 0) {
            return new ShareRange(100, 100);
        }
        return new ShareRange(
                100 * counts.stream().mapToLong(Long::longValue).min().orElseThrow() / mean,
                100 * counts.stream().mapToLong(Long::longValue).max().orElseThrow() / mean);
    }
}
