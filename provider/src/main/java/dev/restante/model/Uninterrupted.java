package dev.restante.model;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Waits and work that an interrupt of the calling thread does not end. The interrupt is kept: the thread is interrupted
 * again when the wait or the work is over.
 */
public final class Uninterrupted {

    /**
     * A wait that an interrupt ends. It begins again with the time that is left, so its reason must last, as that of a
     * latch or a lock does. The signal of a condition does not: {@link #awaitSignal}.
     */
    @FunctionalInterface
    public interface Wait<T> {
        /** Waits for at most {@code leftNanos}. */
        T await(long leftNanos) throws InterruptedException;
    }

    /** Work that fails in an interrupted thread, as drivers, connection pools and file channels do. */
    @FunctionalInterface
    public interface Work<T, X extends Exception> {
        /** Does the work. */
        T run() throws X;
    }

    private Uninterrupted() {}

    /**
     * Waits for at most {@code nanos}, however often the calling thread is interrupted meanwhile.
     *
     * @return the result of the wait that no interrupt ended
     */
    @CanIgnoreReturnValue
    public static <T> T within(long nanos, Wait<T> wait) {
        boolean interrupted = Thread.interrupted();
        long startedNanos = System.nanoTime();
        try {
            while (true) {
                try {
                    return wait.await(nanos - (System.nanoTime() - startedNanos));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Does some work as a thread that is not interrupted. */
    @CanIgnoreReturnValue
    public static <T, X extends Exception> T doing(Work<T, X> work) throws X {
        boolean interrupted = Thread.interrupted();
        try {
            return work.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Takes places of a semaphore, and waits for them for at most {@code nanos}.
     *
     * @return false if they did not become free in time; then none is taken
     */
    public static boolean acquire(Semaphore places, int count, long nanos) {
        return places.tryAcquire(count)
                || within(nanos, leftNanos -> places.tryAcquire(count, leftNanos, TimeUnit.NANOSECONDS));
    }

    /**
     * Takes a lock, and waits for it for at most {@code nanos}.
     *
     * @return false if it did not become free in time; then it is not taken
     */
    public static boolean lock(Lock lock, long nanos) {
        return within(nanos, leftNanos -> lock.tryLock(leftNanos, TimeUnit.NANOSECONDS));
    }

    /**
     * Waits for at most {@code nanos} for the end of a future, whichever it is.
     *
     * @return whether it has ended
     */
    public static boolean awaitEnd(CompletableFuture<?> future, long nanos) {
        return within(nanos, leftNanos -> {
            try {
                future.get(leftNanos, TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                return true;
            }
        });
    }

    /**
     * Waits for at most {@code nanos} for a notification of a monitor that the calling thread holds. It may end early,
     * as any such wait: an interrupt ends it, or a notification right behind the interrupt would be missed. So the
     * caller checks its condition in a loop.
     */
    public static void awaitNotify(Object monitor, long nanos) {
        once(() -> TimeUnit.NANOSECONDS.timedWait(monitor, nanos));
    }

    /**
     * Waits for at most {@code nanos} for a signal of a condition whose lock the calling thread holds. It may end
     * early, as {@link #awaitNotify}.
     *
     * @return how much of the time is left, in nanoseconds; zero or less if it is over
     */
    @SuppressWarnings("WaitNotInLoop") // the caller has the loop
    public static long awaitSignal(Condition condition, long nanos) {
        long startedNanos = System.nanoTime();
        once(() -> condition.awaitNanos(nanos));
        return nanos - (System.nanoTime() - startedNanos);
    }

    /** A wait whose end is a reason to look, whatever has ended it. */
    @FunctionalInterface
    private interface Look {
        void await() throws InterruptedException;
    }

    private static void once(Look look) {
        boolean interrupted = Thread.interrupted();
        try {
            look.await();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Pauses the calling thread for the whole time. */
    public static void pause(long nanos) {
        within(nanos, leftNanos -> {
            TimeUnit.NANOSECONDS.sleep(leftNanos);
            return true;
        });
    }
}
