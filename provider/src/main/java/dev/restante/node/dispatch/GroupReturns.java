package dev.restante.node.dispatch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups that come back to the store while somebody asks whether there is anything for him now. What is read for him
 * meanwhile passes over them although they are there, so he asks once more when they have come back.
 *
 * <p>Thread-safe, but for {@link #pending} and {@link #any}, which the dispatcher's lock guards.
 */
public final class GroupReturns {

    private final DispatchState state;
    private final long before;

    /** Those that are waited for, once it is known. */
    private @Nullable Set<String> awaited;

    /** From now on; the caller has the dispatcher's lock. */
    GroupReturns(DispatchState state) {
        this.state = state;
        this.before = state.groupReturns;
    }

    /**
     * Whether those are still to come back that were in the store, and about to, at the first call. They only wait for
     * what was being read.
     */
    @GuardedBy("state.lock")
    boolean pending() {
        Set<String> coming = state.buffer.groups().aboutToComeBack();
        if (awaited == null) {
            awaited = coming;
        }
        return !Collections.disjoint(awaited, coming);
    }

    /** Whether any have come back. */
    @GuardedBy("state.lock")
    boolean any() {
        return state.groupReturns != before;
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
