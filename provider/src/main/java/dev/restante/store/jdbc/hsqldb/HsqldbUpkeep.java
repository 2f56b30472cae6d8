package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.WorkerThread;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.hsqldb.file.FormerLog;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
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
 * Takes the checkpoints of an HSQLDB database.
 *
 * <p>A CHECKPOINT waits until no session is in a transaction, and whoever wants to begin one waits for the CHECKPOINT;
 * neither can be timed out. So an application's idle transaction on the same database, even one that only read, would
 * stop everybody for good. Therefore HSQLDB's automatic checkpoints are switched off, and this one is only taken while
 * no other session is in a transaction. Until then the log grows, which costs disk space and time at the next start,
 * and is told in the log.
 *
 * <p>A transaction that begins between that look and the CHECKPOINT is given some time to end. If it is idle then, its
 * session is released, that is: rolled back; its application sees a serialization failure, and everybody else goes on.
 */
public final class HsqldbUpkeep implements Upkeep {

    private static final Logger LOGGER = LoggerFactory.getLogger(HsqldbUpkeep.class);

    private static final int ALARM_FACTOR = 8;
    private static final long ALARM_INTERVAL_NANOS = 60_000_000_000L;

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
    private final @Nullable HsqldbFiles files;
    private final long logLimitBytes;
    private final long rowLimit;
    private final long checkIntervalNanos;
    private final long patienceMillis;
    private final AtomicLong rowsWritten = new AtomicLong();

    /**
     * Read-locked during batches, so that a checkpoint or a deletion finds a moment without them however many writers
     * there are.
     */
    private final ReentrantReadWriteLock batches = new ReentrantReadWriteLock();

    private volatile long lastCheckNanos;
    private long lastAlarmNanos = System.nanoTime() - ALARM_INTERVAL_NANOS;

    /** @param files how the database writes its log, null if HSQLDB does that itself */
    HsqldbUpkeep(Database database, Path databasePath, @Nullable HsqldbFiles files, StoreTuning tuning) {
        this.database = database;
        this.log = Path.of(databasePath + ".log");
        this.databasePath = databasePath;
        this.files = files;
        this.logLimitBytes = tuning.hsqldbLogLimitBytes();
        this.rowLimit = tuning.hsqldbRowLimit();
        this.checkIntervalNanos = TimeUnit.MILLISECONDS.toNanos(tuning.hsqldbLogCheckMillis());
        this.lastCheckNanos = System.nanoTime() - checkIntervalNanos;
        this.patienceMillis = tuning.hsqldbCheckpointPatienceMillis();
    }

    @Override
    public void maintain() {
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
            if (isCheckpointDue() && !checkpoint() && logBytes() > logLimitBytes * ALARM_FACTOR) {
                alarm(logBytes());
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
        requireRoom();
        batches.readLock().lock();
    }

    /**
     * What HSQLDB commits can't be taken back when it turns out that it can't be logged, so that is found out before,
     * as far as possible.
     */
    private void requireRoom() {
        if (files == null || files.hasRoom()) {
            return;
        }
        StoreException refused = tryCheckpoint();
        if (files.hasRoom()) {
            LOGGER.info("A checkpoint has made room for a new {}", log);
            return;
        }
        IOException failure = failure();
        throw unwritable(
                failure == null ? new IOException("there is no space left") : failure, "Nothing was done", refused);
    }

    @Override
    public void endBatch() {
        batches.readLock().unlock();
    }

    @Override
    public <T> T betweenBatches(Supplier<T> work) {
        if (!awaitedBatches()) {
            throw new StoreException(
                    Kind.TRANSIENT,
                    "a batch of " + database.where() + " has been under way for "
                            + database.limits().lockMillis() + " ms, so no entity can be deleted now; try again",
                    null);
        }
        try {
            return work.get();
        } finally {
            batches.writeLock().unlock();
        }
    }

    @Override
    public boolean stopsBatches() {
        return true;
    }

    private boolean awaitedBatches() {
        try {
            return batches.writeLock().tryLock(database.limits().lockMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        if (files == null) {
            connection.commit();
        } else {
            files.commit(connection);
        }
        requireDurable();
    }

    @Override
    public void rowsWritten(long rows) {
        rowsWritten.addAndGet(rows);
    }

    /**
     * What could not be written to the log is in the database in memory; a checkpoint writes that to the other files,
     * however long others are in a transaction.
     */
    @Override
    public void requireDurable() {
        if (failure() == null) {
            return;
        }
        StoreException refused = tryCheckpoint();
        IOException failure = failure();
        if (failure == null) {
            LOGGER.info("A checkpoint has made durable what could not be written to {}", log);
            return;
        }
        throw unwritable(
                failure, "What was committed is kept in memory and written as soon as that is possible", refused);
    }

    private @Nullable StoreException tryCheckpoint() {
        try {
            database.read("no checkpoint can be taken", connection -> {
                takeCheckpoint(connection);
                return true;
            });
            return null;
        } catch (StoreException e) {
            return e;
        }
    }

    private StoreException unwritable(IOException failure, String consequence, @Nullable StoreException refused) {
        StoreException failed = new StoreException(
                Kind.UNAVAILABLE,
                log + " can't be written: " + failure.getMessage() + "; is the disk full? " + consequence + ". "
                        + CheckpointRoom.needed(databasePath),
                failure);
        if (refused != null) {
            failed.addSuppressed(refused);
        }
        return failed;
    }

    private @Nullable IOException failure() {
        return files == null ? null : files.failure();
    }

    private boolean checkpoint() {
        return database.read("no checkpoint can be taken", connection -> {
            if (othersInTransaction(connection) > 0) {
                return false;
            }
            takeCheckpoint(connection);
            return true;
        });
    }

    /** Takes a checkpoint, whoever is in a transaction. */
    void takeCheckpoint(Connection connection) throws SQLException {
        CountDownLatch taken = new CountDownLatch(1);
        new WorkerThread(() -> watch(taken), "restante-checkpoint-watchdog").start();
        // After a failure the checkpoint may need its space.
        FormerLog former = failure() == null ? FormerLog.hold(log) : null;
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            rowsWritten.set(0);
        } finally {
            taken.countDown();
            if (former != null) {
                former.release();
            }
        }
    }

    private void watch(CountDownLatch taken) {
        try {
            while (!taken.await(patienceMillis, TimeUnit.MILLISECONDS)) {
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
                    "a checkpoint of {} waits, and the transactions that it waits for can't be found; it is tried again",
                    database.where(),
                    e);
        }
    }

    private void endIdleTransactions() throws SQLException {
        try (Connection connection = database.dedicated();
                Statement statement = connection.createStatement()) {
            Set<Long> idle = new HashSet<>();
            try (ResultSet rows = statement.executeQuery(IDLE_IN_TRANSACTION)) {
                while (rows.next()) {
                    idle.add(rows.getLong(1));
                }
            }
            if (!idle.isEmpty()) {
                close(idle, connection);
            }
        }
    }

    /**
     * Not just rolled back, as {@code ALTER SESSION ... RELEASE} does: whoever goes on with half of a transaction must
     * hear that the other half is gone.
     */
    private void close(Set<Long> idle, Connection connection) throws SQLException {
        Session own = (Session) connection.unwrap(JDBCConnection.class).getSession();
        for (Session session : own.getDatabase().getSessionManager().getAllSessions()) {
            if (idle.contains(session.getId())) {
                LOGGER.warn(
                        "session {} of {} is closed and its transaction rolled back, because that began just before a checkpoint and is idle, and everybody else waits",
                        session.getId(),
                        database.where());
                session.close();
            }
        }
    }

    private static int othersInTransaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(OTHERS_IN_TRANSACTION)) {
            row.next();
            return row.getInt(1);
        }
    }

    private synchronized void alarm(long logBytes) {
        long now = System.nanoTime();
        if (now - lastAlarmNanos >= ALARM_INTERVAL_NANOS) {
            lastAlarmNanos = now;
            LOGGER.warn(
                    "{} has grown to {} bytes because no checkpoint of {} was possible: some session is always in a transaction."
                            + " Look for one that was left open (INFORMATION_SCHEMA.SYSTEM_SESSIONS) and end it",
                    log,
                    logBytes,
                    database.where());
        }
    }

    private long logBytes() {
        if (files != null) {
            return files.logBytes();
        }
        try {
            return Files.exists(log) ? Files.size(log) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("the size of " + log + " can't be read", e);
        }
    }

    /** Lets tests meet the moment between the look for transactions and the checkpoint. */
    public void checkpointWhoeverIsInTransaction() {
        database.read("no checkpoint can be taken", connection -> {
            takeCheckpoint(connection);
            return true;
        });
    }
}
