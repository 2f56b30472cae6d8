package dev.restante.model;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.concurrent.TimeUnit;

/**
 * Waits and work that an interrupt of the calling thread does not end. The interrupt is kept: the thread is interrupted
 * again when the wait or the work is over.
 */
public final class Uninterrupted {

    /** A wait that an interrupt ends. It begins again with the time that is left. */
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

    /** Waits for at most {@code nanos} for a notification of a monitor that the calling thread holds. */
    public static void awaitNotify(Object monitor, long nanos) {
        within(nanos, leftNanos -> {
            TimeUnit.NANOSECONDS.timedWait(monitor, leftNanos);
            return true;
        });
    }

    /** Pauses the calling thread for the whole time. */
    public static void pause(long nanos) {
        within(nanos, leftNanos -> {
            TimeUnit.NANOSECONDS.sleep(leftNanos);
            return true;
        });
    }
}
