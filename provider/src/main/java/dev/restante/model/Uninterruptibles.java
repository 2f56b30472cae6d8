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
 * Waits and calls that an interrupt of the calling thread does not end. The thread's interrupt status is restored
 * afterwards.
 */
public final class Uninterruptibles {

    /**
     * Wait that an interrupt ends and that then starts again with the remaining time. Its condition must therefore
     * persist, like the state of a latch or lock. For the signal of a condition use {@link #awaitSignal}.
     */
    @FunctionalInterface
    public interface InterruptibleWait<T> {
        T await(long leftNanos) throws InterruptedException;
    }

    /** Call that fails in an interrupted thread, such as a call of a driver, connection pool or file channel. */
    @FunctionalInterface
    public interface InterruptibleCall<T, X extends Exception> {
        T run() throws X;
    }

    private Uninterruptibles() {}

    /**
     * Waits for at most {@code nanos}, regardless of interrupts.
     *
     * @return the result of the wait that no interrupt ended
     */
    @CanIgnoreReturnValue
    public static <T> T await(long nanos, InterruptibleWait<T> wait) {
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

    /** Runs the action while the interrupt status of the thread is cleared. */
    @CanIgnoreReturnValue
    public static <T, X extends Exception> T call(InterruptibleCall<T, X> action) throws X {
        boolean interrupted = Thread.interrupted();
        try {
            return action.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Acquires permits of a semaphore, waiting for at most {@code nanos}.
     *
     * @return false if not all permits became available in time; then no permit is acquired
     */
    public static boolean acquire(Semaphore permits, int count, long nanos) {
        return permits.tryAcquire(count)
                || await(nanos, leftNanos -> permits.tryAcquire(count, leftNanos, TimeUnit.NANOSECONDS));
    }

    /**
     * Acquires a lock, waiting for at most {@code nanos}.
     *
     * @return false if the lock did not become free in time
     */
    public static boolean lock(Lock lock, long nanos) {
        return await(nanos, leftNanos -> lock.tryLock(leftNanos, TimeUnit.NANOSECONDS));
    }

    /**
     * Waits for at most {@code nanos} until a future completes normally or exceptionally.
     *
     * @return true if the future has completed
     */
    public static boolean awaitEnd(CompletableFuture<?> future, long nanos) {
        return await(nanos, leftNanos -> {
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
     * Waits for at most {@code nanos} for a notification of a monitor that the calling thread holds. The wait can end
     * early, so the caller must check its condition in a loop. An interrupt also ends the wait, because otherwise a
     * notification right after the interrupt could be missed.
     */
    public static void awaitNotify(Object monitor, long nanos) {
        awaitOnce(() -> TimeUnit.NANOSECONDS.timedWait(monitor, nanos));
    }

    /**
     * Waits for at most {@code nanos} for a signal of a condition whose lock the calling thread holds. The wait can end
     * early, like {@link #awaitNotify}.
     *
     * @return the remaining time in nanoseconds, zero or less if the time is over
     */
    @SuppressWarnings("WaitNotInLoop") // the caller has the loop
    public static long awaitSignal(Condition condition, long nanos) {
        long startedNanos = System.nanoTime();
        awaitOnce(() -> condition.awaitNanos(nanos));
        return nanos - (System.nanoTime() - startedNanos);
    }

    /** Wait that is not continued after an interrupt. */
    @FunctionalInterface
    private interface SingleWait {
        void await() throws InterruptedException;
    }

    private static void awaitOnce(SingleWait wait) {
        boolean interrupted = Thread.interrupted();
        try {
            wait.await();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sleeps for the whole time, regardless of interrupts. */
    public static void sleep(long nanos) {
        await(nanos, leftNanos -> {
            TimeUnit.NANOSECONDS.sleep(leftNanos);
            return true;
        });
    }
}
