package dev.restante.histories;

import jakarta.jms.JMSException;
import java.sql.SQLException;

/**
 * One step of a history. The numbers in it are relative to what there is when it is made, so that a history stays one
 * when steps are left out of it: {@code pick} is an index into what can be picked, modulo how much there is. Where
 * there is nothing, the step does nothing.
 */
interface Action {

    void perform(HistoryRun run) throws JMSException, SQLException;

    /** A send, alone or in the transaction of the transacted session. */
    record Send(Letter letter, boolean inTransaction) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.send(letter, inTransaction);
        }
    }

    /** A receive without waiting. */
    record Receive(Party party) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.receiving.receive(party);
        }
    }

    /** What a receiver does with a message that it has, or had, under a peek-lock. */
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

    /** A receive of a deferred message by its number. */
    record ReceiveDeferred(Party party, int pick) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.receiving.receiveDeferred(party, pick);
        }
    }

    /** What is done with a session as a whole. */
    record Whole(Party party, Call call) implements Action {

        enum Call {
            /** {@code acknowledge}, {@code commit}; nothing in the automatic mode. */
            CONFIRM,
            /** {@code recover}, {@code rollback}. */
            UNDO,
            CLOSE_CONSUMER,
            CLOSE_SESSION
        }

        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.whole(party, call);
        }
    }

    /** Time passes. */
    record Wait(long millis) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.pass(millis);
        }
    }

    /** Time passes until, or a millisecond before, something happens. */
    record WaitFor(int pick, boolean justBefore) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.waitFor(pick, justBefore);
        }
    }

    /** The node ends in order and starts again. */
    record Restart() implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.administration.restart();
        }
    }

    /** An administrator changes an option. */
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

    /** An administrator moves all dead letters back. */
    record Redrive() implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.administration.redrive();
        }
    }

    /** An administrator looks at every message of the queue and its dead-letter queue. */
    record Look() implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.administration.look();
        }
    }
}
