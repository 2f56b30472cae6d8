package dev.restante.tck.run;

import org.jspecify.annotations.Nullable;

/**
 * How one test ended.
 *
 * @param test {@link Suite#shortName} of the class, a dot and the method
 * @param title display name
 * @param ending passed, failed or skipped
 * @param failure what it failed or was skipped with, if anything was thrown
 */
record TestOutcome(String test, String title, Ending ending, @Nullable Throwable failure) {

    /** Ways for a test to end. */
    enum Ending {
        /** It ran without an exception. */
        PASSED,
        /** It threw. */
        FAILED,
        /** It was disabled, or an assumption of it did not hold. */
        SKIPPED
    }

    /**
     * The failure and its first cause in one line, without characters that mean something in a Markdown table; empty if
     * there is none.
     */
    String failureLine() {
        if (failure == null) {
            return "";
        }
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String line = oneLine(failure);
        return cause == failure ? line : line + ", caused by " + oneLine(cause);
    }

    private static String oneLine(Throwable thrown) {
        String text = String.valueOf(thrown).replaceAll("\\s+", " ").replace("|", "\\|");
        return text.length() > 200 ? text.substring(0, 200) + " ..." : text;
    }
}
