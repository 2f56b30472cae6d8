package dev.restante.store.jdbc.database;

import dev.restante.store.CommitInDoubtException;
import dev.restante.store.jdbc.connect.ConnectionSource;
import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.connect.LoginRejection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Access of the repositories to one open database of any product: executes their reads and transactions on connections,
 * with time limits and retries. Thread-safe.
 */
public final class Database {

    private final Dialect dialect;
    private final ConnectionSource source;
    private final String databaseName;
    private final ConnectionTimeLimits limits;
    private final SqlFailureClassifier failureClassifier;
    private final DatabaseMaintenance maintenance;
    private final RetentionClock clock;
    private final OutcomeCounterPool counters;
    private final PooledWorkRunner pooled;
    private final TrackedTransactionRunner tracked;

    /** Creates the access to a database; {@code upkeep} creates its maintenance. */
    public Database(
            Dialect dialect,
            ConnectionSource source,
            String databaseName,
            ConnectionTimeLimits limits,
            Function<Database, DatabaseMaintenance> maintenanceFactory) {
        this.dialect = dialect;
        this.source = source;
        this.databaseName = databaseName;
        this.limits = limits;
        this.failureClassifier = new SqlFailureClassifier(dialect.failureCodes());
        this.clock = new RetentionClock();
        this.counters = new OutcomeCounterPool(clock);
        this.pooled =
                new PooledWorkRunner(dialect, source, databaseName, limits, failureClassifier, this::maintenance, true);
        this.tracked = new TrackedTransactionRunner(pooled, counters);
        // Last, because the function receives the initialized database.
        this.maintenance = maintenanceFactory.apply(this);
    }

    private Database(Database same, ConnectionSource source, ConnectionTimeLimits limits) {
        this.dialect = same.dialect;
        this.source = source;
        this.databaseName = same.databaseName;
        this.limits = limits;
        this.failureClassifier = same.failureClassifier;
        this.maintenance = same.maintenance;
        this.clock = same.clock;
        this.counters = same.counters;
        this.pooled = new PooledWorkRunner(
                dialect, source, databaseName, limits, failureClassifier, this::maintenance, false);
        this.tracked = new TrackedTransactionRunner(pooled, counters);
    }

    /**
     * Returns the database with the connections that are reserved for the heartbeat: see
     * {@link ConnectionSource#reserved}.
     */
    public Database reserved() {
        return new Database(this, source.reserved(), limits);
    }

    /** Returns the database with the short timeouts of the heartbeat, which retries later. */
    public Database forHeartbeat() {
        return new Database(this, source, limits.forHeartbeat());
    }

    /**
     * Returns the database without retries while it is unreachable. Used for work for which other callers wait, because
     * otherwise each of them would wait for a store timeout after the previous one.
     */
    public Database failFast() {
        return new Database(this, source, limits);
    }

    /** Sets the clock that dates rows with a retention time, in epoch milliseconds. */
    public void useClock(LongSupplier storeMillis) {
        clock.follow(storeMillis);
    }

    /** Returns the end of retention of an outcome that is written now. */
    public long outcomeRetainedUntilMillis() {
        return clock.outcomeRetainedUntilMillis();
    }

    /** Returns {@link ConnectionSource#hasBoundedCalls}. */
    public boolean hasBoundedCalls() {
        return source.hasBoundedCalls();
    }

    public ConnectionTimeLimits limits() {
        return limits;
    }

    public SqlFailureClassifier failureClassifier() {
        return failureClassifier;
    }

    public DatabaseMaintenance maintenance() {
        return maintenance;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** Returns the name of the database in messages, without secrets. */
    public String databaseName() {
        return databaseName;
    }

    /**
     * Reads with auto-commit, or in a transaction if only that sets a lock timeout. Retries until the store timeout
     * while the database is unreachable.
     */
    public <T> T read(String failureText, ConnectionWork<T> work) {
        return pooled.read(failureText, work);
    }

    /**
     * Executes a statement that commits by itself and can be repeated, without further settings. Only the network
     * timeout limits its wait for locks. Retries as {@link #read} does.
     */
    public <T> T autoCommitted(String failureText, ConnectionWork<T> work) {
        return pooled.autoCommitted(failureText, work);
    }

    /**
     * Reads many rows, with one processor of the server and without the network timeout. Otherwise works as
     * {@link #read}.
     */
    public <T> T longRead(String failureText, ConnectionWork<T> work) {
        return pooled.longRead(failureText, work);
    }

    /** Reads with all queries in one snapshot. Otherwise works as {@link #read}. */
    public <T> T snapshotRead(String failureText, ConnectionWork<T> work) {
        return pooled.snapshotRead(failureText, work);
    }

    /** Executes work on a suitable thread: the caller's, or a thread of the connection source. */
    public <T> T call(Supplier<T> work) {
        return pooled.call(work);
    }

    /**
     * Runs work in a transaction. Retries after a collision, and while the database is unreachable and the transaction
     * has certainly not committed.
     */
    public <T> T transaction(String failureText, ConnectionWork<T> work) {
        return pooled.transaction(failureText, work);
    }

    /**
     * Reads all data that was committed on any server before. The transaction writes a row, so its COMMIT proves that
     * the server is still the primary. With synchronous replication, the standbys then have the data.
     */
    public <T> T confirmedRead(String failureText, ConnectionWork<T> work) {
        return pooled.replicatedTransaction(failureText, connection -> {
            T result = work.execute(connection);
            counters.insertExpired(connection);
            return result;
        });
    }

    /** Runs work in a transaction without retries. */
    public <T> T transactionOnce(String failureText, ConnectionWork<T> work) {
        return pooled.transactionOnce(failureText, work);
    }

    /**
     * Runs work in a transaction whose outcome can be queried.
     *
     * @throws CommitInDoubtException if the answer to COMMIT was lost, and the database has not reported the outcome
     *     within the store timeout
     */
    public <T> T trackedTransaction(String failureText, ConnectionWork<T> work) {
        return tracked.run(failureText, work);
    }

    /** Returns a connection that the caller keeps, and closes or {@linkplain #discard discards}. */
    public Connection dedicated() throws SQLException {
        return source.dedicated();
    }

    /** Closes a broken connection permanently, so that no pool lends it again. */
    public void discard(Connection connection) {
        source.discard(connection);
    }

    /** Executes work on a dedicated connection, which is discarded if a failure breaks it. */
    public <T> T onDedicated(ConnectionWork<T> work) throws SQLException {
        try (Connection connection = source.dedicated()) {
            try {
                return work.execute(connection);
            } catch (SQLException e) {
                if (failureClassifier.breaksConnection(connection, e)) {
                    source.discard(connection);
                }
                throw e;
            }
        }
    }

    public boolean authenticate(String user, String password) {
        return call(() -> authenticateHere(user, password));
    }

    private boolean authenticateHere(String user, String password) {
        try (Connection connection = source.connectAs(user, password)) {
            return connection.isValid(limits.networkTimeoutSeconds());
        } catch (SQLException e) {
            if (LoginRejection.isCauseOf(e)) {
                return false;
            }
            throw failureClassifier.toStoreException(
                    "The credentials of user " + user + " cannot be checked in " + databaseName, e);
        }
    }

    /**
     * Runs work in a transaction of a {@linkplain #dedicated dedicated} connection, and restores its settings.
     *
     * @throws SQLException if the work or the COMMIT fails. The transaction is then rolled back, unless the answer to
     *     COMMIT was lost
     */
    public <T> T inTransaction(Connection connection, ConnectionWork<T> work) throws SQLException {
        return pooled.transactionRunner().run(connection, work);
    }

    public void prepareForWriting(Connection connection) throws SQLException {
        pooled.transactionRunner().execute(connection, dialect.writerSettings(limits.batchLockTimeoutMillis()));
    }

    public void prepareBatch(Connection connection) throws SQLException {
        pooled.transactionRunner().execute(connection, dialect.batchSettings(limits.batchLockTimeoutMillis()));
    }

    /** Disables waits for locks for the rest of the transaction. */
    public void disableLockWaits(Connection connection) throws SQLException {
        pooled.transactionRunner().execute(connection, dialect.noLockWaitSettings());
    }

    /** Restores the lock timeout from the next transaction on. */
    public void restoreLockWaits(Connection connection) throws SQLException {
        pooled.transactionRunner().execute(connection, dialect.resetLockWaits(limits.batchLockTimeoutMillis()));
    }

    public void resetSettings(Connection connection) throws SQLException {
        pooled.transactionRunner().execute(connection, dialect.resetWriterSettings());
    }

    public void close() {
        source.close();
        limits.close();
    }
}
