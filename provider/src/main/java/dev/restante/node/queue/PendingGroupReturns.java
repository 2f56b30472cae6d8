package dev.restante.node.queue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Message groups that were being returned to the store when a receive call asked for messages; the call waits for
 * them and asks again. Acquisitions during a return skip these groups, although their messages may already be in
 * the store.
 *
 * <p>For one thread.
 */
public final class PendingGroupReturns {

    private final DispatchState state;
    private final long before;

    /** Awaited group returns; null before the first call. */
    private @Nullable Set<Object> awaited;

    PendingGroupReturns(DispatchState state) {
        this.state = state;
        state.lock.lock();
        try {
            this.before = state.groupReturnCount;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Returns true while a group that was being returned at the first call is still outstanding. Counts only group
     * returns that need no further action of a caller.
     */
    boolean anyPending() {
        state.lock.lock();
        try {
            Set<Object> coming = state.noSelectorBuffer.groupLocks().returnsWithoutCallers();
            if (awaited == null) {
                awaited = coming;
            }
            return !Collections.disjoint(awaited, coming);
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns whether any group was readmitted since the creation of this object. */
    boolean anyReturned() {
        state.lock.lock();
        try {
            return state.groupReturnCount != before;
        } finally {
            state.lock.unlock();
        }
    }

    /** Waits for the pending group returns, and returns {@link #anyReturned}. */
    @CanIgnoreReturnValue
    public boolean await(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            while (anyPending() && remainingNanos > 0) {
                remainingNanos = state.changed.awaitNanos(remainingNanos);
            }
            return anyReturned();
        } finally {
            state.lock.unlock();
        }
    }
}
