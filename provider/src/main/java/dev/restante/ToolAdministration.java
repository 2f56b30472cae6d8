package dev.restante;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.Spans;
import dev.restante.model.Uninterrupted;
import dev.restante.socket.Call;
import dev.restante.socket.Calls;
import dev.restante.socket.ConnectionLostException;
import dev.restante.socket.Refusal;
import dev.restante.socket.RefusedException;
import dev.restante.socket.RemoteNode;
import dev.restante.socket.ResumedWork;
import dev.restante.store.StoreHeldException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The administration of a store by a tool: at the process that has the store, if there is one, else at a node of its
 * own. Where that changes, calls go on at the other place. Thread-safe.
 */
final class ToolAdministration implements Calls.Maker, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ToolAdministration.class);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** So long the store is left to the application for which it was given up. */
    private static final long LEFT_TO_OTHERS_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Of one call from one process to the next. */
    private static final int MOST_MOVES = 10;

    private final Opening opening;
    private final RemoteNode.Login login;
    private final Duration storeTimeout;
    private final ReentrantLock choosing = new ReentrantLock();

    @GuardedBy("choosing")
    private @Nullable Place place;

    /** Where the store was, once it is known. */
    @GuardedBy("choosing")
    private @Nullable Path files;

    /** Until when it is not opened here; 0 for at once. */
    @GuardedBy("choosing")
    private long leftUntilNanos;

    private volatile boolean closed;

    /** The ways to a node in this process. */
    interface Opening {
        SharedNode use() throws JMSException;

        void release(SharedNode node);
    }

    /** Where calls are made. */
    private sealed interface Place {}

    private record Own(SharedNode node) implements Place {}

    private record Other(RemoteNode node) implements Place {}

    private ToolAdministration(Opening opening, RemoteNode.Login login, Duration storeTimeout) {
        this.opening = opening;
        this.login = login;
        this.storeTimeout = storeTimeout;
    }

    /** Opens the store, or reaches who has it. */
    static ToolAdministration open(Opening opening, RemoteNode.Login login, Duration storeTimeout) throws JMSException {
        ToolAdministration opened = new ToolAdministration(opening, login, storeTimeout);
        Place unused = opened.place(System.nanoTime());
        return opened;
    }

    @Override
    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
        ResumedWork work = ResumedWork.of(call, arguments, this);
        long begun = System.nanoTime();
        for (int moves = 0; ; moves++) {
            Place now = placeOrRefusal(begun);
            try {
                Object result = work.done(made(now, call, work.arguments()));
                if (work.isDone()) {
                    return result;
                }
                // The work may have taken long, and what is waited for begins now.
                begun = System.nanoTime();
            } catch (ConnectionLostException lost) {
                leave(now);
                requireRepeatable(call, lost, leftNanos(begun));
            } catch (RefusedException refused) {
                LOG.debug("The process that has the store lets nobody in", refused);
            } catch (BrokerException refused) {
                boolean givenUp = refused.reason() == Reason.CLOSED && !closed && moves < MOST_MOVES;
                if (!givenUp || !work.goesOnAfterFailure()) {
                    throw refused;
                }
                LOG.debug("The store is being given up", refused);
                begun = System.nanoTime();
            }
            leave(now);
        }
    }

    private static void requireRepeatable(Call call, ConnectionLostException lost, long leftNanos) {
        if (lost.called() && !call.looks()) {
            throw new BrokerException(
                    Reason.OUTCOME_UNKNOWN,
                    "The process that has the store did not answer (" + lost.getMessage()
                            + "), so what became of the call is not known",
                    lost);
        }
        if (leftNanos <= 0) {
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE,
                    "The process that has the store does not answer: " + lost.getMessage(),
                    lost);
        }
    }

    private static @Nullable Object made(Place place, Call call, @Nullable Object[] arguments)
            throws ConnectionLostException, RefusedException {
        return place instanceof Other other
                ? other.node().make(call, arguments)
                : ((Own) place).node().make(call, arguments);
    }

    private Place placeOrRefusal(long begunNanos) {
        try {
            return place(begunNanos);
        } catch (JMSException e) {
            throw new BrokerException(Reason.STORE_UNAVAILABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private Place place(long begunNanos) throws JMSException {
        lock(begunNanos);
        try {
            if (closed) {
                throw new BrokerException(Reason.CLOSED, "The administration is closed");
            }
            Place now = place;
            if (now == null) {
                now = chosen(begunNanos);
                place = now;
            }
            return now;
        } finally {
            choosing.unlock();
        }
    }

    private void lock(long begunNanos) {
        if (!Uninterrupted.lock(choosing, Math.max(0, leftNanos(begunNanos)))) {
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE, "The process that has the store can't be reached in time");
        }
    }

    private long leftNanos(long begunNanos) {
        return Spans.nanos(storeTimeout) - (System.nanoTime() - begunNanos);
    }

    @GuardedBy("choosing")
    private Place chosen(long begunNanos) throws JMSException {
        JMSException held = null;
        while (true) {
            if (files == null || leftUntilNanos == 0 || System.nanoTime() - leftUntilNanos >= 0) {
                try {
                    SharedNode own = opening.use();
                    files = own.store().traits().files();
                    return new Own(own);
                } catch (JMSException failure) {
                    held = ofOther(failure);
                }
            }
            try {
                return new Other(RemoteNode.reach(requireNonNull(files, "files"), login, storeTimeout));
            } catch (RefusedException refused) {
                if (leftNanos(begunNanos) <= 0
                        || isFinal(refused.refusal())
                        || Thread.currentThread().isInterrupted()) {
                    throw failed(held, refused);
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** That another process has the store; throws what it is else. */
    @GuardedBy("choosing")
    private JMSException ofOther(JMSException failure) throws JMSException {
        if (failure.getCause() instanceof StoreHeldException held && held.byOtherProcess()) {
            files = held.database();
            return failure;
        }
        throw failure;
    }

    private static boolean isFinal(Refusal refusal) {
        return switch (refusal) {
            case NOBODY, SILENT, OTHER -> false;
            case CREDENTIALS, OTHER_VERSION, OTHER_USER, IN_USE -> true;
        };
    }

    private static JMSException failed(@Nullable JMSException held, RefusedException refused) {
        String text = String.valueOf(refused.getMessage());
        if (refused.refusal() == Refusal.CREDENTIALS) {
            return ExceptionTranslation.linked(new JMSSecurityException(text, ErrorCodes.SECURITY), refused);
        }
        String holder = held == null ? "the store was given up to another process" : String.valueOf(held.getMessage());
        return ExceptionTranslation.linked(
                new ResourceAllocationException(
                        holder + "; that process can't be reached: " + text, ErrorCodes.STORE_UNAVAILABLE),
                held == null ? refused : held);
    }

    /** Nothing more is done at a place; what is under way there goes on. */
    private void leave(Place left) {
        choosing.lock();
        try {
            if (place != left) {
                return;
            }
            place = null;
            if (left instanceof Own) {
                leftUntilNanos = System.nanoTime() + LEFT_TO_OTHERS_NANOS;
            }
        } finally {
            choosing.unlock();
        }
        end(left);
    }

    private void end(Place left) {
        if (left instanceof Other other) {
            other.node().close();
        } else if (left instanceof Own own) {
            opening.release(own.node());
        }
    }

    @Override
    public void close() {
        closed = true;
        Place last;
        choosing.lock();
        try {
            last = place;
            place = null;
        } finally {
            choosing.unlock();
        }
        if (last != null) {
            end(last);
        }
    }
}
