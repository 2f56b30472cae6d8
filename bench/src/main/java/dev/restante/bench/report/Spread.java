package dev.restante.bench.report;

import java.util.Collection;
import java.util.Locale;

/** Median, least and greatest of the same figure over the rounds. */
record Spread(double median, double least, double greatest) {

    /**
     * Of at least one value; the median of an even number is the mean of the middle two.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double upperMiddle = sorted[sorted.length / 2];
        double lowerMiddle = sorted[(sorted.length - 1) / 2];
        return new Spread((lowerMiddle + upperMiddle) / 2, sorted[0], sorted[sorted.length - 1]);
    }

    /** As text, each value in a format; values that are all the same have no spread to show. */
    String text(String format) {
        String middle = String.format(Locale.ROOT, format, median);
        return least == greatest
                ? middle
                : middle + " (" + String.format(Locale.ROOT, format, least) + " to "
                        + String.format(Locale.ROOT, format, greatest) + ")";
    }
}
