package dev.restante.model;

import org.jspecify.annotations.Nullable;

/**
 * Time budget of one application call for all its waits on the store (RCV-19). The budget belongs to the thread that
 * started it, until that thread closes it. A call with an exhausted budget does not wait, and its deliveries are
 * returned later, when the store answers.
 */
public final class CallTimeBudget implements AutoCloseable {

    private static final ThreadLocal<@Nullable CallTimeBudget> CURRENT = new ThreadLocal<>();

    private final @Nullable CallTimeBudget outer;
    private long endNanos;

    private CallTimeBudget(@Nullable CallTimeBudget outer, long nanos) {
        this.outer = outer;
        this.endNanos = System.nanoTime() + nanos;
    }

    /** Starts the budget of a call, which ends with an outer budget of this thread at the latest. */
    public static CallTimeBudget start(long nanos) {
        CallTimeBudget outer = CURRENT.get();
        CallTimeBudget begun = new CallTimeBudget(outer, remaining(nanos));
        CURRENT.set(begun);
        return begun;
    }

    /**
     * Suspends the budget of the current thread for work on behalf of other calls, until the returned object is closed.
     *
     * @return null if the thread has no budget
     */
    public static @Nullable CallTimeBudget suspend() {
        CallTimeBudget outer = CURRENT.get();
        if (outer == null) {
            return null;
        }
        CURRENT.remove();
        return new CallTimeBudget(outer, 0);
    }

    /**
     * Extends all budgets of the current thread by a wait for something other than the store: a message, a listener of
     * the application, or a schema migration.
     *
     * @param startedNanos the start of the wait, by {@link System#nanoTime}
     */
    public static void excludeSince(long startedNanos) {
        long spentNanos = System.nanoTime() - startedNanos;
        for (CallTimeBudget budget = CURRENT.get(); budget != null; budget = budget.outer) {
            budget.endNanos += spentNanos;
        }
    }

    /**
     * Returns the lower value of {@code maxNanos} and the remaining budget of the current thread, zero or less if
     * exhausted.
     */
    public static long remaining(long maxNanos) {
        CallTimeBudget current = CURRENT.get();
        return current == null ? maxNanos : Math.min(maxNanos, current.endNanos - System.nanoTime());
    }

    public static boolean isExhausted() {
        return remaining(1) <= 0;
    }

    @Override
    public void close() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }
}
