package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.WorkerThread;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.DatabaseMaintenance;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.hsqldb.file.DeletedLogTruncator;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFileAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.hsqldb.Session;
import org.hsqldb.jdbc.JDBCConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintenance of an HSQLDB database: takes checkpoints between batches and rolls back idle sessions that block them.
 *
 * <p>A CHECKPOINT waits until no session is in a transaction, and new transactions wait for the CHECKPOINT, both
 * without a timeout. An idle application transaction on the database, even a read-only one, would therefore block all
 * sessions forever. So HSQLDB's automatic checkpoints are off, and this class takes a checkpoint only while no other
 * session is in a transaction. Until then the log grows, which costs disk space and time at the next start; a warning
 * reports a very long log.
 *
 * <p>A transaction that begins between this check and the CHECKPOINT has some time to end. If it is then idle, its
 * session is closed, so that the transaction is rolled back and the application's next statement fails.
 */
public final class HsqldbMaintenance implements DatabaseMaintenance {

    private static final Logger LOGGER = LoggerFactory.getLogger(HsqldbMaintenance.class);

    private static final int WARNING_FACTOR = 8;
    private static final long WARNING_INTERVAL_NANOS = 60_000_000_000L;

    private static final String OTHERS_IN_TRANSACTION =
            """
            SELECT COUNT(*) FROM INFORMATION_SCHEMA.SYSTEM_SESSIONS
            WHERE transaction AND session_id <> SESSION_ID()""";

    private static final String IDLE_IN_TRANSACTION =
            """
            SELECT session_id FROM INFORMATION_SCHEMA.SYSTEM_SESSIONS
            WHERE transaction AND session_id <> SESSION_ID() AND (current_statement IS NULL OR current_statement = '')""";

    private final Database database;
    private final Path log;
    private final Path databasePath;
    private final @Nullable HsqldbFileAccess fileAccess;
    private final long logLimitBytes;
    private final long rowLimit;
    private final long checkIntervalNanos;
    private final long idleTimeoutMillis;
    private final AtomicLong rowsWritten = new AtomicLong();

    /** Lock whose read lock batches hold, so that a checkpoint or a deletion finds a moment without batches. */
    private final ReentrantReadWriteLock batches = new ReentrantReadWriteLock();

    private volatile long lastCheckNanos;
    private long lastWarningNanos = System.nanoTime() - WARNING_INTERVAL_NANOS;

    /** @param fileAccess the file access that writes the log, or null if HSQLDB writes it itself */
    HsqldbMaintenance(
            Database database, Path databasePath, @Nullable HsqldbFileAccess fileAccess, HsqldbTuning tuning) {
        this.database = database;
        this.log = Path.of(databasePath + ".log");
        this.databasePath = databasePath;
        this.fileAccess = fileAccess;
        this.logLimitBytes = tuning.checkpointLogBytes();
        this.rowLimit = tuning.checkpointRows();
        this.checkIntervalNanos = TimeUnit.MILLISECONDS.toNanos(tuning.logCheckIntervalMillis());
        this.lastCheckNanos = System.nanoTime() - checkIntervalNanos;
        this.idleTimeoutMillis = tuning.idleTransactionTimeoutMillis();
    }

    @Override
    public void runDueMaintenance() {
        long now = System.nanoTime();
        if (now - lastCheckNanos < checkIntervalNanos) {
            return;
        }
        lastCheckNanos = now;
        if (!isCheckpointDue()) {
            return;
        }
        batches.writeLock().lock();
        try {
            if (isCheckpointDue() && !checkpoint() && logBytes() > logLimitBytes * WARNING_FACTOR) {
                warnAboutLogSize(logBytes());
            }
        } finally {
            batches.writeLock().unlock();
        }
    }

    private boolean isCheckpointDue() {
        return failure() != null || logBytes() > logLimitBytes || rowsWritten.get() > rowLimit;
    }

    @Override
    public void beginBatch() {
        requireDiskSpace();
        batches.readLock().lock();
    }

    /** Checks for space before a batch, because HSQLDB cannot take back a commit that it fails to log. */
    private void requireDiskSpace() {
        if (fileAccess == null || fileAccess.hasSpace()) {
            return;
        }
        StoreException rejected = tryCheckpoint();
        if (fileAccess.hasSpace()) {
            LOGGER.info("A checkpoint has freed disk space for a new {}", log);
            return;
        }
        IOException failure = failure();
        throw unwritable(
                failure == null ? new IOException("There is no space left") : failure, "Nothing was written", rejected);
    }

    @Override
    public void endBatch() {
        batches.readLock().unlock();
    }

    @Override
    public <T> T runWithoutBatches(Supplier<T> work) {
        if (!awaitedBatches()) {
            throw new StoreException(
                    StoreFailureKind.TRANSIENT,
                    "A batch of " + database.databaseName() + " has been running for "
                            + database.limits().lockTimeoutMillis() + " ms, so no entity can be deleted now. Try again",
                    null);
        }
        try {
            return work.get();
        } finally {
            batches.writeLock().unlock();
        }
    }

    @Override
    public boolean blocksBatches() {
        return true;
    }

    private boolean awaitedBatches() {
        try {
            return batches.writeLock().tryLock(database.limits().lockTimeoutMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        if (fileAccess == null) {
            connection.commit();
        } else {
            fileAccess.commit(connection);
        }
        requireDurable();
    }

    @Override
    public void rowsWritten(long rows) {
        rowsWritten.addAndGet(rows);
    }

    /**
     * Checks the log. After a failed write, a checkpoint writes the changes in memory to the other files, however long
     * it waits for other transactions.
     */
    @Override
    public void requireDurable() {
        if (failure() == null) {
            return;
        }
        StoreException rejected = tryCheckpoint();
        IOException failure = failure();
        if (failure == null) {
            LOGGER.info("A checkpoint has made the changes durable that could not be written to {}", log);
            return;
        }
        throw unwritable(
                failure,
                "Restante keeps the committed changes in memory and writes them as soon as possible",
                rejected);
    }

    private @Nullable StoreException tryCheckpoint() {
        try {
            database.read("A checkpoint cannot be taken", connection -> {
                takeCheckpoint(connection);
                return true;
            });
            return null;
        } catch (StoreException e) {
            return e;
        }
    }

    private StoreException unwritable(IOException failure, String consequence, @Nullable StoreException rejected) {
        StoreException failed = new StoreException(
                StoreFailureKind.UNAVAILABLE,
                log + " cannot be written: " + failure.getMessage() + ". Check that the disk is not full. "
                        + consequence + ". "
                        + CheckpointDiskSpace.requirementText(databasePath),
                failure);
        if (rejected != null) {
            failed.addSuppressed(rejected);
        }
        return failed;
    }

    private @Nullable IOException failure() {
        return fileAccess == null ? null : fileAccess.failure();
    }

    private boolean checkpoint() {
        return database.read("A checkpoint cannot be taken", connection -> {
            if (Statements.firstLong(connection, OTHERS_IN_TRANSACTION).orElse(0) > 0) {
                return false;
            }
            takeCheckpoint(connection);
            return true;
        });
    }

    /** Takes a checkpoint, even if other sessions are in a transaction. */
    void takeCheckpoint(Connection connection) throws SQLException {
        finishFormerCheckpoint();
        CountDownLatch taken = new CountDownLatch(1);
        new WorkerThread(() -> watch(taken), "restante-checkpoint-watchdog").start();
        // After a failure, the checkpoint may need the space of the log.
        DeletedLogTruncator truncator = failure() == null ? DeletedLogTruncator.open(log) : null;
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            rowsWritten.set(0);
        } finally {
            taken.countDown();
            if (truncator != null) {
                truncator.truncateInBackground();
            }
        }
    }

    private void finishFormerCheckpoint() {
        if (fileAccess == null) {
            return;
        }
        try {
            fileAccess.finishRenames();
        } catch (IOException e) {
            throw unwritable(e, "The former checkpoint is not finished", null);
        }
    }

    private void watch(CountDownLatch taken) {
        try {
            while (!taken.await(idleTimeoutMillis, TimeUnit.MILLISECONDS)) {
                tryEndingIdleTransactions();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryEndingIdleTransactions() {
        try {
            endIdleTransactions();
        } catch (SQLException | RuntimeException e) {
            LOGGER.error(
                    "A checkpoint of {} waits for transactions that cannot be determined. Restante tries again.",
                    database.databaseName(),
                    e);
        }
    }

    private void endIdleTransactions() throws SQLException {
        try (Connection connection = database.dedicated()) {
            Set<Long> idle = new HashSet<>(Statements.longs(connection, IDLE_IN_TRANSACTION));
            if (!idle.isEmpty()) {
                close(idle, connection);
            }
        }
    }

    /**
     * Closes sessions. After a mere rollback, as by {@code ALTER SESSION ... RELEASE}, an application could go on
     * without noticing that half of its transaction is lost.
     */
    private void close(Set<Long> idle, Connection connection) throws SQLException {
        Session own = (Session) connection.unwrap(JDBCConnection.class).getSession();
        for (Session session : own.getDatabase().getSessionManager().getAllSessions()) {
            if (idle.contains(session.getId())) {
                LOGGER.warn(
                        "Restante closes session {} of {} and rolls its transaction back, because this transaction is"
                                + " idle and delays a checkpoint, for which all other sessions wait",
                        session.getId(),
                        database.databaseName());
                session.close();
            }
        }
    }

    private synchronized void warnAboutLogSize(long logBytes) {
        long now = System.nanoTime();
        if (now - lastWarningNanos >= WARNING_INTERVAL_NANOS) {
            lastWarningNanos = now;
            LOGGER.warn(
                    "{} has grown to {} bytes, because no checkpoint of {} was possible: a session is always in a"
                            + " transaction. Find open transactions in"
                            + " INFORMATION_SCHEMA.SYSTEM_SESSIONS and end them.",
                    log,
                    logBytes,
                    database.databaseName());
        }
    }

    private long logBytes() {
        if (fileAccess != null) {
            return fileAccess.logBytes();
        }
        try {
            return Files.exists(log) ? Files.size(log) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("The size of " + log + " cannot be read", e);
        }
    }

    /** Takes a checkpoint without the check for transactions, so that tests meet the moment between both. */
    public void forceCheckpoint() {
        database.read("A checkpoint cannot be taken", connection -> {
            takeCheckpoint(connection);
            return true;
        });
    }
}
