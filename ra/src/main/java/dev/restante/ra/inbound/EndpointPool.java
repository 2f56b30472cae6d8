package dev.restante.ra.inbound;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.api.PacedServerSessionPool;
import dev.restante.model.Uninterrupted;
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
 * The sessions of an activation, which grow in number while all of them are busy and messages wait, and shrink when
 * there is less to do. A server that has no endpoint at the moment, or no thread, is asked again in a while; no message
 * is taken meanwhile (RA-19).
 *
 * <p>Threads: the connection consumer's takes, the sessions' own give back, any thread closes. The monitor guards which
 * there are and which are free; neither the server nor the provider is called with it held.
 */
final class EndpointPool implements PacedServerSessionPool, EndpointSession.Owner {

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(EndpointPool.class);

    /** The source of the pool's sessions and endpoints: the server and the connection. */
    interface Source {
        /**
         * A new session with its endpoint.
         *
         * @throws UnavailableException if the server has none now
         */
        EndpointSession open(EndpointSession.Owner owner) throws UnavailableException, JMSException;

        /** Has a thread of the server run it soon. */
        void schedule(EndpointSession session) throws WorkException;
    }

    private final String name;
    private final Source source;
    private final int most;

    @GuardedBy("this")
    private final Set<EndpointSession> all = new HashSet<>();

    /** The last one that came back first, so that those that are too many get to the end of their time. */
    @GuardedBy("this")
    private final Deque<EndpointSession> free = new ArrayDeque<>();

    @GuardedBy("this")
    private long pauseNanos = SHORTEST_PAUSE_NANOS;

    @GuardedBy("this")
    private long nextTryNanos = System.nanoTime();

    @GuardedBy("this")
    private boolean closed;

    /**
     * Without sessions yet.
     *
     * @param name of the activation, for the log
     * @param most how many sessions there are at most
     */
    EndpointPool(String name, Source source, int most) {
        this.name = name;
        this.source = source;
        this.most = most;
    }

    @Override
    public void awaitServerSession() throws JMSException {
        while (!awaitFreeOrRoom()) {
            EndpointSession opened = open();
            if (opened != null) {
                add(opened);
            }
        }
    }

    /** Whether one is free; false when there is room for one more. */
    private synchronized boolean awaitFreeOrRoom() throws JMSException {
        while (true) {
            checkOpen();
            if (!free.isEmpty()) {
                return true;
            }
            long pauseLeftNanos = nextTryNanos - System.nanoTime();
            if (all.size() < most && pauseLeftNanos <= 0) {
                return false;
            }
            Uninterrupted.awaitNotify(this, all.size() < most ? pauseLeftNanos : Long.MAX_VALUE);
        }
    }

    private @Nullable EndpointSession open() throws JMSException {
        try {
            return source.open(this);
        } catch (UnavailableException refusal) {
            LOG.debug("The server has no endpoint for {} now", name, refusal);
            pause();
            return null;
        } catch (RuntimeException | LinkageError failure) {
            LOG.warn("The server gives no endpoint for {}", name, failure);
            pause();
            return null;
        }
    }

    private void add(EndpointSession opened) throws JMSException {
        synchronized (this) {
            if (!closed) {
                all.add(opened);
                free.addFirst(opened);
                return;
            }
        }
        opened.dispose();
        throw closed();
    }

    /**
     * One that is free; if the last one has just gone, a new one, and nothing is waited for: the connection consumer
     * has a message in hand.
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
            throw new ResourceAllocationException("The server has no endpoint for " + name + " now");
        }
        return next;
    }

    private synchronized @Nullable EndpointSession takeFree() throws JMSException {
        checkOpen();
        return free.pollFirst();
    }

    @Override
    public synchronized boolean hasServerSession() {
        return !free.isEmpty();
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

    /** If the server does not run it the session has left the pool, and what is loaded is given back. */
    @Override
    public void schedule(EndpointSession session) throws JMSException {
        try {
            source.schedule(session);
        } catch (WorkException | RuntimeException | Error refusal) {
            failed(session);
            JMSException told =
                    new ResourceAllocationException("The server has no thread for " + name + ": " + refusal);
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
            LOG.debug("The server has no other thread for {}", name, refusal);
            return false;
        }
    }

    // ---- told by the sessions ----

    @Override
    public boolean free(EndpointSession session) {
        synchronized (this) {
            pauseNanos = SHORTEST_PAUSE_NANOS;
            if (!closed) {
                free.addFirst(session);
                notifyAll();
                return true;
            }
        }
        remove(session);
        return false;
    }

    @Override
    public boolean retire(EndpointSession session) {
        synchronized (this) {
            if (!free.remove(session)) {
                return false;
            }
        }
        remove(session);
        return true;
    }

    /** The next one is made after a pause, which grows. */
    @Override
    public void failed(EndpointSession session) {
        pause();
        remove(session);
    }

    private synchronized void pause() {
        nextTryNanos = System.nanoTime() + pauseNanos;
        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, pauseNanos * 2);
    }

    private void remove(EndpointSession session) {
        session.dispose();
        synchronized (this) {
            all.remove(session);
            notifyAll();
        }
    }

    // ---- the end ----

    /** Hands out none any more; those that deliver go on. */
    void close() {
        List<EndpointSession> idle;
        synchronized (this) {
            closed = true;
            idle = new ArrayList<>(free);
            notifyAll();
        }
        // Those with a thread leave on it, the others here.
        for (EndpointSession each : idle) {
            if (retire(each)) {
                each.leave();
            }
        }
    }

    /** Waits until none delivers any more; false if some still do. */
    synchronized boolean awaitEnd(long timeoutNanos) {
        long deadlineNanos = System.nanoTime() + timeoutNanos;
        long leftNanos = timeoutNanos;
        while (!all.isEmpty() && leftNanos > 0) {
            Uninterrupted.awaitNotify(this, leftNanos);
            leftNanos = deadlineNanos - System.nanoTime();
        }
        return all.isEmpty();
    }

    /** How many sessions there are. */
    synchronized int size() {
        return all.size();
    }

    @Override
    public String toString() {
        return name;
    }
}
