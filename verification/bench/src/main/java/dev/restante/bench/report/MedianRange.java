package dev.restante.bench.report;

import java.util.Collection;
import java.util.Locale;

/** Median, minimum and maximum of a value over the rounds. */
record MedianRange(double median, double min, double max) {

    /** Returns the range of some values. The median of an even number of values is the mean of the middle two. */
    static MedianRange of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double upperMiddle = sorted[sorted.length / 2];
        double lowerMiddle = sorted[(sorted.length - 1) / 2];
        return new MedianRange((lowerMiddle + upperMiddle) / 2, sorted[0], sorted[sorted.length - 1]);
    }

    /** Formats the median, with the range if the values differ. */
    String text(String format) {
        String middle = String.format(Locale.ROOT, format, median);
        return min == max
                ? middle
                : middle + " (" + String.format(Locale.ROOT, format, min) + " to "
                        + String.format(Locale.ROOT, format, max) + ")";
    }
}
