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
 * A session and the endpoint that its messages go to, one at a time (RA-19). The connection consumer loads the session
 * and starts it; a thread of the server delivers (RA-20, RA-26).
 *
 * <p>The thread stays for a moment after a delivery, so that under load a message costs no change of the thread pool;
 * when nothing comes it leaves, and the session with it.
 *
 * <p>Threads: the connection consumer's starts, the server's runs, whoever deactivates ends. The monitor guards what is
 * to be done; nothing is called with it held.
 */
final class EndpointSession implements ServerSession, Work {

    /** The owner of a session: has it run, and hears what becomes of it. Its text names the activation, for the log. */
    interface Owner {
        /**
         * Has the server run it.
         *
         * @throws JMSException if the server does not; the session is of no use then
         */
        void schedule(EndpointSession session) throws JMSException;

        /** Has the server run it on another thread when others have had theirs; whether it does. */
        boolean reschedule(EndpointSession session);

        /** It has delivered; whether it stays. */
        boolean free(EndpointSession session);

        /** Nothing came for a while; whether it leaves, or is being used again. */
        boolean retire(EndpointSession session);

        /** It may be of no use any more. */
        void failed(EndpointSession session);
    }

    /** How long a thread stays that has nothing to deliver. */
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long it keeps a thread while messages come: servers have a number of threads for all their beans. */
    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SHORTEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final Logger LOG = LoggerFactory.getLogger(EndpointSession.class);

    private final Owner owner;
    private final Session session;
    private final MessageEndpoint endpoint;
    private final EndpointListener listener;
    private final @Nullable Method told;

    @GuardedBy("this")
    private boolean due;

    @GuardedBy("this")
    private boolean hasThread;

    /** How many deliveries have failed one after the other; its own thread's. */
    private int failures;

    /** Its owner has disposed of it. */
    @GuardedBy("this")
    private boolean gone;

    /** The server wants its thread back. */
    @GuardedBy("this")
    private boolean hurried;

    /**
     * For an endpoint that nobody else uses.
     *
     * @param listener the endpoint, as the session knows it
     * @param told the method by which it gets its messages, which the server is told of before and after a delivery
     *     (option B); null if it is not (option A, Jakarta Connectors 14.5.6)
     */
    EndpointSession(
            Owner owner, Session session, MessageEndpoint endpoint, EndpointListener listener, @Nullable Method told) {
        this.owner = owner;
        this.session = session;
        this.endpoint = endpoint;
        this.listener = listener;
        this.told = told;
    }

    @Override
    public Session getSession() {
        return session;
    }

    /** It is loaded: it delivers, on its thread or on one that the server has to give. */
    @Override
    public void start() throws JMSException {
        boolean needsThread;
        synchronized (this) {
            due = true;
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
                // Something that nobody expects of a server; its owner must not wait for this session.
                owner.failed(this);
            }
        }
    }

    /** Delivers what comes until nothing comes for a while, or until others have waited long enough for the thread. */
    private void deliverAll() {
        long beganNanos = System.nanoTime();
        while (awaitDue()) {
            if (!deliver()) {
                owner.failed(this);
                return;
            }
            rest();
            if (!owner.free(this)) {
                return;
            }
            if (System.nanoTime() - beganNanos > TURN_NANOS && owner.reschedule(this)) {
                return;
            }
        }
    }

    /**
     * A bean that fails again and again, as when it is being stopped or when what it works with is not there, gets its
     * messages more slowly: otherwise each of them would have been delivered for the last time within milliseconds.
     */
    private void rest() {
        if (!listener.failed()) {
            failures = 0;
            return;
        }
        failures++;
        if (failures == 1) {
            return;
        }
        long restNanos = Math.min(LONGEST_REST_NANOS, SHORTEST_REST_NANOS << Math.min(failures - 2, 20));
        synchronized (this) {
            awaitReason(restNanos);
        }
    }

    /** Whether there is something to deliver; otherwise it has left its owner. */
    private boolean awaitDue() {
        while (true) {
            synchronized (this) {
                awaitReason(KEEP_ALIVE_NANOS);
                if (due) {
                    due = false;
                    return true;
                }
                if (gone) {
                    return false;
                }
            }
            if (owner.retire(this)) {
                return false;
            }
            // It was handed out just now, and will be started.
        }
    }

    @GuardedBy("this")
    private void awaitReason(long timeoutNanos) {
        long deadlineNanos = System.nanoTime() + timeoutNanos;
        long leftNanos = timeoutNanos;
        while (!due && !gone && !hurried && leftNanos > 0) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
                leftNanos = deadlineNanos - System.nanoTime();
            } catch (InterruptedException e) {
                hurried = true;
            }
        }
        hurried = false;
    }

    /** Delivers what is loaded; false if the session or the endpoint may be of no use any more. */
    private boolean deliver() {
        if (told == null) {
            return runSession();
        }
        try {
            endpoint.beforeDelivery(told);
        } catch (NoSuchMethodException | ResourceException | RuntimeException | LinkageError failure) {
            LOG.warn("The server refuses a delivery to {}; the message is given back", owner, failure);
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
            // A session whose transaction was taken away from it is of no use until it is in another one, which the
            // server begins in a call that it refuses (option A).
            return told != null || !listener.takenAway();
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
            LOG.warn("A delivery to {} could not be committed; its message comes again", owner, failure);
            return false;
        }
    }

    /** Its owner disposes of it: its thread leaves. */
    synchronized void leave() {
        gone = true;
        notifyAll();
    }

    /** Gives back what is loaded, and session and endpoint. It is not delivering. */
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

    /** The server wants its thread back: it leaves as soon as there is nothing to deliver. */
    @Override
    public void release() {
        synchronized (this) {
            hurried = true;
            notifyAll();
        }
    }
}
