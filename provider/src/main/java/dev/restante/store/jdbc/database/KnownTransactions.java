package dev.restante.store.jdbc.database;

import dev.restante.model.Uninterrupted;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.connect.OutsideCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Transactions whose outcome can be known even if the answer to COMMIT was lost (SND-09). Each notes a step of a lane
 * that it has to itself, and the database can be asked for that. Thread-safe.
 */
final class KnownTransactions {

    private final PooledWork pooled;
    private final OutcomeLanes lanes;

    KnownTransactions(PooledWork pooled, OutcomeLanes lanes) {
        this.pooled = pooled;
        this.lanes = lanes;
    }

    /**
     * As {@link Database#knownTransaction}.
     *
     * @throws OutcomeUnknownException if the answer to its COMMIT was lost, and the database has not said within the
     *     store time-out what became of it
     */
    <T> T run(String doing, ConnectionWork<T> work) {
        OutcomeLanes.Lane taken = lanes.take();
        OutcomeLanes.Lane lane = taken != null ? taken : lanes.unused();
        boolean known = false;
        try {
            boolean waits = pooled.waits();
            CallDeadline deadline = pooled.deadline();
            T result = pooled.call(() -> knownHere(doing, lane, taken == null, waits, deadline, work));
            known = true;
            return result;
        } catch (OutcomeUnknownException e) {
            throw e;
        } catch (StoreException e) {
            if (e.kind() == Kind.OUTCOME_UNKNOWN) {
                // It goes on without its caller.
                throw inDoubt(doing, lane, e);
            }
            known = true;
            throw e;
        } finally {
            if (known) {
                lanes.giveBack(lane);
            } else {
                lane.abandon();
            }
        }
    }

    private OutcomeUnknownException inDoubt(String doing, OutcomeLanes.Lane lane, Exception cause) {
        return new OutcomeUnknownException(
                doing + " in " + pooled.where()
                        + ", or was; its outcome is not known and can be asked for by the token " + lane.token() + ": "
                        + cause.getMessage(),
                lane.token(),
                cause);
    }

    private <T> T knownHere(
            String doing,
            OutcomeLanes.Lane lane,
            boolean unused,
            boolean waits,
            CallDeadline deadline,
            ConnectionWork<T> work) {
        deadline.check(doing);
        boolean absent = unused;
        for (int attempt = 1; ; attempt++) {
            if (absent) {
                pooled.transaction(doing, PooledWork.ATTEMPTS, waits, deadline, connection -> {
                    lanes.insert(connection, lane);
                    return true;
                });
            }
            Commit<T> commit = new Commit<>(work, lane);
            Exception lost;
            boolean connected = false;
            try {
                Connection connection = pooled.connection();
                connected = true;
                pooled.onceOn(connection, deadline, commit);
                pooled.requireDurable();
                return commit.result();
            } catch (SQLException e) {
                absent = commit.laneAbsent;
                StoreException failure = pooled.failed(doing, e);
                if (!commit.begun || pooled.commitCertainlyUndone(e)) {
                    boolean again = (absent || failure.kind() == Kind.TRANSIENT)
                            ? attempt < PooledWork.ATTEMPTS && !deadline.isOver()
                            : pooled.isReachedLater(failure, waits, connected, attempt, deadline);
                    if (!again || lane.isAbandoned()) {
                        throw failure;
                    }
                    continue;
                }
                lost = e;
            } catch (StoreException e) {
                if (!commit.done) {
                    throw e;
                }
                // In the database's memory, and perhaps nowhere else.
                lost = e;
            } catch (RuntimeException e) {
                // A wrapper of the application's may throw anything, in its commit or its close.
                if (!commit.begun) {
                    throw e;
                }
                lost = e;
            }
            if (isCommitted(doing, lane, deadline, lost)) {
                return commit.result();
            } else if (attempt >= PooledWork.ATTEMPTS || deadline.isOver() || lane.isAbandoned()) {
                throw new StoreException(
                        Kind.UNAVAILABLE, doing + " in " + pooled.where() + ": " + lost.getMessage(), lost);
            }
        }
    }

    /**
     * Asks what became of the transaction on a lane until the database answers, or the deadline is over. One that does
     * not know the lane can't tell: it was restored, or it is a server that is the primary no more.
     */
    private boolean isCommitted(String doing, OutcomeLanes.Lane lane, CallDeadline deadline, Exception lost) {
        while (true) {
            try {
                pooled.requireDurable();
                OptionalLong last = pooled.transaction(
                        doing,
                        1,
                        false,
                        pooled.deadline(),
                        connection ->
                                OutcomeLanes.lastStep(connection, lane.token().lane()));
                if (last.isPresent()) {
                    return last.getAsLong() >= lane.token().number();
                }
                // It was there when the transaction counted it up.
                throw new StoreException(
                        Kind.UNAVAILABLE, pooled.where() + " is not what it was: it does not know the lane", null);
            } catch (RuntimeException e) {
                if (deadline.isOver() || lane.isAbandoned()) {
                    lost.addSuppressed(e);
                    throw inDoubt(doing, lane, lost);
                }
                Uninterrupted.pause(PooledWork.ASK_NANOS);
            }
        }
    }

    /** A transaction whose outcome can be asked for; knows how far it has come. */
    private final class Commit<T> implements ConnectionWork<Boolean> {
        private final ConnectionWork<T> work;
        private final OutcomeLanes.Lane lane;
        private boolean begun;
        private boolean done;
        private boolean laneAbsent;
        private @Nullable T result;

        Commit(ConnectionWork<T> work, OutcomeLanes.Lane lane) {
            this.work = work;
            this.lane = lane;
        }

        @Override
        public Boolean on(Connection connection) throws SQLException {
            pooled.transactions().run(connection, counted -> {
                laneAbsent = !lane.step(counted);
                if (laneAbsent) {
                    throw new SQLException("the lane of the transaction was forgotten", "40001");
                }
                result = work.on(counted);
                OutsideCall.aboutToCommit();
                begun = true;
                return true;
            });
            done = true;
            return true;
        }

        // What the work returns may be null where its type says so.
        @SuppressWarnings("NullAway")
        T result() {
            return result;
        }
    }
}
