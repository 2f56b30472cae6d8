package dev.restante.jms.core;

import dev.restante.broker.TransactionBranch;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Reference count that keeps the broker open for a connection and its unfinished transactions. Thread-safe. */
public final class BrokerReferenceCount {

    private final Runnable onUnused;
    private final AtomicInteger users = new AtomicInteger(1);
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Unfinished branches with which sessions of the connection are or were associated. */
    private final Set<TransactionBranch> openBranches = ConcurrentHashMap.newKeySet();

    /**
     * Creates a count with one reference, which belongs to the open connection.
     *
     * @param onUnused an action that runs once, when the last reference is released
     */
    public BrokerReferenceCount(Runnable onUnused) {
        this.onUnused = onUnused;
    }

    /** Adds a reference for a transaction that may outlive the connection. */
    public void retain() {
        users.incrementAndGet();
    }

    public void release() {
        if (users.decrementAndGet() == 0) {
            releaseAll();
        }
    }

    /** Adds a reference for a branch, unless the branch has one. */
    public void retain(TransactionBranch branch) {
        if (openBranches.add(branch)) {
            retain();
        }
    }

    /**
     * Releases the reference of an ended branch.
     *
     * @return false if the branch has no reference
     */
    boolean release(TransactionBranch branch) {
        boolean released = openBranches.remove(branch);
        if (released) {
            release();
        }
        return released;
    }

    /** Returns whether an unfinished branch has received messages of an entity. */
    public boolean hasReceivedFrom(long entityId) {
        return openBranches.stream().anyMatch(branch -> branch.hasReceivedFrom(entityId));
    }

    /** Ends the use of the broker, even if references remain. */
    public void releaseAll() {
        if (ended.compareAndSet(false, true)) {
            onUnused.run();
        }
    }
}
