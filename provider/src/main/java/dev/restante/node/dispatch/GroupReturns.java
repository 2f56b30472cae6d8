package dev.restante.node.dispatch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups that are on their way back to the store when somebody asks for what is there, or releases something. What
 * is read meanwhile passes over them although they are there, so he has to ask once more when they have come back.
 *
 * <p>For one thread.
 */
public final class GroupReturns {

    private final DispatchState state;
    private final long before;

    /** Those that are waited for, once it is known. */
    private @Nullable Set<Object> awaited;

    /** From now on. */
    GroupReturns(DispatchState state) {
        this.state = state;
        state.lock.lock();
        try {
            this.before = state.groupReturns;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Whether those are still to come back that were about to at the first call: they wait only for what was being
     * read, and for that of it to go back which is theirs.
     */
    boolean pending() {
        state.lock.lock();
        try {
            Set<Object> coming = state.buffer.groups().aboutToComeBack();
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
    @CanIgnoreReturnValue
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
