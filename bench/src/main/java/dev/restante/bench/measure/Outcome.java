package dev.restante.bench.measure;

import java.util.Map;

/** What became of one contender's turn in one scenario and round. */
public sealed interface Outcome {

    /**
     * It was measured.
     *
     * @param messagesPerSecond the figure that the scenario is about
     * @param latencies by what they span; empty where a scenario measures none
     * @param figures further figures by name, the name with its unit
     */
    record Measured(double messagesPerSecond, Map<String, Distribution> latencies, Map<String, Double> figures)
            implements Outcome {
        public Measured {
            latencies = Map.copyOf(latencies);
            figures = Map.copyOf(figures);
        }
    }

    /** It cannot take part; not an error. */
    record Skipped(String reason) implements Outcome {}

    /** It went wrong: an exception, a lost message, a message that came twice. */
    record Failed(String reason) implements Outcome {}
}
