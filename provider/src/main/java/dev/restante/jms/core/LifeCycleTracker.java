package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Current life cycle phase of one connection or session. Thread-safe. */
public final class LifeCycleTracker {

    private static final Logger LOG = LoggerFactory.getLogger(LifeCycleTracker.class);

    private final String owner;
    private volatile LifeCyclePhase phase = LifeCyclePhase.OPEN;

    public LifeCycleTracker(String owner) {
        this.owner = owner;
    }

    public LifeCyclePhase current() {
        return phase;
    }

    /**
     * Advances to a later phase.
     *
     * @return false if this phase or a later one is already reached
     */
    public synchronized boolean transitionTo(LifeCyclePhase next) {
        LifeCyclePhase previous = phase;
        if (previous.compareTo(next) >= 0) {
            return false;
        }
        phase = next;
        LOG.debug("{}: {} -> {}", owner, previous, next);
        return true;
    }

    /**
     * Rejects a call on a closed connection or session.
     *
     * @param inCallback whether the caller is a listener or callback that runs during the close
     */
    public void checkUsable(BooleanSupplier inCallback) throws IllegalStateException {
        LifeCyclePhase now = phase;
        if (now == LifeCyclePhase.OPEN || (now == LifeCyclePhase.CLOSING && inCallback.getAsBoolean())) {
            return;
        }
        throw new IllegalStateException("The " + owner + " is closed. Create a new one.", ErrorCodes.CLOSED);
    }
}
