package dev.restante.store.jdbc.database;

import dev.restante.model.WorkerThread;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.connect.ConnectionSource;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.connect.OutsideThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An open database as the repositories see it: where connections come from, and how work is done on one of them.
 * Thread-safe.
 */
public final class Database {

    private static final int ATTEMPTS = 10;
    private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final String[] NOTHING = {};

    /** Of the transaction that follows, and no other. */
    private static final String ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private final Dialect dialect;
    private final ConnectionSource source;
    private final String where;
    private final ConnectionLimits limits;
    private final StoreFailures failures;
    private final Upkeep upkeep;
    private final Lanes lanes;

    /** Whether work waits for a database that can't be reached, for the store time-out. */
    private final boolean patient;

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
        this.upkeep = upkeep.apply(this);
        this.lanes = new Lanes();
        this.patient = true;
    }

    private Database(Database same, ConnectionSource source, ConnectionLimits limits) {
        this.dialect = same.dialect;
        this.source = source;
        this.where = same.where;
        this.limits = limits;
        this.failures = same.failures;
        this.upkeep = same.upkeep;
        this.lanes = same.lanes;
        this.patient = false;
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

    /**
     * Whether work with it ends within the store time-outs on whatever thread: see
     * {@link ConnectionSource#boundsItself}.
     */
    public boolean boundsItself() {
        return source.boundsItself();
    }

    public ConnectionLimits limits() {
        return limits;
    }

    /** A connection was found dead. */
    void suspect() {
        source.suspect();
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
     * Reads with auto-commit, so that no transaction stays open; in a transaction where nothing else limits its wait for
     * locks. Again while the database can't be reached, until the store time-out is over.
     */
    public <T> T read(String doing, ConnectionWork<T> work) {
        boolean waits = waits();
        ConnectionLimits.Deadline deadline = limits.deadline();
        String[] settings = readSettings();
        return call(() -> onPooled(
                doing,
                waits,
                deadline,
                connection -> settings.length == 0
                        ? withAutoCommit(connection, work)
                        : inTransaction(connection, settings, work)));
    }

    /** Reads with all of its queries what was there at one moment; otherwise as {@link #read}. */
    public <T> T snapshot(String doing, ConnectionWork<T> work) {
        boolean waits = waits();
        ConnectionLimits.Deadline deadline = limits.deadline();
        String[] settings =
                Stream.concat(Stream.of(readSettings()), Stream.of(ONE_MOMENT)).toArray(String[]::new);
        return call(() -> onPooled(doing, waits, deadline, connection -> inTransaction(connection, settings, work)));
    }

    /** What a read needs on a connection that others use, too, or that is not opened by us. */
    private String[] readSettings() {
        return source.limitsLocks() ? NOTHING : dialect.transactionSettings(limits.lockMillis());
    }

    /**
     * Whether the caller waits for a database that can't be reached. A node's own threads have more to do meanwhile, such
     * as to renew its lease, and come again.
     */
    private boolean waits() {
        return patient && !WorkerThread.isNodes();
    }

    /**
     * Does some work with connections from here on a thread that may do so, which is the caller's or one of the
     * source's.
     */
    public <T> T call(Supplier<T> work) {
        try {
            return source.call(work::get);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("a supplier throws nothing else", e);
        }
    }

    private <T> T onPooled(String doing, boolean waits, ConnectionLimits.Deadline deadline, ConnectionWork<T> work) {
        deadline.check(doing);
        for (int attempt = 1; ; attempt++) {
            boolean connected = false;
            try (Connection connection = source.pooled()) {
                connected = true;
                return limits.within(deadline, connection, work);
            } catch (SQLException e) {
                StoreException failure = failures.of(doing + " in " + where, e);
                noteDead(failure);
                if (!isReachedLater(failure, waits, connected, attempt, deadline)) {
                    throw failure;
                }
            }
        }
    }

    /**
     * Whether what has certainly not taken effect, because the database can't be reached, is to be tried again now.
     * Waits a moment where no connection could be had.
     */
    private boolean isReachedLater(
            StoreException failure, boolean waits, boolean connected, int attempt, ConnectionLimits.Deadline deadline) {
        boolean again = failure.kind() == Kind.UNAVAILABLE
                && !deadline.isOver()
                && !OutsideThreads.isAlone()
                && (waits || (connected && attempt < ATTEMPTS));
        if (again && (!connected || attempt >= ATTEMPTS)) {
            LockSupport.parkNanos(ASK_NANOS);
        }
        return again;
    }

    private void noteDead(StoreException failure) {
        if (failure.kind() == Kind.UNAVAILABLE) {
            suspect();
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

    /**
     * Runs work in a transaction of its own, again if it collides with another, or while the database can't be reached
     * and it was certainly not committed.
     */
    public <T> T transaction(String doing, ConnectionWork<T> work) {
        boolean waits = waits();
        ConnectionLimits.Deadline deadline = limits.deadline();
        return call(() -> transactionHere(doing, ATTEMPTS, waits, deadline, work));
    }

    /** The same without a second attempt. */
    public <T> T transactionOnce(String doing, ConnectionWork<T> work) {
        ConnectionLimits.Deadline deadline = limits.deadline();
        return call(() -> transactionHere(doing, 1, false, deadline, work));
    }

    /**
     * The same for somebody who has to know what became of it.
     *
     * @throws OutcomeUnknownException if the answer to its COMMIT was lost, and the database has not said within the
     *     store time-out what became of it
     */
    public <T> T knownTransaction(String doing, ConnectionWork<T> work) {
        Lanes.Lane taken = lanes.take();
        Lanes.Lane lane = taken != null ? taken : lanes.unused();
        boolean known = false;
        try {
            boolean waits = waits();
            ConnectionLimits.Deadline deadline = limits.deadline();
            T result = call(() -> knownHere(doing, lane, taken == null, waits, deadline, work));
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

    private OutcomeUnknownException inDoubt(String doing, Lanes.Lane lane, Exception cause) {
        return new OutcomeUnknownException(
                doing + " in " + where + ", or was; its outcome is not known and can be asked for by the token "
                        + lane.token() + ": " + cause.getMessage(),
                lane.token(),
                cause);
    }

    private <T> T knownHere(
            String doing,
            Lanes.Lane lane,
            boolean unused,
            boolean waits,
            ConnectionLimits.Deadline deadline,
            ConnectionWork<T> work) {
        deadline.check(doing);
        boolean absent = unused;
        for (int attempt = 1; ; attempt++) {
            if (absent) {
                transactionHere(doing, ATTEMPTS, waits, deadline, connection -> {
                    lanes.insert(connection, lane);
                    return true;
                });
            }
            Commit<T> commit = new Commit<>(work, lane);
            Exception lost;
            boolean connected = false;
            try (Connection connection = source.pooled()) {
                connected = true;
                limits.within(deadline, connection, commit);
                upkeep.requireDurable();
                return commit.result();
            } catch (SQLException e) {
                absent = commit.laneAbsent;
                StoreException failure = failures.of(doing + " in " + where, e);
                noteDead(failure);
                if (!commit.begun || failures.commitCertainlyUndone(e)) {
                    boolean again = (absent || failure.kind() == Kind.TRANSIENT)
                            ? attempt < ATTEMPTS && !deadline.isOver()
                            : isReachedLater(failure, waits, connected, attempt, deadline);
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
            } else if (attempt >= ATTEMPTS || deadline.isOver() || lane.isAbandoned()) {
                throw new StoreException(Kind.UNAVAILABLE, doing + " in " + where + ": " + lost.getMessage(), lost);
            }
        }
    }

    /** Asks what became of the transaction on a lane until the database answers, or the deadline is over. */
    private boolean isCommitted(String doing, Lanes.Lane lane, ConnectionLimits.Deadline deadline, Exception lost) {
        while (true) {
            try {
                upkeep.requireDurable();
                OptionalLong last = transactionHere(
                        doing,
                        1,
                        false,
                        limits.deadline(),
                        connection -> Lanes.lastStep(connection, lane.token().lane()));
                return last.orElse(-1) >= lane.token().number();
            } catch (RuntimeException e) {
                if (deadline.isOver() || lane.isAbandoned()) {
                    lost.addSuppressed(e);
                    throw inDoubt(doing, lane, lost);
                }
                LockSupport.parkNanos(ASK_NANOS);
            }
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
            OutsideThreads.aboutToCommit();
            over = true;
            return result;
        }
    }

    /** A transaction whose outcome can be asked for; knows how far it has come. */
    private final class Commit<T> implements ConnectionWork<Boolean> {
        private final ConnectionWork<T> work;
        private final Lanes.Lane lane;
        private boolean begun;
        private boolean done;
        private boolean laneAbsent;
        private @Nullable T result;

        Commit(ConnectionWork<T> work, Lanes.Lane lane) {
            this.work = work;
            this.lane = lane;
        }

        @Override
        public Boolean on(Connection connection) throws SQLException {
            inTransaction(connection, dialect.transactionSettings(limits.lockMillis()), counted -> {
                laneAbsent = !lane.step(counted);
                if (laneAbsent) {
                    throw new SQLException("the lane of the transaction was forgotten", "40001");
                }
                result = work.on(counted);
                OutsideThreads.aboutToCommit();
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

    private <T> T transactionHere(
            String doing, int attempts, boolean waits, ConnectionLimits.Deadline deadline, ConnectionWork<T> work) {
        deadline.check(doing);
        for (int attempt = 1; ; attempt++) {
            Worked<T> worked = new Worked<>(work);
            boolean connected = false;
            T result;
            try (Connection connection = source.pooled()) {
                connected = true;
                result = limits.within(
                        deadline,
                        connection,
                        watched -> inTransaction(watched, dialect.transactionSettings(limits.lockMillis()), worked));
            } catch (SQLException e) {
                StoreException failure = failures.of(doing + " in " + where, e);
                noteDead(failure);
                boolean collided = failure.kind() == Kind.TRANSIENT && attempt < attempts && !deadline.isOver();
                boolean later =
                        attempts > 1 && !worked.over && isReachedLater(failure, waits, connected, attempt, deadline);
                if (!collided && !later) {
                    throw failure;
                }
                continue;
            }
            upkeep.requireDurable();
            return result;
        }
    }

    private static <T> T inTransaction(Connection connection, String[] settings, ConnectionWork<T> work)
            throws SQLException {
        boolean restore = connection.getAutoCommit();
        connection.setAutoCommit(false);
        T result;
        try {
            execute(connection, settings);
            result = work.on(connection);
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            giveUp(connection, restore, e);
            throw e;
        }
        if (restore) {
            connection.setAutoCommit(true);
        }
        return result;
    }

    /** The connection may be dead, which is not what the caller has to be told then. */
    private static void giveUp(Connection connection, boolean restore, Exception failure) {
        try {
            connection.rollback();
            if (restore) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** A connection that its taker keeps and closes. */
    public Connection dedicated() throws SQLException {
        return source.dedicated();
    }

    /** Whether the database accepts a user and a password. */
    public boolean authenticate(String user, String password) {
        return call(() -> authenticateHere(user, password));
    }

    private boolean authenticateHere(String user, String password) {
        try (Connection connection = source.as(user, password)) {
            return connection.isValid(limits.silenceSeconds());
        } catch (SQLException e) {
            if (StoreFailures.credentialsRefused(e)) {
                return false;
            }
            throw failures.of("checking the credentials of " + user + " in " + where, e);
        }
    }

    public void prepareTransaction(Connection connection) throws SQLException {
        execute(connection, dialect.transactionSettings(limits.lockMillis()));
    }

    public void prepareForWriting(Connection connection) throws SQLException {
        execute(connection, dialect.writerSettings(limits.batchLockMillis()));
    }

    /** Begins a batch. */
    public void prepareBatch(Connection connection) throws SQLException {
        execute(connection, dialect.batchSettings(limits.batchLockMillis()));
    }

    /** For the rest of its transaction a connection waits for no lock. */
    public void hurry(Connection connection) throws SQLException {
        execute(connection, dialect.hurry());
    }

    public void undoPreparation(Connection connection) throws SQLException {
        execute(connection, dialect.writerSettingsUndone());
    }

    private static void execute(Connection connection, String[] settings) throws SQLException {
        if (settings.length == 0) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            // In one round trip.
            statement.execute(String.join("; ", settings));
        }
    }

    public void close() {
        source.close();
        limits.close();
    }
}
