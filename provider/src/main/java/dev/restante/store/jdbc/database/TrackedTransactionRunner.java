package dev.restante.store.jdbc.database;

import dev.restante.model.Uninterruptibles;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.connect.NonTransactionalCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runner of transactions whose outcome can be queried after the answer to COMMIT was lost (SND-09). Each transaction
 * writes the next value of an outcome counter, which it uses exclusively. Thread-safe.
 */
final class TrackedTransactionRunner {

    private final PooledWorkRunner pooled;
    private final OutcomeCounterPool counters;

    TrackedTransactionRunner(PooledWorkRunner pooled, OutcomeCounterPool counters) {
        this.pooled = pooled;
        this.counters = counters;
    }

    /**
     * Implements {@link Database#trackedTransaction}.
     *
     * @throws CommitInDoubtException if the answer to COMMIT was lost, and the database has not reported the outcome
     *     within the store timeout
     */
    <T> T run(String failureText, ConnectionWork<T> work) {
        OutcomeCounterPool.OutcomeCounter idleCounter = counters.acquireIdle();
        OutcomeCounterPool.OutcomeCounter counter = idleCounter != null ? idleCounter : counters.createNew();
        boolean outcomeKnown = false;
        try {
            boolean waits = pooled.callerWaits();
            CallDeadline deadline = pooled.deadline();
            T result = pooled.call(() -> runTracked(failureText, counter, idleCounter == null, waits, deadline, work));
            outcomeKnown = true;
            return result;
        } catch (CommitInDoubtException e) {
            throw e;
        } catch (StoreException e) {
            if (e.kind() == StoreFailureKind.OUTCOME_UNKNOWN) {
                // The transaction continues without its caller.
                throw inDoubt(failureText, counter, e);
            }
            outcomeKnown = true;
            throw e;
        } finally {
            if (outcomeKnown) {
                counters.release(counter);
            } else {
                counter.markCallerTimedOut();
            }
        }
    }

    private CommitInDoubtException inDoubt(
            String failureText, OutcomeCounterPool.OutcomeCounter counter, Exception cause) {
        return new CommitInDoubtException(
                failureText + " in " + pooled.databaseName()
                        + ": the database did not confirm the commit, and the outcome is"
                        + " unknown. Query the outcome by RestanteAdmin.outcome with the token "
                        + counter.token() + ". Cause: " + cause.getMessage(),
                counter.token(),
                cause);
    }

    private <T> T runTracked(
            String failureText,
            OutcomeCounterPool.OutcomeCounter counter,
            boolean unused,
            boolean waits,
            CallDeadline deadline,
            ConnectionWork<T> work) {
        deadline.requireTimeLeft(failureText);
        boolean counterMissing = unused;
        for (int attempt = 1; ; attempt++) {
            if (counterMissing) {
                pooled.transaction(failureText, PooledWorkRunner.ATTEMPTS, waits, deadline, connection -> {
                    counters.insert(connection, counter);
                    return true;
                });
            }
            TrackedCommit<T> commit = new TrackedCommit<>(work, counter);
            Exception commitFailure;
            boolean connected = false;
            try {
                Connection connection = pooled.connection();
                connected = true;
                pooled.runOnce(connection, deadline, commit);
                pooled.requireDurable();
                return commit.result();
            } catch (SQLException e) {
                counterMissing = commit.counterMissing;
                StoreException failure = pooled.toFailure(failureText, e);
                if (!commit.commitBegun || pooled.isCommitRolledBack(e)) {
                    boolean again = (counterMissing || failure.kind() == StoreFailureKind.TRANSIENT)
                            ? attempt < PooledWorkRunner.ATTEMPTS && !deadline.isOver()
                            : pooled.shouldRetry(failure, waits, connected, attempt, deadline);
                    if (!again || counter.isAbandoned()) {
                        throw failure;
                    }
                    continue;
                }
                commitFailure = e;
            } catch (StoreException e) {
                if (!commit.done) {
                    throw e;
                }
                // The commit may exist in the memory of the database only.
                commitFailure = e;
            } catch (RuntimeException e) {
                // A wrapper of the application may throw any exception in commit or close.
                if (!commit.commitBegun) {
                    throw e;
                }
                commitFailure = e;
            }
            if (isCommitted(failureText, counter, deadline, commitFailure)) {
                return commit.result();
            } else if (attempt >= PooledWorkRunner.ATTEMPTS || deadline.isOver() || counter.isAbandoned()) {
                throw new StoreException(
                        StoreFailureKind.UNAVAILABLE,
                        failureText + " in " + pooled.databaseName() + ": " + commitFailure.getMessage(),
                        commitFailure);
            }
        }
    }

    /**
     * Queries the outcome of the transaction until the database responds or the deadline passes. A database without the
     * counter cannot report the outcome: it was restored, or the server is no longer the primary.
     */
    private boolean isCommitted(
            String failureText,
            OutcomeCounterPool.OutcomeCounter counter,
            CallDeadline deadline,
            Exception commitFailure) {
        while (true) {
            try {
                pooled.requireDurable();
                OptionalLong last = pooled.transaction(
                        failureText,
                        1,
                        false,
                        pooled.deadline(),
                        connection -> OutcomeCounterPool.lastValue(
                                connection, counter.token().outcomeCounterId()));
                if (last.isPresent()) {
                    return last.getAsLong() >= counter.token().number();
                }
                // The row existed when the transaction incremented it.
                throw new StoreException(
                        StoreFailureKind.UNAVAILABLE,
                        pooled.databaseName()
                                + " has lost the outcome counter of the transaction. The database was restored, or a"
                                + " standby without recent commits became the primary",
                        null);
            } catch (RuntimeException e) {
                if (deadline.isOver() || counter.isAbandoned()) {
                    commitFailure.addSuppressed(e);
                    throw inDoubt(failureText, counter, commitFailure);
                }
                Uninterruptibles.sleep(PooledWorkRunner.RETRY_PAUSE_NANOS);
            }
        }
    }

    /** Tracked transaction that records how far it has come. */
    private final class TrackedCommit<T> implements ConnectionWork<Boolean> {
        private final ConnectionWork<T> work;
        private final OutcomeCounterPool.OutcomeCounter counter;
        private boolean commitBegun;
        private boolean done;
        private boolean counterMissing;
        private @Nullable T result;

        TrackedCommit(ConnectionWork<T> work, OutcomeCounterPool.OutcomeCounter counter) {
            this.work = work;
            this.counter = counter;
        }

        @Override
        public Boolean execute(Connection connection) throws SQLException {
            pooled.transactionRunner().run(connection, counted -> {
                counterMissing = !counter.increment(counted);
                if (counterMissing) {
                    throw new SQLException("The outcome counter of the transaction was deleted", "40001");
                }
                result = work.execute(counted);
                NonTransactionalCall.checkBeforeCommit();
                commitBegun = true;
                return true;
            });
            done = true;
            return true;
        }

        // The result may be null if its type allows this.
        @SuppressWarnings("NullAway")
        T result() {
            return result;
        }
    }
}
