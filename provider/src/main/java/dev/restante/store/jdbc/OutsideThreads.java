package dev.restante.store.jdbc;

import dev.restante.store.StoreException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that are in nobody's transaction, on which a store works with the connections of a data source that is not its own.
 *
 * <p>Such a data source may belong to a transaction manager: a connection that a thread gets within a transaction takes part in that, refuses {@code commit} and {@code setAutoCommit}, and may be the
 * one that the application works with. Callers' threads can be in a transaction at any time, and those of the transaction manager itself call, too. So nothing is done on them.
 *
 * <p>Thread-safe. There are as many threads as callers at one time, so nobody waits for a thread; idle ones end after a while.
 */
final class OutsideThreads implements AutoCloseable {

    private static final long IDLE_SECONDS = 30;

    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Outside::new,
            (work, stopped) -> {
                throw new StoreException(StoreException.Kind.CLOSED, "the store is closed", null);
            });

    /** One of them. It inherits nothing from the caller who happens to need it first. */
    private static final class Outside extends Thread {
        Outside(Runnable task) {
            super(null, task, "restante-store", 0, false);
            setDaemon(true);
            setContextClassLoader(OutsideThreads.class.getClassLoader());
        }
    }

    /**
     * Does some work on one of the threads and waits for its end, interrupted or not: whoever is interrupted here would not know what was done.
     *
     * @return what it returns; what it throws is thrown here
     */
    <T> T call(Callable<T> work) throws Exception {
        if (Thread.currentThread() instanceof Outside) {
            return work.call();
        }
        Future<T> done = threads.submit(work);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failed) {
            throw thrown(failed.getCause());
        } finally {
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
