package dev.restante.store.jdbc.connect;

import dev.restante.model.CallBound;
import dev.restante.store.StoreException;
import java.util.concurrent.TimeUnit;

/**
 * The end of a call's patience; sooner where it is part of a call of the application that has waited for others
 * already (RCV-19). Its last attempt may take a silence.
 */
public final class CallDeadline {
    private final long allMillis;
    private final long silenceMillis;
    private final long startedNanos = System.nanoTime();
    private final long callMillis = TimeUnit.NANOSECONDS.toMillis(CallBound.left(Long.MAX_VALUE));

    /**
     * That of a call which begins now, on this thread.
     *
     * @param allMillis for so long it is tried
     * @param silenceMillis so long the database may be silent
     */
    CallDeadline(long allMillis, long silenceMillis) {
        this.allMillis = allMillis;
        this.silenceMillis = silenceMillis;
    }

    public boolean isOver() {
        return leftMillis() <= 0;
    }

    /**
     * Nothing begins for a call of the application that would end without it.
     *
     * @throws StoreException with UNAVAILABLE
     */
    public void check(String doing) {
        if (callMillis - silenceMillis - passedMillis() <= 0) {
            throw tooLate(doing);
        }
    }

    /** Returns the failure of a call whose bound is over before it has done anything. */
    public static StoreException tooLate(String doing) {
        return new StoreException(
                StoreException.Kind.UNAVAILABLE,
                doing + ": the store has kept the call waiting for too long already; nothing is done",
                null);
    }

    private long leftMillis() {
        return Math.min(allMillis, callMillis - silenceMillis) - passedMillis();
    }

    /** For how long a connection may be used from now on. */
    long useMillis() {
        long useMillis = Math.min(Math.max(silenceMillis, leftMillis()), callMillis - passedMillis());
        return Math.max(1, useMillis);
    }

    private long passedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    }
}
