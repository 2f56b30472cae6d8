package dev.restante.node.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.SaturatingTime;
import dev.restante.model.policy.PolicyConflictException;
import dev.restante.node.lease.LeaseKeeper;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lifecycle of a node: states whether the node is open and its lease is valid, and notifies its error listeners. Each
 * call of the broker checks it first. Thread-safe.
 */
public final class NodeLifecycle {

    public interface GuardedCall<T> {
        T run();
    }

    private static final Logger LOG = LoggerFactory.getLogger(NodeLifecycle.class);

    private final Duration lease;
    private final Duration storeTimeout;
    private final boolean exclusive;
    private final List<Consumer<BrokerException>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Lease keeper; null until the heartbeat has been created. */
    private volatile @Nullable LeaseKeeper keeper;

    /**
     * Creates the lifecycle of an open node without a lease.
     *
     * @param exclusive true if no other node can have the store open, so that a node that was declared dead cannot
     *     rejoin
     */
    public NodeLifecycle(BrokerSettings settings, boolean exclusive) {
        this.lease = settings.lease();
        this.storeTimeout = settings.storeTimeout();
        this.exclusive = exclusive;
    }

    /** Sets the lease keeper, which decides from then on whether the node may deliver messages. */
    public void setLeaseKeeper(LeaseKeeper leaseKeeper) {
        keeper = leaseKeeper;
    }

    /** Closes the node; returns false if it was already closed. */
    public boolean close() {
        return closed.compareAndSet(false, true);
    }

    /**
     * Checks that the node is open.
     *
     * @throws BrokerException with CLOSED
     */
    public void checkOpen() {
        if (closed.get()) {
            throw new BrokerException(BrokerErrorReason.CLOSED, "The node is closed");
        }
    }

    /**
     * Checks that the node is open and was not declared dead. Waits during a rejoin, so the heartbeat thread, which
     * rejoins, must not call it.
     *
     * @throws BrokerException with CLOSED; with NODE_FENCED if the node was declared dead and cannot rejoin
     */
    public void checkAlive() {
        checkOpen();
        LeaseKeeper leaseKeeper = keeper;
        if (leaseKeeper != null
                && leaseKeeper.state() != LeaseKeeper.LeaseState.ALIVE
                && leaseKeeper.awaitRejoinAttempt(CallTimeBudget.remaining(SaturatingTime.toNanos(storeTimeout)))
                        != LeaseKeeper.LeaseState.ALIVE) {
            throw fencedException(null);
        }
    }

    /** Returns the exception for calls to a node that was declared dead. */
    public BrokerException fencedException(@Nullable Throwable cause) {
        return new BrokerException(
                BrokerErrorReason.NODE_FENCED,
                "Other nodes declared this node dead because it did not renew its lease for " + lease
                        + ", and released its messages. The node rejoins the store as soon as it can.",
                cause);
    }

    /** Returns whether the node was declared dead and will never rejoin. */
    public boolean isPermanentlyFenced() {
        LeaseKeeper leaseKeeper = keeper;
        return exclusive && leaseKeeper != null && leaseKeeper.state() == LeaseKeeper.LeaseState.FENCED;
    }

    /** Returns whether the node may deliver messages, and renew locks for the application. */
    public boolean canDeliver() {
        LeaseKeeper leaseKeeper = keeper;
        return leaseKeeper != null && leaseKeeper.leaseValid() && !closed.get();
    }

    /**
     * Blocks until the node may deliver messages, for a call that must report whether there are any (RCV-19).
     *
     * @throws BrokerException as {@link #checkAlive}; with STORE_UNAVAILABLE if the lease does not become valid in time
     */
    public void awaitValidLease() {
        checkAlive();
        LeaseKeeper leaseKeeper = keeper;
        if (leaseKeeper != null
                && !leaseKeeper.awaitLeaseValid(CallTimeBudget.remaining(SaturatingTime.toNanos(storeTimeout)))) {
            checkAlive();
            throw new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "This node cannot deliver messages because it cannot renew its lease in the store");
        }
    }

    /**
     * Runs a call to the store and translates its exceptions.
     *
     * @throws BrokerException with CLOSED, or as {@link BrokerExceptions} translates an exception of the store
     */
    public <T> T callStore(GuardedCall<T> call) {
        checkOpen();
        try {
            return call.run();
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        } catch (PolicyConflictException e) {
            throw new BrokerException(BrokerErrorReason.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
        }
    }

    public void addErrorListener(Consumer<BrokerException> listener) {
        listeners.add(listener);
    }

    public void removeErrorListener(Consumer<BrokerException> listener) {
        listeners.remove(listener);
    }

    public void notifyError(BrokerException problem) {
        for (Consumer<BrokerException> listener : listeners) {
            try {
                listener.accept(problem);
            } catch (RuntimeException e) {
                LOG.warn("An error listener failed on the error {}", problem.reason(), e);
            }
        }
    }
}
