package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The place of one connection or session in its {@link LifeCycle}. Thread-safe. */
public final class LifeCycleState {

    private static final Logger LOG = LoggerFactory.getLogger(LifeCycleState.class);

    private final String owner;
    private volatile LifeCycle state = LifeCycle.OPEN;

    public LifeCycleState(String owner) {
        this.owner = owner;
    }

    public LifeCycle current() {
        return state;
    }

    /**
     * Takes a step forward.
     *
     * @return false if somebody else has taken it before
     */
    public synchronized boolean transitionTo(LifeCycle next) {
        LifeCycle previous = state;
        if (previous.compareTo(next) >= 0) {
            return false;
        }
        state = next;
        LOG.debug("{}: {} -> {}", owner, previous, next);
        return true;
    }

    /**
     * Refuses a call on something closed.
     *
     * @param stillInside whether the caller is a listener or callback that runs while it is being closed
     */
    public void checkUsable(BooleanSupplier stillInside) throws IllegalStateException {
        LifeCycle now = state;
        if (now == LifeCycle.OPEN || (now == LifeCycle.CLOSING && stillInside.getAsBoolean())) {
            return;
        }
        throw new IllegalStateException("The " + owner + " is closed", ErrorCodes.CLOSED);
    }
}
