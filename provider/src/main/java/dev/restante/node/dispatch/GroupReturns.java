package dev.restante.node.dispatch;

import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups that come back to the store while somebody asks whether there is anything for him now. What is read for
 * him meanwhile passes over them although they are there, so he asks once more when they have come back.
 *
 * <p>For one thread.
 */
public final class GroupReturns {

    private final DispatchState state;
    private final long before;

    /** Those that are waited for, once it is known. */
    private @Nullable Set<String> awaited;

    /** From a moment on when so many had come back ever. */
    GroupReturns(DispatchState state, long before) {
        this.state = state;
        this.before = before;
    }

    /**
     * Whether those are still to come back that were in the store, and about to, at the first call. They only wait for
     * what was being read.
     */
    boolean pending() {
        state.lock.lock();
        try {
            Set<String> coming = state.buffer.groups().aboutToComeBack();
            if (awaited == null) {
                awaited = coming;
            }
            return !Collections.disjoint(awaited, coming);
        } finally {
            state.lock.unlock();
        }
    }

    /** Whether any have come back. */
    boolean any() {
        state.lock.lock();
        try {
            return state.groupReturns != before;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Waits for those that are about to come back.
     *
     * @return whether any have come back since this was made
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean await(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            while (pending() && remainingNanos > 0) {
                remainingNanos = state.news.awaitNanos(remainingNanos);
            }
            return any();
        } finally {
            state.lock.unlock();
        }
    }
}
