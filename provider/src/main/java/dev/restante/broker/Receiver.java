package dev.restante.broker;

import dev.restante.model.Entity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Interface through which one consumer polls a queue or subscription for the next message, either prefetched by the
 * node or fetched from the store.
 *
 * <p>After {@link #pollPrefetched} returned null, the broker calls the wake-up listener as soon as another poll may
 * return a message: at least once, on any thread. A woken receiver must poll, call {@link #stopPolling} or call
 * {@link #close}. Otherwise other receivers wait for the message for which it was woken.
 */
public interface Receiver extends AutoCloseable {

    /** Returns the queue or subscription with its current options. */
    Entity entity();

    /** Returns the next prefetched message. Waits for the store only to count the attempt of a suspect message. */
    default @Nullable InFlightDelivery pollPrefetched() {
        return pollPrefetched(null);
    }

    /**
     * Returns the next prefetched message under a lock of the specified duration (VIS-11).
     *
     * @param lockDuration 0 s to 12 h, or null for the lock duration of the entity; ignored unless the receive mode is
     *     {@code LOCK_DURATION}
     */
    @Nullable
    InFlightDelivery pollPrefetched(@Nullable Duration lockDuration);

    /**
     * Returns the next message, and fetches from the store unless this node knows that the queue has none (RCV-04).
     *
     * @throws BrokerException if the store fails
     */
    default @Nullable InFlightDelivery pollOrFetch() {
        return pollOrFetch(null);
    }

    /**
     * Returns the next message like {@link #pollOrFetch()}, under a lock as in {@link #pollPrefetched(Duration)}.
     *
     * @throws BrokerException if the store fails
     */
    @Nullable
    InFlightDelivery pollOrFetch(@Nullable Duration lockDuration);

    /**
     * Creates the final check for a receive call that starts now (RCV-16). It makes no store query before it is
     * started.
     */
    FinalCheck finalCheck();

    /** Declares that this receiver does not poll for now. A pending wake-up goes to another receiver. */
    void stopPolling();

    /** Closes the receiver. Its received messages stay locked until its session settles or releases them. */
    @Override
    void close();
}
