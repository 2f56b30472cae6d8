package dev.restante.store.jdbc.database;

import dev.restante.model.Uninterrupted;
import dev.restante.model.WorkerThread;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.connect.ConnectionSource;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.connect.OutsideCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on the pooled connections of a database: a transaction of its own, or reads. What certainly has not taken effect
 * is done again where it collided, or while the database can't be reached, until the store time-out is over (RCV-19).
 *
 * <p>Thread-safe. It runs on the caller's thread, or on one of the source's: see {@link #call}.
 */
final class PooledWork {

    private static final Logger LOGGER = LoggerFactory.getLogger(PooledWork.class);

    static final int ATTEMPTS = 10;

    /** How long it is until a database that could not be reached is asked again. */
    static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final String[] NOTHING = {};

    /** Of the transaction that follows, and no other. */
    private static final String ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private final Dialect dialect;
    private final ConnectionSource source;
    private final String where;
    private final ConnectionLimits limits;
    private final StoreFailures failures;
    private final Supplier<Upkeep> upkeep;

    /** Whether work waits for a database that can't be reached, for the store time-out. */
    private final boolean patient;

    private final ConnectionTransactions transactions;

    PooledWork(
            Dialect dialect,
            ConnectionSource source,
            String where,
            ConnectionLimits limits,
            StoreFailures failures,
            Supplier<Upkeep> upkeep,
            boolean patient) {
        this.dialect = dialect;
        this.source = source;
        this.where = where;
        this.limits = limits;
        this.failures = failures;
        this.upkeep = upkeep;
        this.patient = patient;
        this.transactions = new ConnectionTransactions(dialect, where, limits);
    }

    CallDeadline deadline() {
        return limits.deadline();
    }

    ConnectionTransactions transactions() {
        return transactions;
    }

    /** As {@link Database#read}. */
    <T> T read(String doing, ConnectionWork<T> work) {
        return read(doing, readSettings(), work);
    }

    /** As {@link Database#longRead}. */
    <T> T longRead(String doing, ConnectionWork<T> work) {
        return read(
                doing,
                and(readSettings(), dialect.longReadSettings()),
                connection -> ConnectionLimits.limited(connection, limits.storeMillis(), work));
    }

    private <T> T read(String doing, String[] settings, ConnectionWork<T> work) {
        boolean waits = waits();
        CallDeadline deadline = limits.deadline();
        return call(() -> onPooled(
                doing,
                waits,
                deadline,
                connection -> settings.length == 0
                        ? withAutoCommit(connection, work)
                        : transactions.run(connection, settings, false, work)));
    }

    /** As {@link Database#statement}. */
    <T> T statement(String doing, ConnectionWork<T> work) {
        boolean waits = waits();
        CallDeadline deadline = limits.deadline();
        return call(() -> onPooled(doing, waits, deadline, connection -> withAutoCommit(connection, work)));
    }

    /** As {@link Database#snapshot}. */
    <T> T snapshot(String doing, ConnectionWork<T> work) {
        boolean waits = waits();
        CallDeadline deadline = limits.deadline();
        String[] settings = and(readSettings(), ONE_MOMENT);
        return call(() ->
                onPooled(doing, waits, deadline, connection -> transactions.run(connection, settings, false, work)));
    }

    private static String[] and(String[] settings, String... more) {
        return Stream.concat(Stream.of(settings), Stream.of(more)).toArray(String[]::new);
    }

    /** What a read needs on a connection that others use, too, or that is not opened by us. */
    private String[] readSettings() {
        return source.limitsLocks() ? NOTHING : dialect.transactionSettings(limits.lockMillis());
    }

    /**
     * Whether the caller waits for a database that can't be reached. A node's own threads have more to do meanwhile,
     * such as to renew its lease, and come again.
     */
    boolean waits() {
        return patient && !WorkerThread.isNodes();
    }

    /**
     * Does some work with connections from here on a thread that may do so, which is the caller's or one of the
     * source's.
     */
    <T> T call(Supplier<T> work) {
        try {
            return source.call(work::get);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("a supplier throws nothing else", e);
        }
    }

    private <T> T onPooled(String doing, boolean waits, CallDeadline deadline, ConnectionWork<T> work) {
        deadline.check(doing);
        for (int attempt = 1; ; attempt++) {
            boolean connected = false;
            try {
                Connection connection = source.pooled();
                connected = true;
                return onceOn(connection, deadline, work);
            } catch (SQLException e) {
                StoreException failure = failed(doing, e);
                if (!isReachedLater(failure, waits, connected, attempt, deadline)) {
                    throw failure;
                }
            }
        }
    }

    /** Does some work on a connection and gives that back, whatever comes of it, unless the failure spoils it. */
    <T> T onceOn(Connection connection, CallDeadline deadline, ConnectionWork<T> work) throws SQLException {
        boolean spoilt = false;
        try {
            return limits.within(deadline, connection, work);
        } catch (SQLException e) {
            spoilt = failures.spoils(connection, e);
            throw e;
        } finally {
            if (spoilt) {
                source.discard(connection);
            } else {
                giveBack(connection);
            }
        }
    }

    /** Work that was done is done, also over a connection that was closed for its slowness and no pool wants back. */
    private void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOGGER.debug("A connection to {} can't be given back; it is broken", where, e);
            source.suspect();
        }
    }

    /**
     * Whether what has certainly not taken effect, because the database can't be reached, is to be tried again now.
     * Waits a moment where no connection could be had.
     */
    boolean isReachedLater(
            StoreException failure, boolean waits, boolean connected, int attempt, CallDeadline deadline) {
        boolean again = failure.kind() == Kind.UNAVAILABLE
                && !deadline.isOver()
                && !OutsideCall.isAlone()
                && (waits || (connected && attempt < ATTEMPTS));
        if (again && (!connected || attempt >= ATTEMPTS)) {
            Uninterrupted.pause(ASK_NANOS);
        }
        return again;
    }

    private void noteDead(StoreException failure) {
        if (failure.kind() == Kind.UNAVAILABLE) {
            source.suspect();
        }
    }

    private static <T> T withAutoCommit(Connection connection, ConnectionWork<T> work) throws SQLException {
        if (connection.getAutoCommit()) {
            return work.on(connection);
        }
        connection.setAutoCommit(true);
        try {
            return work.on(connection);
        } finally {
            connection.setAutoCommit(false);
        }
    }

    /** As {@link Database#transaction}. */
    <T> T transaction(String doing, ConnectionWork<T> work) {
        boolean waits = waits();
        CallDeadline deadline = limits.deadline();
        return call(() -> transaction(doing, ATTEMPTS, waits, deadline, work));
    }

    /** The same, in which all is seen that was committed anywhere before. */
    <T> T currentTransaction(String doing, ConnectionWork<T> work) {
        boolean waits = waits();
        CallDeadline deadline = limits.deadline();
        return call(() -> transaction(doing, ATTEMPTS, waits, deadline, dialect::awaitOthers, work));
    }

    /** As {@link Database#transactionOnce}. */
    <T> T transactionOnce(String doing, ConnectionWork<T> work) {
        CallDeadline deadline = limits.deadline();
        return call(() -> transaction(doing, 1, false, deadline, work));
    }

    /**
     * Runs work in a transaction of its own on this thread.
     *
     * @param attempts how often at most, where it collides with another
     * @param waits whether it is tried again while the database can't be reached
     */
    <T> T transaction(String doing, int attempts, boolean waits, CallDeadline deadline, ConnectionWork<T> work) {
        return transaction(doing, attempts, waits, deadline, connection -> {}, work);
    }

    /** What is done before a transaction begins. */
    @FunctionalInterface
    private interface Preliminary {
        void on(Connection connection) throws SQLException;
    }

    private <T> T transaction(
            String doing,
            int attempts,
            boolean waits,
            CallDeadline deadline,
            Preliminary preliminary,
            ConnectionWork<T> work) {
        deadline.check(doing);
        for (int attempt = 1; ; attempt++) {
            Worked<T> worked = new Worked<>(work);
            boolean connected = false;
            T result;
            try {
                Connection connection = source.pooled();
                connected = true;
                result = onceOn(connection, deadline, watched -> {
                    preliminary.on(watched);
                    return transactions.run(watched, worked);
                });
            } catch (SQLException e) {
                StoreException failure = failed(doing, e);
                boolean undone = !worked.over || failures.commitCertainlyUndone(e);
                boolean collided =
                        failure.kind() == Kind.TRANSIENT && undone && attempt < attempts && !deadline.isOver();
                boolean later =
                        attempts > 1 && !worked.over && isReachedLater(failure, waits, connected, attempt, deadline);
                if (!collided && !later) {
                    throw failure;
                }
                continue;
            }
            upkeep.get().requireDurable();
            return result;
        }
    }

    /** Work that knows whether it has come to its end, after which only its COMMIT follows. */
    private static final class Worked<T> implements ConnectionWork<T> {
        private final ConnectionWork<T> work;
        private boolean over;

        Worked(ConnectionWork<T> work) {
            this.work = work;
        }

        @Override
        public T on(Connection connection) throws SQLException {
            T result = work.on(connection);
            OutsideCall.aboutToCommit();
            over = true;
            return result;
        }
    }

    /**
     * The failure that a caller is told of; one that shows a connection to be dead lets the pool look at the others.
     */
    StoreException failed(String doing, SQLException cause) {
        StoreException failure = failures.of(doing + " in " + where, cause);
        noteDead(failure);
        return failure;
    }

    /** Whether a COMMIT that failed so has certainly not taken effect. */
    boolean commitCertainlyUndone(SQLException cause) {
        return failures.commitCertainlyUndone(cause);
    }

    /** Waits until what was committed is on the disk, where the database does not do that by itself. */
    void requireDurable() {
        upkeep.get().requireDurable();
    }

    Connection connection() throws SQLException {
        return source.pooled();
    }

    String where() {
        return where;
    }
}
