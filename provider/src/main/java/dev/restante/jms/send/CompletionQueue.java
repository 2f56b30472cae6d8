package dev.restante.jms.send;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.jms.core.InFlightSends;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.model.WorkerThread;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of completion listeners for one session's asynchronous sends (ASY-11 to ASY-13). They come one at a time,
 * in the order of the sends, on a thread of its own that starts with the first of them.
 *
 * <p>Threads: the sending thread adds, the broker's threads report, the callback thread calls. The monitor is held for
 * moments, never during a callback.
 */
public final class CompletionQueue {

    private static final Logger LOG = LoggerFactory.getLogger(CompletionQueue.class);

    /** The producer of an asynchronous send, which must wait for its sends when it closes. */
    static final class Origin {
        private int pending;
    }

    /** Writes the headers of a send to the sender's message. */
    @FunctionalInterface
    public interface SentHeaders {
        void writeTo(Message message);
    }

    /** One send under way. It is told by the broker how it went. */
    final class Pending implements Consumer<@Nullable BrokerException> {
        private final Message message;
        private final CompletionListener listener;
        private final SentHeaders headers;
        private final @Nullable Origin origin;
        private final boolean unchecked;
        private boolean done;
        private @Nullable BrokerException failure;

        private Pending(
                Message message,
                CompletionListener listener,
                SentHeaders headers,
                @Nullable Origin origin,
                boolean unchecked) {
            this.message = message;
            this.listener = listener;
            this.headers = headers;
            this.origin = origin;
            this.unchecked = unchecked;
        }

        @Override
        public void accept(@Nullable BrokerException failed) {
            finished(this, failed);
        }

        private void call() {
            BrokerException failed = failure;
            try {
                if (failed == null) {
                    prepareForCallback();
                    listener.onCompletion(message);
                } else {
                    JMSException translated = translation.of(failed);
                    listener.onException(message, unchecked ? UncheckedCalls.unchecked(translated) : translated);
                }
            } catch (RuntimeException | Error thrown) {
                LOG.warn("A completion listener threw", thrown);
            }
        }

        /** The callback comes also where a foreign message can't be reset: the message has been sent. */
        private void prepareForCallback() {
            try {
                headers.writeTo(message);
                makeReadable(message);
            } catch (JMSException | RuntimeException refused) {
                LOG.warn("A message that has been sent refused to become readable", refused);
            }
        }
    }

    private final ExceptionTranslation translation;
    private final InFlightSends inFlight;

    @GuardedBy("this")
    private final Deque<Pending> sends = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean calling;

    @GuardedBy("this")
    private boolean ended;

    private volatile @Nullable Thread thread;

    public CompletionQueue(ExceptionTranslation translation, InFlightSends inFlight) {
        this.translation = translation;
        this.inFlight = inFlight;
    }

    /** Whether the caller is a completion callback of this session. */
    public boolean onThread() {
        return Thread.currentThread() == thread;
    }

    /** Refuses what a callback must not do to its own session (ASY-09, ASY-10). */
    public void refuseInCallback(String call) throws IllegalStateException {
        if (onThread()) {
            throw new IllegalStateException(
                    call + " must not be called in a completion listener of its own session", ErrorCodes.ILLEGAL_STATE);
        }
    }

    /**
     * Adds a send, in the order of the sends. Its place among the connection's sends under way is freed after its
     * callback.
     *
     * @throws IllegalStateException if the session was closed meanwhile, so that nobody would call the listener
     */
    public synchronized Pending add(
            Message message,
            CompletionListener listener,
            SentHeaders headers,
            @Nullable Origin origin,
            boolean unchecked)
            throws IllegalStateException {
        if (ended) {
            throw new IllegalStateException("The session is closed", ErrorCodes.CLOSED);
        }
        if (thread == null) {
            // First: where there is no thread to be had, nothing waits for its callback.
            Thread caller = WorkerThread.inTurnsForApplication(this::callNext, "restante-completions");
            caller.start();
            thread = caller;
        }
        Pending pending = new Pending(message, listener, headers, origin, unchecked);
        sends.addLast(pending);
        if (origin != null) {
            origin.pending++;
        }
        return pending;
    }

    private synchronized void finished(Pending pending, @Nullable BrokerException failed) {
        pending.failure = failed;
        pending.done = true;
        if (sends.peekFirst() == pending) {
            notifyAll();
        }
    }

    private boolean callNext() {
        Pending next = takeDone();
        if (next == null) {
            return false;
        }
        try {
            next.call();
        } finally {
            called(next);
        }
        return true;
    }

    private synchronized @Nullable Pending takeDone() {
        while (true) {
            Pending head = sends.peekFirst();
            if (head != null && head.done) {
                calling = true;
                return sends.removeFirst();
            }
            if (head == null && ended) {
                return null;
            }
            try {
                wait();
            } catch (InterruptedException interrupt) {
                LOG.debug("The completion thread was interrupted by a listener; it goes on");
            }
        }
    }

    private synchronized void called(Pending pending) {
        inFlight.end();
        calling = false;
        if (pending.origin != null) {
            pending.origin.pending--;
        }
        notifyAll();
    }

    /** Waits for all sends and their callbacks (ASY-07, ASY-08); not for the one that the caller itself is in. */
    public synchronized void awaitEmpty() {
        if (onThread()) {
            return;
        }
        awaitQuietly(null);
    }

    /** Waits for the sends of one producer and their callbacks. */
    synchronized void awaitEmpty(Origin origin) {
        awaitQuietly(origin);
    }

    @GuardedBy("this")
    private void awaitQuietly(@Nullable Origin origin) {
        boolean interrupted = false;
        while (origin == null ? (calling || !sends.isEmpty()) : origin.pending > 0) {
            try {
                wait();
            } catch (InterruptedException interrupt) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits for all sends and their callbacks, refuses those that come later, and ends the thread: no callback comes
     * after a close (ASY-08).
     */
    public synchronized void end() {
        awaitQuietly(null);
        ended = true;
        notifyAll();
    }

    /** The body of a message that a callback gets is readable (ASY-17). */
    private static void makeReadable(Message message) throws JMSException {
        if (message instanceof BytesMessage bytes) {
            bytes.reset();
        } else if (message instanceof StreamMessage stream) {
            stream.reset();
        }
    }
}
