package dev.restante.bench.measure;

import java.util.Map;

/** Outcome of one scenario run: measured, skipped or failed. */
public sealed interface RunOutcome {

    /**
     * Outcome of a measured run.
     *
     * @param messagesPerSecond the main figure of the scenario
     * @param latencies the latencies by label; may be empty
     * @param values further figures by name, which includes the unit
     */
    record MeasuredRun(double messagesPerSecond, Map<String, LatencyDistribution> latencies, Map<String, Double> values)
            implements RunOutcome {
        public MeasuredRun {
            latencies = Map.copyOf(latencies);
            values = Map.copyOf(values);
        }
    }

    /** Outcome for a contender that does not support the scenario, which is no error. */
    record SkippedRun(String reason) implements RunOutcome {}

    /** Outcome after an exception, or after a lost or duplicated message. */
    record FailedRun(String reason) implements RunOutcome {}
}
