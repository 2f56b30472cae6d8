package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import java.sql.SQLException;

/**
 * Clock of a machine that is set while an embedded store is open. The store follows it after two readings, one minute
 * apart, agree (TTL-21). Locks do not notice it.
 */
final class ClockSteps {

    /** Time after which the node has read the clock once more. */
    private static final long READING_MILLIS = 60_001;

    private static final int MAX_READINGS = 4;

    private ClockSteps() {}

    /** Step of the clock, forward or back. It happens only if no event is due while the store begins to follow. */
    record StepClock(long millis) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            long lateMillis = run.history.kind().stopsAtEachEvent() ? Math.max(0, millis) : 0;
            if (run.store.isShared() || !run.isQuietFor(MAX_READINGS * READING_MILLIS + lateMillis)) {
                return;
            }
            run.log.beginStep("the clock of the machine is set by " + millis + " ms, and the store follows");
            run.store.stepMachineClock(millis);
            run.moveTo(run.nowMillis() + READING_MILLIS);
            run.store.awaitIdle();
            boolean stepped = false;
            for (int reading = 2; reading <= MAX_READINGS && !stepped; reading++) {
                // A busy machine can miss the first reading.
                run.moveTo(run.nowMillis() + READING_MILLIS);
                stepped = run.store.hasStepped(millis);
            }
            assertThat(stepped).as("whether the store follows the clock").isTrue();
            run.model.stepClock(millis);
            run.second.stepClock(millis);
            run.store.awaitIdle();
        }
    }
}
