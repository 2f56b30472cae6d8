package dev.restante.jms;

import jakarta.jms.IllegalStateException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where one connection or session is in its {@link LifeCycle}. Thread-safe. */
final class LifeCycleState {

    private static final Logger LOG = LoggerFactory.getLogger(LifeCycleState.class);

    private final String owner;
    private final AtomicReference<LifeCycle> state = new AtomicReference<>(LifeCycle.OPEN);

    LifeCycleState(String owner) {
        this.owner = owner;
    }

    LifeCycle current() {
        return state.get();
    }

    /**
     * Takes a step forward.
     *
     * @return false if somebody else has taken it before
     */
    boolean transitionTo(LifeCycle next) {
        LifeCycle previous = state.get();
        while (previous.compareTo(next) < 0) {
            if (state.compareAndSet(previous, next)) {
                LOG.debug("{}: {} -> {}", owner, previous, next);
                return true;
            }
            previous = state.get();
        }
        return false;
    }

    /**
     * Refuses a call on something closed.
     *
     * @param stillInside whether the caller is a listener or callback that runs while it is being closed
     */
    void checkUsable(BooleanSupplier stillInside) throws IllegalStateException {
        LifeCycle now = state.get();
        if (now == LifeCycle.OPEN || (now == LifeCycle.CLOSING && stillInside.getAsBoolean())) {
            return;
        }
        throw new IllegalStateException("The " + owner + " is closed", ErrorCodes.CLOSED);
    }
}
