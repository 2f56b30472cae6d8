package dev.restante.histories;

import jakarta.jms.JMSException;
import java.sql.SQLException;

/**
 * Step of a history. Its numbers are relative to the state at the time of the step, so that a history remains valid if
 * steps are left out. The value {@code pick} is an index into the candidates, modulo their number. A step without
 * candidates does nothing.
 */
interface Action {

    void perform(HistoryRun run) throws JMSException, SQLException;

    /** Send, with or without the transaction of the transacted session. */
    record Send(Letter letter, boolean inTransaction) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.send(letter, inTransaction);
        }
    }

    /** Receive without waiting. */
    record Receive(Party party) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.receiving.receive(party);
        }
    }

    /** Settlement of a message that a receiver has, or had, under a peek-lock. */
    record Settle(Way way, int pick) implements Action {

        enum Way {
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
        public void perform(HistoryRun run) throws JMSException {
            run.receiving.settle(way, pick);
        }
    }

    /** Receive of a deferred message by its number. */
    record ReceiveDeferred(Party party, int pick) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.receiving.receiveDeferred(party, pick);
        }
    }

    /** Call on a whole session. */
    record Whole(Party party, Call call) implements Action {

        enum Call {
            /** {@code acknowledge} or {@code commit}, without effect in AUTO_ACKNOWLEDGE mode. */
            CONFIRM,
            /** {@code recover} or {@code rollback}. */
            UNDO,
            CLOSE_CONSUMER,
            CLOSE_SESSION
        }

        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.whole(party, call);
        }
    }

    /** Advance of the clock. */
    record Wait(long millis) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.pass(millis);
        }
    }

    /** Advance of the clock to the instant of a coming event, or to the millisecond before it. */
    record WaitFor(int pick, boolean justBefore) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.waitFor(pick, justBefore);
        }
    }

    /** End of the node in order, or its crash, and a new start. */
    record Restart() implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.administration.restart();
        }
    }

    /** Change of an option by an administrator. */
    record Alter(Option option, int pick) implements Action {

        enum Option {
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
            run.administration.alter(option, pick);
        }
    }

    /** Redrive of all dead letters by an administrator. */
    record Redrive() implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.administration.redrive();
        }
    }

    /** Comparison of every message of the queue and its dead-letter queue. */
    record Look() implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.administration.look();
        }
    }
}
