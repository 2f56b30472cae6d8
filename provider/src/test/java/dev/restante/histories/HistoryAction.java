package dev.restante.histories;

import jakarta.jms.JMSException;
import java.sql.SQLException;

/**
 * Step of a history. Its numbers are relative to the state at the time of the step, so that a history remains valid if
 * steps are left out. The value {@code pick} is an index into the candidates, modulo their number. A step without
 * candidates does nothing.
 */
interface HistoryAction {

    void perform(HistoryRun run) throws JMSException, SQLException;

    /** Send, with or without the transaction of the transacted session. */
    record Send(MessageSpec spec, boolean inTransaction) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.send(spec, inTransaction);
        }
    }

    /** Receive without waiting. */
    record Receive(SessionKind sessionKind) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.receiveActions.receive(sessionKind);
        }
    }

    /** Settlement of a message that a receiver has, or had, under a peek-lock. */
    record Settle(LockOperation operation, int pick) implements HistoryAction {

        enum LockOperation {
            COMPLETE,
            ABANDON,
            ABANDON_WITH_DELAY,
            DEAD_LETTER,
            DEFER,
            UNDEFER,
            RENEW,
            CHANGE_VISIBILITY,
            END_VISIBILITY
        }

        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.receiveActions.settle(operation, pick);
        }
    }

    /** Receive of a deferred message by its number. */
    record ReceiveDeferred(SessionKind sessionKind, int pick) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.receiveActions.receiveDeferred(sessionKind, pick);
        }
    }

    /** Call on a whole session. */
    record SessionCall(SessionKind sessionKind, SessionOperation operation) implements HistoryAction {

        enum SessionOperation {
            /** {@code acknowledge} or {@code commit}, without effect in AUTO_ACKNOWLEDGE mode. */
            ACKNOWLEDGE_OR_COMMIT,
            /** {@code recover} or {@code rollback}. */
            RECOVER_OR_ROLLBACK,
            CLOSE_CONSUMER,
            CLOSE_SESSION
        }

        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.performSessionCall(sessionKind, operation);
        }
    }

    /** Advance of the clock. */
    record AdvanceClock(long millis) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.advanceClock(millis);
        }
    }

    /** Advance of the clock to the instant of a coming event, or to the millisecond before it. */
    record AdvanceClockToEvent(int pick, boolean justBefore) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.advanceClockToEvent(pick, justBefore);
        }
    }

    /** End of the node in order, or its crash, and a new start. */
    record Restart() implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.administratorActions.restart();
        }
    }

    /** Change of an option by an administrator. */
    record Alter(AlteredOption option, int pick) implements HistoryAction {

        enum AlteredOption {
            LOCK_DURATION,
            MAX_DELIVERY_COUNT,
            DEFAULT_TIME_TO_LIVE,
            DEAD_LETTER_ON_EXPIRY,
            DUPLICATE_WINDOW,
            BACK_OFF,
            LATE_SETTLEMENT,
            IN_FLIGHT
        }

        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.administratorActions.alter(option, pick);
        }
    }

    /** Redrive of all dead letters by an administrator. */
    record Redrive() implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.administratorActions.redrive();
        }
    }

    /** Comparison of every message of the queue and its dead-letter queue. */
    record CompareContents() implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.administratorActions.compareContents();
        }
    }
}
