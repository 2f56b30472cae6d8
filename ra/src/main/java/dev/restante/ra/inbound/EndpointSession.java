package dev.restante.ra.inbound;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.Session;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.work.Work;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Session with its endpoint, run on a thread of the server (RA-19, RA-20, RA-26).
 *
 * <ol>
 *   <li>The connection consumer loads one message into the session and starts it.
 *   <li>A thread of the server delivers the message to the endpoint.
 *   <li>The thread waits two seconds for the next message, so that deliveries under load need no thread change.
 *   <li>If none comes, the thread returns to the server and the session leaves the pool.
 * </ol>
 *
 * <p>Threads: the connection consumer starts the session, the server runs it, and any thread can stop it. The monitor
 * guards the flags and is not held during calls to other objects.
 */
final class EndpointSession implements ServerSession, Work {

    /** Owner of a session, which has the server run it. Its {@code toString()} names the activation in the log. */
    interface EndpointSessionOwner {
        /**
         * Has the server run the session.
         *
         * @throws JMSException if the server rejects the session, which is then unusable
         */
        void schedule(EndpointSession session) throws JMSException;

        /** Has the server run the session on another thread after other work, and returns whether it agrees. */
        boolean reschedule(EndpointSession session);

        /** Reports a finished delivery. Returns whether the session stays in the pool. */
        boolean onIdle(EndpointSession session);

        /**
         * Reports that no message came for a while. Returns whether the session leaves, because it is not in use again.
         */
        boolean onIdleTimeout(EndpointSession session);

        /** Reports that the session may be unusable. */
        void onFailed(EndpointSession session);
    }

    /** Time for which a thread without a message stays. */
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Time for which a session under load keeps a thread, because all beans share the threads of the server. */
    private static final long MAX_THREAD_TIME_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long MIN_BACK_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MAX_BACK_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final Logger LOG = LoggerFactory.getLogger(EndpointSession.class);

    private final EndpointSessionOwner owner;
    private final Session session;
    private final MessageEndpoint endpoint;
    private final EndpointListener listener;
    private final @Nullable Method deliveryMethod;

    @GuardedBy("this")
    private boolean hasMessages;

    @GuardedBy("this")
    private boolean hasThread;

    /** Number of failed deliveries in sequence; for the session's thread only. */
    private int failures;

    /** True if the owner has disposed of the session. */
    @GuardedBy("this")
    private boolean disposed;

    /** True if the server requests its thread back. */
    @GuardedBy("this")
    private boolean releaseRequested;

    /**
     * Creates a session.
     *
     * @param deliveryMethod the method to announce to the server before and after deliveries (option B); null for
     *     option A (Jakarta Connectors 14.5.6)
     */
    EndpointSession(
            EndpointSessionOwner owner,
            Session session,
            MessageEndpoint endpoint,
            EndpointListener listener,
            @Nullable Method deliveryMethod) {
        this.owner = owner;
        this.session = session;
        this.endpoint = endpoint;
        this.listener = listener;
        this.deliveryMethod = deliveryMethod;
    }

    @Override
    public Session getSession() {
        return session;
    }

    /** Delivers the loaded message on the session's thread, or requests a thread from the server. */
    @Override
    public void start() throws JMSException {
        boolean needsThread;
        synchronized (this) {
            hasMessages = true;
            needsThread = !hasThread;
            hasThread = true;
            notifyAll();
        }
        if (needsThread) {
            owner.schedule(this);
        }
    }

    @Override
    public void run() {
        boolean known = false;
        try {
            deliverAll();
            known = true;
        } finally {
            if (!known) {
                // After an unexpected failure, the owner must not wait for this session.
                owner.onFailed(this);
            }
        }
    }

    /** Delivers messages until none comes for a while, or until other work has waited long enough for the thread. */
    private void deliverAll() {
        long beganNanos = System.nanoTime();
        while (awaitMessages()) {
            if (!deliver()) {
                owner.onFailed(this);
                return;
            }
            backOff();
            if (!owner.onIdle(this)) {
                return;
            }
            if (System.nanoTime() - beganNanos > MAX_THREAD_TIME_NANOS && owner.reschedule(this)) {
                return;
            }
        }
    }

    /**
     * Slows down deliveries to a bean that fails repeatedly, for example because it stops or a resource is unavailable.
     *
     * <p>Otherwise each message would reach its last delivery attempt within milliseconds.
     */
    private void backOff() {
        if (!listener.failed()) {
            failures = 0;
            return;
        }
        failures++;
        if (failures == 1) {
            return;
        }
        long restNanos = Math.min(MAX_BACK_OFF_NANOS, MIN_BACK_OFF_NANOS << Math.min(failures - 2, 20));
        synchronized (this) {
            awaitSignal(restNanos);
        }
    }

    /** Waits for a message, or returns false if the session has left its owner. */
    private boolean awaitMessages() {
        while (true) {
            synchronized (this) {
                awaitSignal(KEEP_ALIVE_NANOS);
                if (hasMessages) {
                    hasMessages = false;
                    return true;
                }
                if (disposed) {
                    return false;
                }
            }
            if (owner.onIdleTimeout(this)) {
                return false;
            }
            // The connection consumer has just got this session and will start it.
        }
    }

    @GuardedBy("this")
    private void awaitSignal(long timeoutNanos) {
        long deadlineNanos = System.nanoTime() + timeoutNanos;
        long leftNanos = timeoutNanos;
        while (!hasMessages && !disposed && !releaseRequested && leftNanos > 0) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
                leftNanos = deadlineNanos - System.nanoTime();
            } catch (InterruptedException e) {
                releaseRequested = true;
            }
        }
        releaseRequested = false;
    }

    /** Delivers the loaded message, or returns false if the session or the endpoint may be unusable. */
    private boolean deliver() {
        if (deliveryMethod == null) {
            return runSession();
        }
        try {
            endpoint.beforeDelivery(deliveryMethod);
        } catch (NoSuchMethodException | ResourceException | RuntimeException | LinkageError failure) {
            LOG.warn("The application server rejected a delivery to {}. The message is released.", owner, failure);
            return false;
        }
        boolean good = false;
        try {
            good = runSession();
        } finally {
            good &= afterDelivery();
        }
        return good;
    }

    private boolean runSession() {
        try {
            session.run();
            // A session whose transaction another thread ended is unusable until it is in another transaction. With
            // option A, the server would begin that only in a call that it then rejects.
            return deliveryMethod != null || !listener.endedByOtherThread();
        } catch (RuntimeException | LinkageError failure) {
            LOG.warn("A message could not be delivered to {}", owner, failure);
            return false;
        }
    }

    private boolean afterDelivery() {
        try {
            endpoint.afterDelivery();
            return true;
        } catch (ResourceException | RuntimeException | LinkageError failure) {
            LOG.warn("A delivery to {} could not be committed. The message is redelivered.", owner, failure);
            return false;
        }
    }

    /** Ends the thread after the owner has disposed of the session. */
    synchronized void stopThread() {
        disposed = true;
        notifyAll();
    }

    /** Releases the loaded message, the session and the endpoint. */
    void dispose() {
        try {
            session.close();
        } catch (JMSException | RuntimeException failure) {
            LOG.debug("A session of {} could not be closed", owner, failure);
        }
        try {
            endpoint.release();
        } catch (RuntimeException failure) {
            LOG.debug("An endpoint of {} could not be released", owner, failure);
        }
    }

    /** Requests the thread back for the server, which gets it when there is nothing to deliver. */
    @Override
    public void release() {
        synchronized (this) {
            releaseRequested = true;
            notifyAll();
        }
    }
}
