package dev.restante.spring;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Store query on a background thread, shared by concurrent callers, each with its own timeout. A new query starts only
 * after the previous query has ended. Thread-safe.
 */
final class SharedStoreQuery<T> {

    private final String threadName;
    private final Callable<T> question;

    /** Current or last query, guarded by the monitor. */
    private @Nullable FutureTask<T> running;

    SharedStoreQuery(String threadName, Callable<T> question) {
        this.threadName = requireNonNull(threadName, "threadName");
        this.question = requireNonNull(question, "question");
    }

    private synchronized FutureTask<T> running() {
        FutureTask<T> current = running;
        if (current == null || current.isDone()) {
            current = new FutureTask<>(question);
            running = current;
            Thread thread = new Thread(current, threadName);
            thread.setDaemon(true);
            thread.start();
        }
        return current;
    }

    /**
     * Returns the result of the current query, or of a new query if none is running.
     *
     * @throws JMSException if the query fails, the timeout expires, or the thread is interrupted
     */
    T get(Duration timeout) throws JMSException {
        try {
            return running().get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new JMSException("The store did not answer within " + timeout);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            JMSException failure = new JMSException(String.valueOf(cause.getMessage()));
            failure.initCause(cause);
            throw failure;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JMSException("The thread was interrupted while it waited for the store", ErrorCodes.INTERRUPTED);
        }
    }
}
