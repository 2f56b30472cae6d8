package dev.restante.store.jdbc.connect;

import dev.restante.model.CallTimeBudget;
import dev.restante.model.WorkerThread;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor whose threads never take part in an application transaction; the store uses the application's data source
 * only there.
 *
 * <p>The data source may belong to a transaction manager. A connection that a thread gets within a transaction joins
 * that transaction, rejects {@code commit} and {@code setAutoCommit}, and may be shared with the application. Threads
 * of callers and of the transaction manager may be in a transaction at any time. The executor also serves databases in
 * this process, because their statements cannot be aborted.
 *
 * <p>Thread-safe. Each concurrent caller has a thread, so no caller waits for one. Idle threads end after a while.
 */
public final class NonTransactionalExecutor implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(NonTransactionalExecutor.class);

    /** SQLSTATE for a connection that cannot be opened. */
    private static final String NOT_CONNECTED = "08001";

    private static final long IDLE_SECONDS = 30;

    /**
     * Maximum number of running calls whose callers timed out, so that a hanging disk does not cost a thread for each
     * call.
     */
    private static final int MAX_ABANDONED = 64;

    private final long timeoutMillis;
    private final long openingMillis;
    private final AtomicInteger abandonedCount = new AtomicInteger();

    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> WorkerThread.forStore(work, "restante-store"),
            (work, stopped) -> {
                throw new StoreException(StoreFailureKind.CLOSED, "The store is closed", null);
            });

    public NonTransactionalExecutor(StoreTimeouts timeouts) {
        this.timeoutMillis = timeouts.maxWaitMillis();
        this.openingMillis = timeouts.networkTimeoutMillis();
    }

    /**
     * Executes work on a thread of the executor and waits for its end. An interrupt does not end the wait, because the
     * outcome would be unknown. The wait has a timeout, because the used connection may be impossible to abort. After a
     * timeout, the work continues without its caller (RCV-19).
     *
     * @return the result of the work; exceptions of the work are rethrown
     * @throws StoreException after a timeout: with UNAVAILABLE if the work will not commit, with OUTCOME_UNKNOWN if it
     *     may commit
     */
    public <T> T call(Callable<T> work) throws Exception {
        return call(work, result -> {});
    }

    /**
     * Executes work as {@link #call(Callable)} does, if its result must be closed.
     *
     * @param resultDisposer consumer of a result whose caller timed out
     */
    public <T> T call(Callable<T> work, Consumer<T> resultDisposer) throws Exception {
        Thread current = Thread.currentThread();
        if (current instanceof WorkerThread worker && worker.isStoreThread()) {
            return work.call();
        }
        return runAndWait(
                new NonTransactionalCall<>(work, abandonedCount, resultDisposer),
                CallTimeBudget.remaining(TimeUnit.MILLISECONDS.toNanos(timeoutMillis)));
    }

    /**
     * Opens a connection. A thread of the store that serves many callers waits only for the network timeout, because no
     * other thread can interrupt it. A connection that arrives later is closed.
     *
     * @throws SQLException if the data source fails, also with an unchecked exception
     * @throws StoreException with UNAVAILABLE after a timeout
     */
    public Connection openConnection(Callable<Connection> opener) throws SQLException {
        try {
            boolean bounded =
                    NonTransactionalCall.isCurrentThread() || !(Thread.currentThread() instanceof WorkerThread);
            return bounded
                    ? opener.call()
                    : runAndWait(
                            new NonTransactionalCall<>(opener, abandonedCount, NonTransactionalExecutor::close),
                            TimeUnit.MILLISECONDS.toNanos(openingMillis));
        } catch (SQLException | StoreException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLNonTransientConnectionException("The data source failed: " + e, NOT_CONNECTED, e);
        }
    }

    private static void close(Connection late) {
        try {
            late.close();
        } catch (SQLException | RuntimeException e) {
            LOGGER.debug("A connection that was opened too late cannot be returned to its pool", e);
        }
    }

    private <T> T runAndWait(NonTransactionalCall<T> call, long timeoutNanos) throws Exception {
        if (abandonedCount.get() >= MAX_ABANDONED) {
            throw new StoreException(
                    StoreFailureKind.UNAVAILABLE,
                    MAX_ABANDONED + " earlier calls still wait for the database. Check that the database answers",
                    null);
        }
        Future<T> done = threads.submit(call);
        long startedNanos = System.nanoTime();
        long limitNanos = timeoutNanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.get(limitNanos - (System.nanoTime() - startedNanos), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    call.abandon(e, timeoutNanos);
                    // The call has ended or has no time limit, so its result follows.
                    limitNanos = Long.MAX_VALUE;
                }
            }
        } catch (ExecutionException failed) {
            throw thrown(failed.getCause());
        } finally {
            if (call.isUnlimited()) {
                CallTimeBudget.excludeSince(startedNanos);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Exception thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return (Exception) Objects.requireNonNull(cause);
    }

    /** Closes the executor; running calls continue to their end. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
