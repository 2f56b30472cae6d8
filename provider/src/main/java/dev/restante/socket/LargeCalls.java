package dev.restante.socket;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Limit of the memory that the calls of all connections take together. A call that is large, or whose answer may be,
 * needs one of few places. Small calls need none, so large ones never delay them. Thread-safe.
 */
public final class LargeCalls {

    /** A frame with more bytes of content makes a call a large one. */
    static final int SMALL_BYTES = 256 << 10;

    /** HSQLDB needs some ten times the size of a value while it writes it. */
    private static final int PARTS_OF_HEAP = 16;

    private final Semaphore places;

    /** Makes places for a number of calls. */
    LargeCalls(int places) {
        this.places = new Semaphore(places, true);
    }

    /**
     * Returns the places for which the heap has memory, at least one.
     *
     * @param mostBytes of one call
     */
    static LargeCalls ofHeap(int mostBytes) {
        long places = partOfHeap() / Math.max(1, mostBytes);
        return new LargeCalls((int) Math.max(1, Math.min(SocketListener.MOST_CONNECTIONS, places)));
    }

    /** Returns the bytes that all large calls may have together: a sixteenth of the heap. */
    public static long partOfHeap() {
        return Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP;
    }

    /** Returns whether values of a type may hold arrays of bytes: bodies of messages, or states of groups. */
    static boolean mayHoldBodies(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.of(generic.getActualTypeArguments()).anyMatch(LargeCalls::mayHoldBodies);
        }
        if (!(type instanceof Class<?> plain)) {
            return false;
        }
        if (plain.isRecord()) {
            return Stream.of(plain.getRecordComponents())
                    .map(RecordComponent::getGenericType)
                    .anyMatch(LargeCalls::mayHoldBodies);
        }
        return plain == byte[].class
                || (plain.isSealed()
                        && Stream.of(plain.getPermittedSubclasses()).anyMatch(LargeCalls::mayHoldBodies));
    }

    /** The place of one connection, taken or not. Used by one thread. */
    final class Place implements AutoCloseable {
        private boolean taken;

        /**
         * Takes a place, unless this one is taken already. An interrupt ends the wait, and is kept.
         *
         * @return false if no place became free in time
         */
        boolean take(Duration patience) {
            try {
                taken = taken || places.tryAcquire(TimeUnit.NANOSECONDS.convert(patience), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return taken;
        }

        /** Gives the place back. */
        @Override
        public void close() {
            if (taken) {
                taken = false;
                places.release();
            }
        }
    }
}
