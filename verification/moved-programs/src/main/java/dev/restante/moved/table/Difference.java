package dev.restante.moved.table;

import dev.restante.moved.program.FeatureResults;

/**
 * Expected difference between the results of one feature on the original provider and on Restante.
 *
 * @param kind how Restante differs
 * @param observed for a refusal a part of the error text, which names the remedy; else the result on Restante
 * @param remark the remedy or the reason, as the page about the provider shows it
 */
public record Difference(Kind kind, String observed, String remark) {

    /** Kind of difference between two results. */
    public enum Kind {
        /** Restante throws an exception that names the remedy. */
        REFUSED("refused"),
        /** Restante differs on purpose, and the documentation says so. */
        DECIDED("decided difference");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Returns the difference that Restante throws an exception whose text contains a part. */
    public static Difference refused(String errorText, String remark) {
        return new Difference(Kind.REFUSED, errorText, remark);
    }

    /** Returns the difference that Restante has another result on purpose. */
    public static Difference decided(String result, String remark) {
        return new Difference(Kind.DECIDED, result, remark);
    }

    /** Returns whether a result on Restante is the expected one. */
    public boolean explains(String result) {
        return kind == Kind.REFUSED
                ? FeatureResults.isRefusal(result) && result.contains(observed)
                : result.equals(observed);
    }
}
