package dev.restante.jms.core;

import dev.restante.broker.TransactionBranch;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A count of those who still need the broker of a connection: the connection until it is closed, and transactions that
 * were begun through it and may end later. The broker stays open as long. Thread-safe.
 */
public final class BrokerUse {

    private final Runnable onEnded;
    private final AtomicInteger users = new AtomicInteger(1);
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Branches that sessions of the connection work for, or have worked for, and that are not over. */
    private final Set<TransactionBranch> openBranches = ConcurrentHashMap.newKeySet();

    /**
     * That of an open connection.
     *
     * @param onEnded runs once, when the last use is over
     */
    public BrokerUse(Runnable onEnded) {
        this.onEnded = onEnded;
    }

    /** Something begins that may go on after the connection is closed. */
    public void retain() {
        users.incrementAndGet();
    }

    /** What it was {@link #retain() retained} for is over. */
    public void release() {
        if (users.decrementAndGet() == 0) {
            end();
        }
    }

    /** A session works for a branch; again this does nothing. */
    public void retain(TransactionBranch branch) {
        if (openBranches.add(branch)) {
            retain();
        }
    }

    /**
     * A branch that it was {@link #retain(TransactionBranch) retained} for is over.
     *
     * @return false if it was released before
     */
    boolean release(TransactionBranch branch) {
        boolean released = openBranches.remove(branch);
        if (released) {
            release();
        }
        return released;
    }

    /** Whether a branch that is not over has received something of the entity with an id. */
    public boolean hasReceivedFrom(long entityId) {
        return openBranches.stream().anyMatch(branch -> branch.hasReceivedFrom(entityId));
    }

    /** Gives up what goes on: the use is over, whoever else may still count as a user. */
    public void end() {
        if (ended.compareAndSet(false, true)) {
            onEnded.run();
        }
    }
}
