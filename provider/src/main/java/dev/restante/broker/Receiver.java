package dev.restante.broker;

import dev.restante.model.Entity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One consumer's access to a queue. It is pulled: nothing is handed over but by {@link #poll} and {@link #pollNow}.
 *
 * <p>After {@code poll} returned null, the receiver's wake-up is called (on any thread, at least once) as soon as
 * polling again can bring something. A receiver that was woken must poll again, or call {@link #pause} or
 * {@link #close}, or others wait for what it was woken for.
 */
public interface Receiver extends AutoCloseable {

    /** The queue, with its options as they are now. */
    Entity entity();

    /**
     * Hands over the next message if this node has one at hand; never waits for the store, but for the count of a
     * suspect message.
     */
    default @Nullable HeldDelivery poll() {
        return poll(null);
    }

    /**
     * The same under a lock of the caller's choice (VIS-11).
     *
     * @param lockDuration 0 s to 12 h in place of the entity's lock duration, or null; without meaning where the
     *     receiver's hold is another than {@code LOCK_DURATION}
     */
    @Nullable
    HeldDelivery poll(@Nullable Duration lockDuration);

    /**
     * Hands over the next message if the queue has one; waits for the store where this node has none at hand and is not
     * sure that there is none (RCV-04).
     *
     * @throws BrokerException if the store fails
     */
    default @Nullable HeldDelivery pollNow() {
        return pollNow(null);
    }

    /**
     * The same under a lock of the caller's choice (VIS-11).
     *
     * @param lockDuration as in {@link #poll(Duration)}
     * @throws BrokerException if the store fails
     */
    @Nullable
    HeldDelivery pollNow(@Nullable Duration lockDuration);

    /**
     * A call begins that waits for a message for some time; what this returns tells at the end of it whether there was
     * nothing (RCV-16). Costs nothing before it is asked.
     */
    FinalLook finalLook();

    /** Says that this receiver will not poll for now; a wake-up that it was given goes to another receiver. */
    void pause();

    /** Ends it. What was handed over stays locked: its session settles or releases it. */
    @Override
    void close();
}
