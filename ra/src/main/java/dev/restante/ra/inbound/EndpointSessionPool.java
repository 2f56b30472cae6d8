package dev.restante.ra.inbound;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.AwaitableServerSessionPool;
import dev.restante.api.ErrorCodes;
import dev.restante.model.Uninterruptibles;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ServerSession;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.work.WorkException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pool of an activation's sessions that grows and shrinks with the load (RA-19).
 *
 * <p>It grows while all sessions are busy and messages wait. If the server has no endpoint or thread at the moment, the
 * pool asks again after a pause. Meanwhile the connection consumer receives no messages.
 *
 * <p>Threads: the connection consumer takes sessions, their own threads return them, and any thread can close the pool.
 * The monitor guards the sessions and is not held during calls to the server and the provider.
 */
final class EndpointSessionPool implements AwaitableServerSessionPool, EndpointSession.EndpointSessionOwner {

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(EndpointSessionPool.class);

    /** Source of sessions and endpoints: the server and the connection. */
    interface EndpointSessionSource {
        EndpointSession open(EndpointSession.EndpointSessionOwner owner) throws UnavailableException, JMSException;

        void schedule(EndpointSession session) throws WorkException;
    }

    private final String name;
    private final EndpointSessionSource source;
    private final int maxSessions;

    @GuardedBy("this")
    private final Set<EndpointSession> sessions = new HashSet<>();

    /** Idle sessions, the last used first, so that surplus sessions reach their timeout. */
    @GuardedBy("this")
    private final Deque<EndpointSession> idleSessions = new ArrayDeque<>();

    @GuardedBy("this")
    private long pauseNanos = SHORTEST_PAUSE_NANOS;

    @GuardedBy("this")
    private long retryAtNanos = System.nanoTime();

    @GuardedBy("this")
    private boolean closed;

    /** Creates an empty pool. */
    EndpointSessionPool(String name, EndpointSessionSource source, int maxSessions) {
        this.name = name;
        this.source = source;
        this.maxSessions = maxSessions;
    }

    @Override
    public void awaitServerSession() throws JMSException {
        while (!awaitIdleOrCapacity()) {
            EndpointSession opened = open();
            if (opened != null) {
                add(opened);
            }
        }
    }

    /** Waits for an idle session and returns true, or false if there is room for another session. */
    private synchronized boolean awaitIdleOrCapacity() throws JMSException {
        while (true) {
            checkOpen();
            if (!idleSessions.isEmpty()) {
                return true;
            }
            long pauseLeftNanos = retryAtNanos - System.nanoTime();
            if (sessions.size() < maxSessions && pauseLeftNanos <= 0) {
                return false;
            }
            Uninterruptibles.awaitNotify(this, sessions.size() < maxSessions ? pauseLeftNanos : Long.MAX_VALUE);
        }
    }

    private @Nullable EndpointSession open() throws JMSException {
        try {
            return source.open(this);
        } catch (UnavailableException refusal) {
            LOG.debug("The application server has no free endpoint for {}", name, refusal);
            delayRetry();
            return null;
        } catch (RuntimeException | LinkageError failure) {
            LOG.warn(
                    "The application server failed to create an endpoint for {}. Restante tries again.", name, failure);
            delayRetry();
            return null;
        }
    }

    private void add(EndpointSession opened) throws JMSException {
        synchronized (this) {
            if (!closed) {
                sessions.add(opened);
                idleSessions.addFirst(opened);
                return;
            }
        }
        opened.dispose();
        throw closed();
    }

    /**
     * Returns an idle session, or opens a session if the last idle session has just left. Does not wait, because the
     * connection consumer has already received a message.
     */
    @Override
    public ServerSession getServerSession() throws JMSException {
        EndpointSession next = takeFree();
        if (next == null) {
            EndpointSession opened = open();
            if (opened != null) {
                add(opened);
                next = takeFree();
            }
        }
        if (next == null) {
            throw new ResourceAllocationException("The application server has no free endpoint for " + name);
        }
        return next;
    }

    private synchronized @Nullable EndpointSession takeFree() throws JMSException {
        checkOpen();
        return idleSessions.pollFirst();
    }

    @Override
    public synchronized boolean hasServerSession() {
        return !idleSessions.isEmpty();
    }

    @GuardedBy("this")
    private void checkOpen() throws JMSException {
        if (closed) {
            throw closed();
        }
    }

    private JMSException closed() {
        return new IllegalStateException(name + " is deactivated", ErrorCodes.CLOSED);
    }

    /** Has the server run a session, or removes the session and releases its message if the server rejects it. */
    @Override
    public void schedule(EndpointSession session) throws JMSException {
        try {
            source.schedule(session);
        } catch (WorkException | RuntimeException | Error refusal) {
            onFailed(session);
            JMSException told = new ResourceAllocationException(
                    "The application server has no free thread for " + name + ": " + refusal);
            told.initCause(refusal);
            throw told;
        }
    }

    @Override
    public boolean reschedule(EndpointSession session) {
        try {
            source.schedule(session);
            return true;
        } catch (WorkException | RuntimeException | Error refusal) {
            LOG.debug("The application server has no other free thread for {}", name, refusal);
            return false;
        }
    }

    // ---- reports of sessions ----

    @Override
    public boolean onIdle(EndpointSession session) {
        synchronized (this) {
            pauseNanos = SHORTEST_PAUSE_NANOS;
            if (!closed) {
                idleSessions.addFirst(session);
                notifyAll();
                return true;
            }
        }
        remove(session);
        return false;
    }

    @Override
    public boolean onIdleTimeout(EndpointSession session) {
        synchronized (this) {
            if (!idleSessions.remove(session)) {
                return false;
            }
        }
        remove(session);
        return true;
    }

    /** Removes the session. The next session is opened after a pause, which grows. */
    @Override
    public void onFailed(EndpointSession session) {
        delayRetry();
        remove(session);
    }

    private synchronized void delayRetry() {
        retryAtNanos = System.nanoTime() + pauseNanos;
        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, pauseNanos * 2);
    }

    private void remove(EndpointSession session) {
        session.dispose();
        synchronized (this) {
            sessions.remove(session);
            notifyAll();
        }
    }

    // ---- end ----

    /** Stops handing out sessions. Running deliveries continue. */
    void close() {
        List<EndpointSession> idle;
        synchronized (this) {
            closed = true;
            idle = new ArrayList<>(idleSessions);
            notifyAll();
        }
        // Sessions with a thread leave on that thread, and the other sessions leave here.
        for (EndpointSession each : idle) {
            if (onIdleTimeout(each)) {
                each.stopThread();
            }
        }
    }

    /** Waits until all sessions have left, or returns false after the timeout. */
    synchronized boolean awaitEnd(long timeoutNanos) {
        long deadlineNanos = System.nanoTime() + timeoutNanos;
        long leftNanos = timeoutNanos;
        while (!sessions.isEmpty() && leftNanos > 0) {
            Uninterruptibles.awaitNotify(this, leftNanos);
            leftNanos = deadlineNanos - System.nanoTime();
        }
        return sessions.isEmpty();
    }

    synchronized int size() {
        return sessions.size();
    }

    @Override
    public String toString() {
        return name;
    }
}
