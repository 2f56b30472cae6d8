package dev.restante.socket;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Limiter of the memory that large calls of all connections use together.
 *
 * <p>A call needs a permit if the call is large or its answer may be. Small calls need none, so that large calls never
 * delay them. Thread-safe.
 */
public final class LargeCallLimiter {

    /** Largest content of a small call. The decoded call may need forty times as much memory. */
    static final int MAX_SMALL_BYTES = 32 << 10;

    /** Heap bytes of a short entry of a collection, such as a property, including key and value. */
    private static final int BYTES_PER_ENTRY = 128;

    /** Divisor of the heap for large calls. HSQLDB needs about ten times the size of a value to write it. */
    private static final int HEAP_DIVISOR = 16;

    private final Semaphore permits;

    LargeCallLimiter(int permits) {
        this.permits = new Semaphore(permits, true);
    }

    /**
     * Creates a limiter with as many permits as the heap has memory for, at least one.
     *
     * @param maxBytes the largest size of a call
     */
    static LargeCallLimiter forHeap(int maxBytes) {
        long permits = heapShareBytes() / Math.max(1, maxBytes);
        return new LargeCallLimiter((int) Math.max(1, Math.min(SocketAcceptor.MAX_CONNECTIONS, permits)));
    }

    /** Returns the bytes for all large calls together: a sixteenth of the heap. */
    public static long heapShareBytes() {
        return Runtime.getRuntime().maxMemory() / HEAP_DIVISOR;
    }

    /**
     * Returns the highest number of entries in all collections of a call. Their memory is about that of the largest
     * call.
     *
     * @param maxBytes the largest size of a call
     */
    static int maxEntries(int maxBytes) {
        return Math.max(maxBytes, MAX_SMALL_BYTES) / BYTES_PER_ENTRY;
    }

    /** Returns whether values of a type may contain byte arrays: message bodies or group states. */
    static boolean mayContainBodies(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.of(generic.getActualTypeArguments()).anyMatch(LargeCallLimiter::mayContainBodies);
        }
        if (!(type instanceof Class<?> plain)) {
            return false;
        }
        if (plain.isRecord()) {
            return Stream.of(plain.getRecordComponents())
                    .map(RecordComponent::getGenericType)
                    .anyMatch(LargeCallLimiter::mayContainBodies);
        }
        return plain == byte[].class
                || (plain.isSealed()
                        && Stream.of(plain.getPermittedSubclasses()).anyMatch(LargeCallLimiter::mayContainBodies));
    }

    /** Permit of one connection, held or not. Used by one thread. */
    final class LargeCallPermit implements AutoCloseable {
        private boolean taken;

        /**
         * Acquires the permit unless it is already held. An interrupt ends the wait and stays set.
         *
         * @return false if no permit became free in time
         */
        boolean acquire(Duration timeout) {
            try {
                taken = taken || permits.tryAcquire(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return taken;
        }

        @Override
        public void close() {
            if (taken) {
                taken = false;
                permits.release();
            }
        }
    }
}
