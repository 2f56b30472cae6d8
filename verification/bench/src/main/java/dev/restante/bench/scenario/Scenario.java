package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.measure.RunOutcome;
import java.time.Duration;

/** Named benchmark workload that runs against one contender and returns the measurement for the report. */
public interface Scenario {

    String name();

    /** Returns a one-line description for the report. */
    String description();

    /** Returns whether each run needs its own JVM, with the heap size {@link BenchmarkSettings#childHeap()}. */
    default boolean needsOwnJvm() {
        return false;
    }

    /** Returns the time after which the child JVM of a run is killed. */
    default Duration timeout() {
        return Duration.ofHours(1);
    }

    /** Returns whether the scenario measures a contender. The report omits other contenders. */
    default boolean appliesTo(Contender contender) {
        return contender instanceof JmsContender;
    }

    /**
     * Runs the scenario for one contender.
     *
     * @return the measurement, or the reason why the contender is skipped
     */
    RunOutcome run(Contender contender, RunContext context) throws Exception;
}
