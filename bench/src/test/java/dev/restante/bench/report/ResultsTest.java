package dev.restante.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.measure.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {

    @Test
    void shouldDivideWithinEachRoundBeforeTakingTheMedian() {
        Results results = new Results(List.of(
                measured("ours", 1, 100), measured("theirs", 1, 50),
                measured("ours", 2, 10), measured("theirs", 2, 20),
                measured("ours", 3, 90), measured("theirs", 3, 30)));

        assertThat(results.ratio("sync-1", "ours", "theirs")).contains(new Spread(2, 0.5, 3));
    }

    @Test
    void shouldLeaveOutRoundsThatLackOneSide() {
        Results results = new Results(List.of(
                measured("ours", 1, 100),
                new Result("sync-1", "theirs", 1, new Outcome.Failed("lost")),
                measured("ours", 2, 60),
                measured("theirs", 2, 20)));

        assertThat(results.ratio("sync-1", "ours", "theirs")).contains(new Spread(3, 3, 3));
        assertThat(results.ratio("sync-1", "ours", "nobody")).isEmpty();
        assertThat(results.failures()).hasSize(1);
    }

    @Test
    void shouldSayWhyAFigureIsMissing() {
        Results results = new Results(List.of(
                new Result("async-1", "theirs", 1, new Outcome.Skipped("no CompletionListener")),
                new Result("async-1", "ours", 1, new Outcome.Failed("lost"))));

        assertThat(results.absence("async-1", "theirs")).contains("no CompletionListener");
        assertThat(results.absence("async-1", "ours")).contains("FAILED");
        assertThat(results.absence("sync-1", "ours")).isEmpty();
    }

    private static Result measured(String contender, int round, double messagesPerSecond) {
        return new Result("sync-1", contender, round, new Outcome.Measured(messagesPerSecond, Map.of(), Map.of()));
    }
}
