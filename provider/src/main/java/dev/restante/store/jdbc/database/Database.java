package dev.restante.store.jdbc.database;

import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.connect.ConnectionSource;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.connect.RefusedLogin;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * An open database as the repositories see it: where connections come from, and how work is done on one of them.
 * Thread-safe.
 */
public final class Database {

    private final Dialect dialect;
    private final ConnectionSource source;
    private final String where;
    private final ConnectionLimits limits;
    private final StoreFailures failures;
    private final Upkeep upkeep;
    private final RowClock clock;
    private final OutcomeLanes lanes;
    private final PooledWork pooled;
    private final KnownTransactions known;

    /** Says what upkeep it needs by a function of itself. */
    public Database(
            Dialect dialect,
            ConnectionSource source,
            String where,
            ConnectionLimits limits,
            Function<Database, Upkeep> upkeep) {
        this.dialect = dialect;
        this.source = source;
        this.where = where;
        this.limits = limits;
        this.failures = new StoreFailures(dialect.failureCodes());
        this.clock = new RowClock();
        this.lanes = new OutcomeLanes(clock);
        this.pooled = new PooledWork(dialect, source, where, limits, failures, this::upkeep, true);
        this.known = new KnownTransactions(pooled, lanes);
        // Last: it is handed the database, whole.
        this.upkeep = upkeep.apply(this);
    }

    private Database(Database same, ConnectionSource source, ConnectionLimits limits) {
        this.dialect = same.dialect;
        this.source = source;
        this.where = same.where;
        this.limits = limits;
        this.failures = same.failures;
        this.upkeep = same.upkeep;
        this.clock = same.clock;
        this.lanes = same.lanes;
        this.pooled = new PooledWork(dialect, source, where, limits, failures, this::upkeep, false);
        this.known = new KnownTransactions(pooled, lanes);
    }

    /**
     * The same database by connections that are kept for work that must not wait, and does not: see
     * {@link ConnectionSource#reserved}.
     */
    public Database reserved() {
        return new Database(this, source.reserved(), limits);
    }

    /** The same for what the life of the node depends on: it gives up soon, and is tried again. */
    public Database urgent() {
        return new Database(this, source, limits.urgent());
    }

    /**
     * The same for work that others wait behind: what can't reach the database fails soon, or each of them would wait
     * for the store time-out after the one before.
     */
    public Database impatient() {
        return new Database(this, source, limits);
    }

    /** Sets the clock by which rows are dated that are kept for a time, in epoch milliseconds. */
    public void followClock(LongSupplier storeMillis) {
        clock.follow(storeMillis);
    }

    /** Returns the instant until which a row about an outcome is kept that is written now. */
    public long outcomeKeptUntilMillis() {
        return clock.outcomeKeptUntilMillis();
    }

    /** As {@link ConnectionSource#boundsItself}. */
    public boolean boundsItself() {
        return source.boundsItself();
    }

    public ConnectionLimits limits() {
        return limits;
    }

    public StoreFailures failures() {
        return failures;
    }

    public Upkeep upkeep() {
        return upkeep;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** Names the database in messages, without secrets. */
    public String where() {
        return where;
    }

    /**
     * Reads with auto-commit, so that no transaction stays open; in a transaction where nothing else limits its wait
     * for locks. Again while the database can't be reached, until the store time-out is over.
     */
    public <T> T read(String doing, ConnectionWork<T> work) {
        return pooled.read(doing, work);
    }

    /**
     * One statement that commits by itself and may be done twice, without a transaction or settings for it: what
     * limits its wait for a lock is the silence. Otherwise as {@link #read}.
     */
    public <T> T statement(String doing, ConnectionWork<T> work) {
        return pooled.statement(doing, work);
    }

    /**
     * Reads so much that others would notice if it took all processors, and that the database may be silent until it is
     * done; otherwise as {@link #read}.
     */
    public <T> T longRead(String doing, ConnectionWork<T> work) {
        return pooled.longRead(doing, work);
    }

    /** Reads with all of its queries what was there at one moment; otherwise as {@link #read}. */
    public <T> T snapshot(String doing, ConnectionWork<T> work) {
        return pooled.snapshot(doing, work);
    }

    /**
     * Does some work with connections from here on a thread that may do so, which is the caller's or one of the
     * source's.
     */
    public <T> T call(Supplier<T> work) {
        return pooled.call(work);
    }

    /**
     * Runs work in a transaction of its own, again if it collides with another, or while the database can't be reached
     * and it was certainly not committed.
     */
    public <T> T transaction(String doing, ConnectionWork<T> work) {
        return pooled.transaction(doing, work);
    }

    /**
     * Reads all that was committed anywhere before, in a transaction that writes, so that its COMMIT says that the
     * server is the primary still, and that its standbys have what was read, where they have to confirm.
     */
    public <T> T confirmed(String doing, ConnectionWork<T> work) {
        return pooled.currentTransaction(doing, connection -> {
            T result = work.on(connection);
            lanes.insertForgotten(connection);
            return result;
        });
    }

    /** As {@link #transaction}, without a second attempt. */
    public <T> T transactionOnce(String doing, ConnectionWork<T> work) {
        return pooled.transactionOnce(doing, work);
    }

    /**
     * The same for somebody who has to know what became of it.
     *
     * @throws OutcomeUnknownException if the answer to its COMMIT was lost, and the database has not said within the
     *     store time-out what became of it
     */
    public <T> T knownTransaction(String doing, ConnectionWork<T> work) {
        return known.run(doing, work);
    }

    /** A connection that its taker keeps, and closes or {@linkplain #discard discards}. */
    public Connection dedicated() throws SQLException {
        return source.dedicated();
    }

    /** Closes a broken connection for good: no pool lends it again. */
    public void discard(Connection connection) {
        source.discard(connection);
    }

    /** Does some work on a connection of its own, which is discarded if a failure spoils it. */
    public <T> T onDedicated(ConnectionWork<T> work) throws SQLException {
        try (Connection connection = source.dedicated()) {
            try {
                return work.on(connection);
            } catch (SQLException e) {
                if (failures.spoils(connection, e)) {
                    source.discard(connection);
                }
                throw e;
            }
        }
    }

    /** Whether the database accepts a user and a password. */
    public boolean authenticate(String user, String password) {
        return call(() -> authenticateHere(user, password));
    }

    private boolean authenticateHere(String user, String password) {
        try (Connection connection = source.as(user, password)) {
            return connection.isValid(limits.silenceSeconds());
        } catch (SQLException e) {
            if (RefusedLogin.isIn(e)) {
                return false;
            }
            throw failures.of("checking the credentials of " + user + " in " + where, e);
        }
    }

    /**
     * Runs work in a transaction of a {@linkplain #dedicated dedicated} connection, which is as before afterwards.
     *
     * @throws SQLException if the work or the COMMIT fails; it is rolled back then, unless its COMMIT was lost
     */
    public <T> T inTransaction(Connection connection, ConnectionWork<T> work) throws SQLException {
        return pooled.transactions().run(connection, work);
    }

    public void prepareForWriting(Connection connection) throws SQLException {
        pooled.transactions().execute(connection, dialect.writerSettings(limits.batchLockMillis()));
    }

    /** Begins a batch. */
    public void prepareBatch(Connection connection) throws SQLException {
        pooled.transactions().execute(connection, dialect.batchSettings(limits.batchLockMillis()));
    }

    /** For the rest of its transaction a connection waits for no lock. */
    public void hurry(Connection connection) throws SQLException {
        pooled.transactions().execute(connection, dialect.hurry());
    }

    /** From its next transaction on a connection waits for locks as it did before it hurried. */
    public void hurryNoMore(Connection connection) throws SQLException {
        pooled.transactions().execute(connection, dialect.hurryUndone(limits.batchLockMillis()));
    }

    public void undoPreparation(Connection connection) throws SQLException {
        pooled.transactions().execute(connection, dialect.writerSettingsUndone());
    }

    public void close() {
        source.close();
        limits.close();
    }
}
