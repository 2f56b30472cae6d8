package dev.restante.model;

import org.jspecify.annotations.Nullable;

/**
 * For how long one call of an application may wait for the store, whatever it does one after the other (RCV-19). It
 * holds for the calling thread, until it is closed. Once it is over nothing is waited for any more: what is still to be
 * given back is handed over, and done when the store answers.
 */
public final class CallBound implements AutoCloseable {

    private static final ThreadLocal<@Nullable CallBound> CURRENT = new ThreadLocal<>();

    private final @Nullable CallBound outer;
    private long endNanos;

    private CallBound(@Nullable CallBound outer, long nanos) {
        this.outer = outer;
        this.endNanos = System.nanoTime() + nanos;
    }

    /** A call begins; within another one it ends with that at the latest. */
    public static CallBound begin(long nanos) {
        CallBound outer = CURRENT.get();
        CallBound begun = new CallBound(outer, left(nanos));
        CURRENT.set(begun);
        return begun;
    }

    /**
     * What the calling thread does next is not its call's own, as is work for others: it has the time that it needs,
     * until this is closed.
     *
     * @return null if the thread is in no call
     */
    public static @Nullable CallBound lift() {
        CallBound outer = CURRENT.get();
        if (outer == null) {
            return null;
        }
        CURRENT.remove();
        return new CallBound(outer, 0);
    }

    /**
     * Does not count a time that the calling thread has spent on something other than waiting for the store: waiting
     * for a message or for a listener of the application, or a migration.
     *
     * @param begunNanos when that began, by {@link System#nanoTime}
     */
    public static void leaveOut(long begunNanos) {
        long spentNanos = System.nanoTime() - begunNanos;
        for (CallBound bound = CURRENT.get(); bound != null; bound = bound.outer) {
            bound.endNanos += spentNanos;
        }
    }

    /** What is left of a time that somebody would wait; not above zero once the calling thread's call is over. */
    public static long left(long nanos) {
        CallBound current = CURRENT.get();
        return current == null ? nanos : Math.min(nanos, current.endNanos - System.nanoTime());
    }

    /** Whether the calling thread has waited for as long as its call may. */
    public static boolean isOver() {
        return left(1) <= 0;
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
