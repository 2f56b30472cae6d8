package dev.restante.tck.run;

import org.jspecify.annotations.Nullable;

/**
 * Data of one finished conformance test for the report: its names, its status (passed, failed or skipped) and its
 * failure.
 *
 * @param test the {@link ConformanceSuite#shortName} of the class, a dot and the method
 * @param title the display name
 * @param status the status
 * @param failure the exception of a failed or skipped test, or null
 */
record TestOutcome(String test, String title, TestStatus status, @Nullable Throwable failure) {

    /** Status of a finished test. */
    enum TestStatus {
        PASSED,
        FAILED,
        /** The test was disabled, or one of its assumptions did not hold. */
        SKIPPED
    }

    /**
     * Returns the failure and its first cause in one line, with Markdown table characters escaped, or an empty line.
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
