package dev.restante.store.jdbc.connect;

import dev.restante.model.CallBound;
import dev.restante.model.WorkerThread;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
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
 * Threads that are in nobody's transaction, on which a store works with the connections of a data source that is not
 * its own.
 *
 * <p>Such a data source may belong to a transaction manager: a connection that a thread gets within a transaction takes
 * part in that, refuses {@code commit} and {@code setAutoCommit}, and may be the one that the application works with.
 * Callers' threads can be in a transaction at any time, and those of the transaction manager itself call, too. So
 * nothing is done on them. Nor where nobody could free a caller from a database that does not answer, as one inside
 * this process.
 *
 * <p>Thread-safe. There are as many threads as callers at one time, so nobody waits for a thread; idle ones end after a
 * while.
 */
public final class OutsideThreads implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(OutsideThreads.class);

    /** The SQLState of a client that gets no connection. */
    private static final String NOT_CONNECTED = "08001";

    private static final long IDLE_SECONDS = 30;

    /**
     * So many pieces of work may go on of which nobody waits for the end: a disk that stands still must not cost a
     * thread for each call.
     */
    private static final int MOST_ABANDONED = 64;

    private final long patienceMillis;
    private final long openingMillis;
    private final AtomicInteger abandoned = new AtomicInteger();

    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> WorkerThread.forStore(work, "restante-store"),
            (work, stopped) -> {
                throw new StoreException(Kind.CLOSED, "the store is closed", null);
            });

    public OutsideThreads(StoreTimeouts timeouts) {
        this.patienceMillis = timeouts.storeMillis() + timeouts.silenceMillis();
        this.openingMillis = timeouts.silenceMillis();
    }

    /**
     * Does some work on one of the threads and waits for its end, interrupted or not: whoever is interrupted here would
     * not know what was done. A connection may be asked for, or used, that nobody can close from outside; so the wait
     * is bounded, and the work goes on alone then (RCV-19).
     *
     * @return what it returns; what it throws is thrown here
     * @throws StoreException with UNAVAILABLE if it takes too long and will not be committed, with OUTCOME_UNKNOWN if
     *     it may be
     */
    public <T> T call(Callable<T> work) throws Exception {
        return call(work, unwanted -> {});
    }

    /**
     * Does work as {@link #call}, with a result that has to be closed.
     *
     * @param unwanted gets a result whose caller has stopped waiting
     */
    public <T> T call(Callable<T> work, Consumer<T> unwanted) throws Exception {
        Thread current = Thread.currentThread();
        if (current instanceof WorkerThread worker && worker.isOfStore()) {
            return work.call();
        }
        return apart(
                new OutsideCall<>(work, abandoned, unwanted),
                CallBound.left(TimeUnit.MILLISECONDS.toNanos(patienceMillis)));
    }

    /**
     * Asks for a connection. A thread of the store that works for many, of whom nobody could free it, waits only for as
     * long as a connection may be silent; one that comes later is closed.
     *
     * @throws SQLException if the data source fails; an unchecked exception of the data source is its cause
     * @throws StoreException with UNAVAILABLE if it has not answered
     */
    public Connection connection(Callable<Connection> opening) throws SQLException {
        try {
            boolean bounded = OutsideCall.isOne() || !(Thread.currentThread() instanceof WorkerThread);
            return bounded
                    ? opening.call()
                    : apart(
                            new OutsideCall<>(opening, abandoned, OutsideThreads::close),
                            TimeUnit.MILLISECONDS.toNanos(openingMillis));
        } catch (SQLException | StoreException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLNonTransientConnectionException("the data source has failed: " + e, NOT_CONNECTED, e);
        }
    }

    private static void close(Connection late) {
        try {
            late.close();
        } catch (SQLException | RuntimeException e) {
            LOGGER.debug("A connection that came too late can't be given back", e);
        }
    }

    private <T> T apart(OutsideCall<T> call, long patienceNanos) throws Exception {
        if (abandoned.get() >= MOST_ABANDONED) {
            throw new StoreException(
                    Kind.UNAVAILABLE, MOST_ABANDONED + " earlier calls still wait for the database", null);
        }
        Future<T> done = threads.submit(call);
        long startedNanos = System.nanoTime();
        long limitNanos = patienceNanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.get(limitNanos - (System.nanoTime() - startedNanos), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    call.leave(e, patienceNanos);
                    // It is over already, or takes its time: its result comes.
                    limitNanos = Long.MAX_VALUE;
                }
            }
        } catch (ExecutionException failed) {
            throw thrown(failed.getCause());
        } finally {
            if (call.isUnlimited()) {
                CallBound.leaveOut(startedNanos);
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

    /** Those that work go on to the end of their work. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
