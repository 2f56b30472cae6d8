package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Repeated sends with a period, whose copies come at their due times (SCH-01 to SCH-08). */
final class RepeatedSends {

    /** Property of copies, which contains the message id of the repeated send. */
    static final String COPY_PROPERTY = "scheduledJobId";

    /** Lateness from which a due time is missed. */
    private static final long MISSED_MILLIS = 60_000;

    private RepeatedSends() {}

    /**
     * Remaining due times of a repeated send.
     *
     * @param nextMillis the next due time
     * @param left the number of due times, at least 1
     */
    record Schedule(long nextMillis, long periodMillis, int left) {

        /**
         * Returns the due times that get a copy: each one that is not missed, and the last one that is missed
         * (SCH-05).
         */
        List<Long> dueTimes(long nowMillis) {
            List<Long> due = new ArrayList<>();
            for (int i = 0; i < left; i++) {
                long dueMillis = nextMillis + i * periodMillis;
                if (dueMillis > nowMillis) {
                    break;
                }
                due.removeIf(former -> nowMillis - dueMillis > MISSED_MILLIS);
                due.add(dueMillis);
            }
            return due;
        }

        /** Returns the schedule after an instant, or null if no due time is left. */
        @Nullable
        Schedule after(long nowMillis) {
            int passed = (int) Math.min(left, (nowMillis - nextMillis) / periodMillis + 1);
            return passed == left
                    ? null
                    : new Schedule(nextMillis + passed * periodMillis, periodMillis, left - passed);
        }
    }

    /** Send of a message that is repeated. It has no duplicate id, and is no last value. */
    record SendRepeatedly(MessageSpec spec, long periodMillis, int copies) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            if (run.history.kind().usesRules() || run.history.setsClock(run.store)) {
                return;
            }
            run.nodes.use(run.nodes.nodeOf(SessionKind.AUTO_ACK));
            run.nodes.useNewEntity(SessionKind.AUTO_ACK);
            ModelMessage message = run.model.createUncommitted(spec.forRepeatedSend());
            message.schedule = new Schedule(run.nowMillis() + periodMillis, periodMillis, copies);
            run.log.beginStep("AUTO_ACK sends " + message.name() + " " + copies + " times, each " + periodMillis
                    + " ms: " + message.spec);
            if (ErrorCodeCheck.succeeds(
                    "send", StatusActions.sendErrorCode(run), () -> run.historySession(SessionKind.AUTO_ACK)
                            .send(message))) {
                message.state = State.SCHEDULED;
                message.visibleAtMillis = message.schedule.nextMillis();
            } else {
                run.log.append(": rejected");
                message.state = State.GONE;
            }
        }
    }
}
