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
 * A question to the store that callers wait for no longer than they like, however long the store takes. It is asked on
 * a thread of its own, and not again before the answer is there: those who come meanwhile share it. Thread-safe.
 */
final class SharedQuestion<T> {

    private final String threadName;
    private final Callable<T> question;

    /** Guarded by the monitor. */
    private @Nullable FutureTask<T> asked;

    SharedQuestion(String threadName, Callable<T> question) {
        this.threadName = requireNonNull(threadName, "threadName");
        this.question = requireNonNull(question, "question");
    }

    private synchronized FutureTask<T> asked() {
        FutureTask<T> current = asked;
        if (current == null || current.isDone()) {
            current = new FutureTask<>(question);
            asked = current;
            Thread thread = new Thread(current, threadName);
            thread.setDaemon(true);
            thread.start();
        }
        return current;
    }

    /**
     * The answer.
     *
     * @throws JMSException if there is none, or none in time
     */
    T answer(Duration patience) throws JMSException {
        try {
            return asked().get(TimeUnit.NANOSECONDS.convert(patience), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new JMSException("The store has not answered within " + patience);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            JMSException failure = new JMSException(String.valueOf(cause.getMessage()));
            failure.initCause(cause);
            throw failure;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JMSException(
                    "The thread was interrupted while it waited for the answer of the store", ErrorCodes.INTERRUPTED);
        }
    }
}
