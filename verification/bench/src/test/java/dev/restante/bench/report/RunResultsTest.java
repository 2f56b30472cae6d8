package dev.restante.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.measure.RunOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunResultsTest {

    @Test
    void shouldDivideWithinEachRoundBeforeTakingTheMedian() {
        RunResults results = new RunResults(List.of(
                measured("ours", 1, 100), measured("theirs", 1, 50),
                measured("ours", 2, 10), measured("theirs", 2, 20),
                measured("ours", 3, 90), measured("theirs", 3, 30)));

        assertThat(results.ratio("sync-1", "ours", "theirs")).contains(new MedianRange(2, 0.5, 3));
    }

    @Test
    void shouldLeaveOutRoundsThatLackOneSide() {
        RunResults results = new RunResults(List.of(
                measured("ours", 1, 100),
                new RunResult("sync-1", "theirs", 1, new RunOutcome.FailedRun("lost")),
                measured("ours", 2, 60),
                measured("theirs", 2, 20)));

        assertThat(results.ratio("sync-1", "ours", "theirs")).contains(new MedianRange(3, 3, 3));
        assertThat(results.ratio("sync-1", "ours", "nobody")).isEmpty();
        assertThat(results.failures()).hasSize(1);
    }

    @Test
    void shouldSayWhyAFigureIsMissing() {
        RunResults results = new RunResults(List.of(
                new RunResult("async-1", "theirs", 1, new RunOutcome.SkippedRun("no CompletionListener")),
                new RunResult("async-1", "ours", 1, new RunOutcome.FailedRun("lost"))));

        assertThat(results.notMeasuredReason("async-1", "theirs")).contains("no CompletionListener");
        assertThat(results.notMeasuredReason("async-1", "ours")).contains("FAILED");
        assertThat(results.notMeasuredReason("sync-1", "ours")).isEmpty();
    }

    private static RunResult measured(String contender, int round, double messagesPerSecond) {
        return new RunResult(
                "sync-1", contender, round, new RunOutcome.MeasuredRun(messagesPerSecond, Map.of(), Map.of()));
    }
}
