package dev.restante.node.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.BrokerSettings;
import dev.restante.model.CallBound;
import dev.restante.model.Spans;
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
 * The life of the node: it is open, and its lease is proven. Everything that a caller of the broker asks for begins
 * with a look here, and the problems of the node are told to its listeners here. Thread-safe.
 */
public final class NodeLife {

    /** A call of the store. */
    public interface Call<T> {
        T run();
    }

    private static final Logger LOG = LoggerFactory.getLogger(NodeLife.class);

    private final Duration lease;
    private final Duration storeTimeout;
    private final boolean exclusive;
    private final List<Consumer<BrokerException>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Null until the heartbeat is made. */
    private volatile @Nullable LeaseKeeper keeper;

    /**
     * Open, without a lease.
     *
     * @param exclusive whether no other node can have the store open, so that a node that was declared dead stays so
     */
    public NodeLife(BrokerSettings settings, boolean exclusive) {
        this.lease = settings.lease();
        this.storeTimeout = settings.storeTimeout();
        this.exclusive = exclusive;
    }

    /** From now on the node lives as long as its lease. */
    public void keptBy(LeaseKeeper leaseKeeper) {
        keeper = leaseKeeper;
    }

    /** Ends it; false if it has been ended before. */
    public boolean close() {
        return closed.compareAndSet(false, true);
    }

    /**
     * Looks whether the node is open.
     *
     * @throws BrokerException with CLOSED
     */
    public void checkOpen() {
        if (closed.get()) {
            throw new BrokerException(Reason.CLOSED, "The node is closed");
        }
    }

    /**
     * Looks whether the node is open and alive. Waits while it joins anew, which takes a moment; the heartbeat's
     * thread, which does that, must not call this.
     *
     * @throws BrokerException with CLOSED; with NODE_FENCED if it was declared dead and can't join anew now
     */
    public void checkAlive() {
        checkOpen();
        LeaseKeeper asked = keeper;
        if (asked != null
                && asked.life() != LeaseKeeper.Life.ALIVE
                && asked.awaitDecided(CallBound.left(Spans.nanos(storeTimeout))) != LeaseKeeper.Life.ALIVE) {
            throw fenced(null);
        }
    }

    /** What those hear who use a node that was declared dead. */
    public BrokerException fenced(@Nullable Throwable cause) {
        return new BrokerException(
                Reason.NODE_FENCED,
                "Other nodes declared this node dead because it was silent for longer than its lease of " + lease
                        + "; what it held has been released. It joins anew as soon as the store lets it.",
                cause);
    }

    /** Whether the node was declared dead and can't join anew. */
    public boolean isDead() {
        LeaseKeeper asked = keeper;
        return exclusive && asked != null && asked.life() == LeaseKeeper.Life.FENCED;
    }

    /** Whether messages may be handed out and locks renewed. */
    public boolean mayHandOver() {
        LeaseKeeper asked = keeper;
        return asked != null && asked.proven() && !closed.get();
    }

    /**
     * Waits until messages may be handed out, for a call that has to say whether there are any (RCV-19).
     *
     * @throws BrokerException as {@link #checkAlive}; with STORE_UNAVAILABLE if the lease can't be proven in time
     */
    public void requireProven() {
        checkAlive();
        LeaseKeeper asked = keeper;
        if (asked != null && !asked.awaitProven(CallBound.left(Spans.nanos(storeTimeout)))) {
            checkAlive();
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE,
                    "The store does not renew the lease of this node, so that nothing can be handed out here");
        }
    }

    /**
     * Calls the store for a caller of the broker.
     *
     * @throws BrokerException with CLOSED, or as {@link Refusals} says of what the store throws
     */
    public <T> T guarded(Call<T> call) {
        checkOpen();
        try {
            return call.run();
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
    }

    public void addListener(Consumer<BrokerException> listener) {
        listeners.add(listener);
    }

    public void removeListener(Consumer<BrokerException> listener) {
        listeners.remove(listener);
    }

    /** Tells the listeners of a problem. */
    public void tell(BrokerException problem) {
        for (Consumer<BrokerException> listener : listeners) {
            try {
                listener.accept(problem);
            } catch (RuntimeException e) {
                LOG.warn("A problem listener failed", e);
            }
        }
    }
}
