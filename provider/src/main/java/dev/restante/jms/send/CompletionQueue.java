package dev.restante.jms.send;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.jms.core.InFlightSendLimiter;
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
 * Queue that calls the completion listeners of one session's asynchronous sends in order (ASY-11 to ASY-13).
 *
 * <p>A callback thread, started by the first asynchronous send, calls one listener at a time. The sending thread adds
 * sends and the threads of the broker report their results. No thread holds the monitor during a callback.
 */
public final class CompletionQueue {

    private static final Logger LOG = LoggerFactory.getLogger(CompletionQueue.class);

    /** Number of pending asynchronous sends of one producer, which waits for them when it closes. */
    static final class ProducerSendCount {
        private int pending;
    }

    /** Writer of the headers that the provider sets in the sender's message object. */
    @FunctionalInterface
    public interface HeaderWriter {
        void writeTo(Message message);
    }

    /** Asynchronous send that waits for its result from the broker or for its callback. */
    final class PendingSend implements Consumer<@Nullable BrokerException> {
        private final Message message;
        private final CompletionListener listener;
        private final HeaderWriter headerWriter;
        private final @Nullable ProducerSendCount sendCount;
        private final boolean unchecked;
        private boolean done;
        private @Nullable BrokerException failure;

        private PendingSend(
                Message message,
                CompletionListener listener,
                HeaderWriter headerWriter,
                @Nullable ProducerSendCount sendCount,
                boolean unchecked) {
            this.message = message;
            this.listener = listener;
            this.headerWriter = headerWriter;
            this.sendCount = sendCount;
            this.unchecked = unchecked;
        }

        @Override
        public void accept(@Nullable BrokerException failed) {
            onSendFinished(this, failed);
        }

        private void call() {
            BrokerException failed = failure;
            try {
                if (failed == null) {
                    prepareForCallback();
                    listener.onCompletion(message);
                } else {
                    JMSException translated = ExceptionTranslation.translate(failed);
                    listener.onException(message, unchecked ? UncheckedCalls.toUnchecked(translated) : translated);
                }
            } catch (RuntimeException | Error thrown) {
                LOG.warn("A completion listener threw an exception", thrown);
            }
        }

        /**
         * Resets the message for reading. A foreign message may refuse, but was sent and therefore gets its callback.
         */
        private void prepareForCallback() {
            try {
                headerWriter.writeTo(message);
                makeReadable(message);
            } catch (JMSException | RuntimeException refused) {
                LOG.warn("A sent message could not be prepared for reading in the completion listener", refused);
            }
        }
    }

    private final InFlightSendLimiter sendLimiter;

    @GuardedBy("this")
    private final Deque<PendingSend> sends = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean callbackRunning;

    @GuardedBy("this")
    private boolean ended;

    private volatile @Nullable Thread thread;

    public CompletionQueue(InFlightSendLimiter sendLimiter) {
        this.sendLimiter = sendLimiter;
    }

    public boolean isCallbackThread() {
        return Thread.currentThread() == thread;
    }

    /** Rejects a call that a completion listener must not make for its own session (ASY-09, ASY-10). */
    public void rejectInCallback(String call) throws IllegalStateException {
        if (isCallbackThread()) {
            throw new IllegalStateException(
                    "A completion listener must not call " + call + ". Call it in another thread.",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    /**
     * Adds a send. Its callback releases a permit of the connection's limit of pending sends.
     *
     * @throws IllegalStateException if the session is closed, so that the listener would never be called
     */
    public synchronized PendingSend add(
            Message message,
            CompletionListener listener,
            HeaderWriter headerWriter,
            @Nullable ProducerSendCount sendCount,
            boolean unchecked)
            throws IllegalStateException {
        if (ended) {
            throw new IllegalStateException("The session is closed. Create a new one.", ErrorCodes.CLOSED);
        }
        if (thread == null) {
            // Starts the thread before the send is added. If that fails, no send waits for a callback.
            Thread caller = WorkerThread.repeatingForApplication(this::callNext, "restante-completions");
            caller.start();
            thread = caller;
        }
        PendingSend pending = new PendingSend(message, listener, headerWriter, sendCount, unchecked);
        sends.addLast(pending);
        if (sendCount != null) {
            sendCount.pending++;
        }
        return pending;
    }

    private synchronized void onSendFinished(PendingSend pending, @Nullable BrokerException failed) {
        pending.failure = failed;
        pending.done = true;
        if (sends.peekFirst() == pending) {
            notifyAll();
        }
    }

    private boolean callNext() {
        PendingSend next = takeDone();
        if (next == null) {
            return false;
        }
        try {
            next.call();
        } finally {
            afterCallback(next);
        }
        return true;
    }

    private synchronized @Nullable PendingSend takeDone() {
        while (true) {
            PendingSend head = sends.peekFirst();
            if (head != null && head.done) {
                callbackRunning = true;
                return sends.removeFirst();
            }
            if (head == null && ended) {
                return null;
            }
            try {
                wait();
            } catch (InterruptedException interrupt) {
                LOG.debug("The completion thread was interrupted by a listener and continues");
            }
        }
    }

    private synchronized void afterCallback(PendingSend pending) {
        sendLimiter.release();
        callbackRunning = false;
        if (pending.sendCount != null) {
            pending.sendCount.pending--;
        }
        notifyAll();
    }

    /** Waits for all sends and their callbacks (ASY-07, ASY-08); returns immediately if called in a callback. */
    public synchronized void awaitEmpty() {
        if (isCallbackThread()) {
            return;
        }
        awaitUninterrupted(null);
    }

    synchronized void awaitEmpty(ProducerSendCount sendCount) {
        awaitUninterrupted(sendCount);
    }

    @GuardedBy("this")
    private void awaitUninterrupted(@Nullable ProducerSendCount sendCount) {
        boolean interrupted = false;
        while (sendCount == null ? (callbackRunning || !sends.isEmpty()) : sendCount.pending > 0) {
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
     * Waits for all sends and their callbacks, rejects later sends and ends the thread. No callback follows (ASY-08).
     */
    public synchronized void close() {
        awaitUninterrupted(null);
        ended = true;
        notifyAll();
    }

    /** Makes the body readable for the callback (ASY-17). */
    private static void makeReadable(Message message) throws JMSException {
        if (message instanceof BytesMessage bytes) {
            bytes.reset();
        } else if (message instanceof StreamMessage stream) {
            stream.reset();
        }
    }
}
