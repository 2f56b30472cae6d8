package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.measure.Outcome;
import java.time.Duration;

/** A way to measure contenders. */
public interface Scenario {

    /** The name on the command line and in the report. */
    String name();

    /** One line for the report. */
    String description();

    /** Whether each turn needs a JVM of its own, with {@link Settings#childHeap()}. */
    default boolean needsOwnJvm() {
        return false;
    }

    /** How long a JVM of its own may take for a turn; it is ended then. */
    default Duration patience() {
        return Duration.ofHours(1);
    }

    /**
     * Whether it measures that contender at all, such as all providers; one that it does not is left out of the report
     * without a word.
     */
    default boolean includes(Contender contender) {
        return contender instanceof JmsContender;
    }

    /**
     * Gives one contender its turn.
     *
     * @return what was measured, or why this contender cannot take part
     * @throws Exception whatever went wrong; the caller reports the turn as failed
     */
    Outcome run(Contender contender, Trial trial) throws Exception;
}
