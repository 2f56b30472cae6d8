package dev.restante.runtime;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.SaturatingTime;
import dev.restante.model.Uninterruptibles;
import dev.restante.socket.ConnectionLostException;
import dev.restante.socket.ConnectionRejectedException;
import dev.restante.socket.RejectionReason;
import dev.restante.socket.RemoteCall;
import dev.restante.socket.RemoteCallTable;
import dev.restante.socket.RemoteNode;
import dev.restante.socket.ResumableCall;
import dev.restante.store.StoreLockedException;
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
 * Executor of a tool's administration calls, in the process that has the store open or on a node that the tool opens.
 * When the store changes to another process, calls continue there. Thread-safe.
 */
final class ToolAdministration implements RemoteCallTable.RemoteCallInvoker, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ToolAdministration.class);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Time for which the tool does not open the store after it handed it over to an application. */
    private static final long REOPEN_DELAY_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Largest number of target changes during one call. */
    private static final int MAX_TARGET_CHANGES = 10;

    private final LocalNodeSource nodeSource;
    private final RemoteNode.SocketLogin login;
    private final Duration storeTimeout;
    private final ReentrantLock targetLock = new ReentrantLock();

    @GuardedBy("targetLock")
    private @Nullable CallTarget target;

    /** Store path, once known. */
    @GuardedBy("targetLock")
    private @Nullable Path databasePath;

    /** The earliest instant to open the store here, by {@code System.nanoTime}; 0 for immediately. */
    @GuardedBy("targetLock")
    private long reopenAtNanos;

    private volatile boolean closed;

    /** Source of the node that the tool opens in its own process. */
    interface LocalNodeSource {
        SharedNode use() throws JMSException;

        void release(SharedNode node);
    }

    private sealed interface CallTarget {}

    private record LocalTarget(SharedNode node) implements CallTarget {}

    private record RemoteTarget(RemoteNode node) implements CallTarget {}

    private ToolAdministration(LocalNodeSource nodeSource, RemoteNode.SocketLogin login, Duration storeTimeout) {
        this.nodeSource = nodeSource;
        this.login = login;
        this.storeTimeout = storeTimeout;
    }

    /** Opens the store, or connects to the process that has it open. */
    static ToolAdministration open(LocalNodeSource nodeSource, RemoteNode.SocketLogin login, Duration storeTimeout)
            throws JMSException {
        ToolAdministration opened = new ToolAdministration(nodeSource, login, storeTimeout);
        CallTarget unused = opened.currentTarget(System.nanoTime());
        return opened;
    }

    @Override
    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
        ResumableCall resumable = ResumableCall.of(call, arguments, this);
        long startNanos = System.nanoTime();
        for (int attempts = 0; ; attempts++) {
            CallTarget now = targetOrThrow(startNanos);
            try {
                Object result = resumable.combine(call(now, call, resumable.arguments()));
                if (resumable.isDone()) {
                    return result;
                }
                // The completed part may have taken long, so the timeout begins again.
                startNanos = System.nanoTime();
            } catch (ConnectionLostException lost) {
                abandon(now);
                requireRetryable(call, lost, leftNanos(startNanos));
            } catch (ConnectionRejectedException rejected) {
                LOG.debug("The process that has the store open rejects the connection", rejected);
            } catch (BrokerException rejected) {
                boolean handedOver =
                        rejected.reason() == BrokerErrorReason.CLOSED && !closed && attempts < MAX_TARGET_CHANGES;
                if (!handedOver || !resumable.continuesAfterFailure()) {
                    throw rejected;
                }
                LOG.debug("The store is being handed over", rejected);
                startNanos = System.nanoTime();
            }
            abandon(now);
        }
    }

    private static void requireRetryable(RemoteCall call, ConnectionLostException lost, long leftNanos) {
        if (lost.isOutcomeUnknown() && !call.isReadOnly()) {
            throw new BrokerException(
                    BrokerErrorReason.OUTCOME_UNKNOWN,
                    "The process that has the store open did not answer (" + lost.getMessage()
                            + "). The outcome of the call is unknown.",
                    lost);
        }
        if (leftNanos <= 0) {
            throw new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "The process that has the store open does not answer: " + lost.getMessage(),
                    lost);
        }
    }

    private static @Nullable Object call(CallTarget target, RemoteCall call, @Nullable Object[] arguments)
            throws ConnectionLostException, ConnectionRejectedException {
        return target instanceof RemoteTarget remote
                ? remote.node().call(call, arguments)
                : ((LocalTarget) target).node().make(call, arguments);
    }

    private CallTarget targetOrThrow(long begunNanos) {
        try {
            return currentTarget(begunNanos);
        } catch (JMSException e) {
            throw new BrokerException(BrokerErrorReason.STORE_UNAVAILABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private CallTarget currentTarget(long begunNanos) throws JMSException {
        lock(begunNanos);
        try {
            if (closed) {
                throw new BrokerException(BrokerErrorReason.CLOSED, "The administration is closed. Open a new one.");
            }
            CallTarget now = target;
            if (now == null) {
                now = selectTarget(begunNanos);
                target = now;
            }
            return now;
        } finally {
            targetLock.unlock();
        }
    }

    private void lock(long begunNanos) {
        if (!Uninterruptibles.lock(targetLock, Math.max(0, leftNanos(begunNanos)))) {
            throw new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "The process that has the store open cannot be reached" + " within the store timeout");
        }
    }

    private long leftNanos(long begunNanos) {
        return SaturatingTime.toNanos(storeTimeout) - (System.nanoTime() - begunNanos);
    }

    @GuardedBy("targetLock")
    private CallTarget selectTarget(long begunNanos) throws JMSException {
        JMSException held = null;
        while (true) {
            if (databasePath == null || reopenAtNanos == 0 || System.nanoTime() - reopenAtNanos >= 0) {
                try {
                    SharedNode own = nodeSource.use();
                    databasePath = own.store().capabilities().databasePath();
                    return new LocalTarget(own);
                } catch (JMSException failure) {
                    held = requireHeldByOtherProcess(failure);
                }
            }
            try {
                return new RemoteTarget(
                        RemoteNode.connect(requireNonNull(databasePath, "databasePath"), login, storeTimeout));
            } catch (ConnectionRejectedException rejected) {
                if (leftNanos(begunNanos) <= 0
                        || isFinal(rejected.reason())
                        || Thread.currentThread().isInterrupted()) {
                    throw failed(held, rejected);
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns the failure if another process has the store open, and throws any other failure. */
    @GuardedBy("targetLock")
    private JMSException requireHeldByOtherProcess(JMSException failure) throws JMSException {
        if (failure.getCause() instanceof StoreLockedException locked && locked.lockedByOtherProcess()) {
            databasePath = locked.database();
            return failure;
        }
        throw failure;
    }

    private static boolean isFinal(RejectionReason reason) {
        return switch (reason) {
            case NOT_LISTENING, NOT_RESPONDING, UNKNOWN -> false;
            case CREDENTIALS, OTHER_VERSION, OTHER_USER, IN_USE -> true;
        };
    }

    private static JMSException failed(@Nullable JMSException held, ConnectionRejectedException rejected) {
        String text = String.valueOf(rejected.getMessage());
        if (rejected.reason() == RejectionReason.CREDENTIALS) {
            return ExceptionTranslation.withCause(new JMSSecurityException(text, ErrorCodes.SECURITY), rejected);
        }
        String holder =
                held == null ? "The store was handed over to another" + " process" : String.valueOf(held.getMessage());
        return ExceptionTranslation.withCause(
                new ResourceAllocationException(
                        holder + ". That process cannot be reached: " + text, ErrorCodes.STORE_UNAVAILABLE),
                held == null ? rejected : held);
    }

    /** Stops using a target for new calls. Calls in progress continue. */
    private void abandon(CallTarget left) {
        targetLock.lock();
        try {
            if (target != left) {
                return;
            }
            target = null;
            if (left instanceof LocalTarget) {
                reopenAtNanos = System.nanoTime() + REOPEN_DELAY_NANOS;
            }
        } finally {
            targetLock.unlock();
        }
        closeTarget(left);
    }

    private void closeTarget(CallTarget left) {
        if (left instanceof RemoteTarget remote) {
            remote.node().close();
        } else if (left instanceof LocalTarget local) {
            nodeSource.release(local.node());
        }
    }

    @Override
    public void close() {
        closed = true;
        CallTarget last;
        targetLock.lock();
        try {
            last = target;
            target = null;
        } finally {
            targetLock.unlock();
        }
        if (last != null) {
            closeTarget(last);
        }
    }
}
