package dev.restante.store.jdbc.connect;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A piece of work on one of the {@link OutsideThreads}, whose caller may stop waiting. Thread-safe. */
public final class OutsideCall<T> implements Callable<T> {
    private static final ThreadLocal<OutsideCall<?>> CURRENT = new ThreadLocal<>();

    private final Callable<T> work;

    /** How many are going on whose callers have stopped waiting. */
    private final AtomicInteger abandoned;

    private final Consumer<T> unwanted;

    @GuardedBy("this")
    private boolean committing;

    @GuardedBy("this")
    private boolean left;

    @GuardedBy("this")
    private boolean over;

    /** Whether the work has said that it may take as long as it needs. */
    @GuardedBy("this")
    private boolean unlimited;

    /**
     * A piece of work.
     *
     * @param unwanted gets a result that nobody waits for any more
     */
    OutsideCall(Callable<T> work, AtomicInteger abandoned, Consumer<T> unwanted) {
        this.work = work;
        this.abandoned = abandoned;
        this.unwanted = unwanted;
    }

    /** Whether the current thread does such a piece of work. */
    static boolean isOne() {
        return CURRENT.get() != null;
    }

    /**
     * The work on this thread is about to commit.
     *
     * @throws StoreException if its caller has stopped waiting, and was told that the work is not done
     */
    public static void aboutToCommit() {
        OutsideCall<?> call = CURRENT.get();
        if (call != null) {
            call.beginCommit();
        }
    }

    /**
     * The work on this thread may take as long as it needs from now on, such as a migration: its caller waits for the
     * end.
     *
     * @throws StoreException if its caller has stopped waiting, and was told that the work is not done
     */
    public static void takesItsTime() {
        OutsideCall<?> call = CURRENT.get();
        if (call != null) {
            call.lift();
        }
    }

    private synchronized void lift() {
        requireAwaited();
        unlimited = true;
    }

    synchronized boolean isUnlimited() {
        return unlimited;
    }

    /** Whether nobody waits any more for the work on this thread. */
    public static boolean isAlone() {
        OutsideCall<?> call = CURRENT.get();
        return call != null && call.isLeft();
    }

    @Override
    public T call() throws Exception {
        CURRENT.set(this);
        @Nullable T result = null;
        try {
            result = work.call();
            return result;
        } finally {
            CURRENT.remove();
            if (end() && result != null) {
                unwanted.accept(result);
            }
        }
    }

    /** Returns whether nobody waits any more. */
    private synchronized boolean end() {
        over = true;
        if (left) {
            abandoned.decrementAndGet();
        }
        return left;
    }

    private synchronized boolean isLeft() {
        return left;
    }

    private synchronized void beginCommit() {
        requireAwaited();
        committing = true;
    }

    @GuardedBy("this")
    private void requireAwaited() {
        if (left) {
            throw new StoreException(Kind.UNAVAILABLE, "nobody waits any more", null);
        }
    }

    /** The caller stops waiting, unless the work is just over or may take as long as it needs. */
    synchronized void leave(TimeoutException cause, long patienceNanos) {
        if (over || unlimited) {
            return;
        }
        left = true;
        abandoned.incrementAndGet();
        String late = "the database has not answered within "
                + TimeUnit.NANOSECONDS.toMillis(Math.max(patienceNanos, 0)) + " ms";
        throw committing
                ? new StoreException(Kind.OUTCOME_UNKNOWN, late + ", and may still commit", cause)
                : new StoreException(Kind.UNAVAILABLE, late + "; nothing is done", cause);
    }
}
