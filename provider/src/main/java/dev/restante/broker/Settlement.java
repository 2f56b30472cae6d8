package dev.restante.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything a receiver can do with what it holds. Each call that returns normally has been made durable, unless it
 * says otherwise.
 *
 * <p>Calls for several deliveries treat each on its own: those still held are settled, and if any lock was lost a
 * {@link BrokerException} with {@link BrokerException.Reason#LOCK_LOST} that names the lost ones follows.
 */
public interface Settlement {

    /** Completes (RCV-08). */
    void complete(Collection<HeldDelivery> held);

    /**
     * Completes without waiting.
     *
     * @param whenDone told once, on any thread: null, or why it failed; must not block
     */
    void completeLazily(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone);

    /**
     * Gives back what the application had, counted: back at the front, after the entity's redelivery back-off;
     * dead-lettered at the delivery limit, expired if its time has passed (RCV-06, RCV-07, TTL-06). Deliveries that are
     * no longer held are passed over. Returns after the store has it.
     */
    void release(Collection<HeldDelivery> held);

    /**
     * Gives back what never reached the application: uncounted, not redelivered (RCV-07). What was deferred is deferred
     * again.
     */
    void giveBack(Collection<HeldDelivery> held);

    /**
     * Gives one back, counted, at once or after a delay of the caller's choice (RCV-09).
     *
     * @param properties changed or added properties, which hide the message's own; may be empty
     * @param delay null for the entity's redelivery back-off
     */
    void abandon(HeldDelivery held, Map<String, @Nullable Object> properties, @Nullable Duration delay);

    /** Moves it to the dead-letter queue (RCV-10); drops it where dead letters go nowhere (TOP-02). */
    void deadLetter(
            HeldDelivery held,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties);

    /**
     * Moves a delivery whose message can't be read to the dead-letter queue (SND-08); where dead letters go nowhere,
     * as in a dead-letter queue itself, it defers the delivery, so that no receiver gets it again. A delivery that is
     * no longer held is passed over.
     */
    void deadLetterUnreadable(HeldDelivery held);

    /** Sets it aside (RCV-11). */
    void defer(HeldDelivery held, Map<String, @Nullable Object> properties);

    /**
     * Makes it available at once, at its old place and counted, also if it was received from among the deferred ones
     * (DEF-04).
     */
    void undefer(HeldDelivery held);

    /**
     * Extends the lock by the entity's lock duration, or that which its receiver asked for, from now (RCV-05, VIS-11).
     *
     * @return the new end of the lock
     */
    Instant renew(HeldDelivery held);

    /**
     * Ends the lock after a duration from now, zero for at once (VIS-02 to VIS-05).
     *
     * @return the new end of the lock
     * @throws BrokerException with {@link BrokerException.Reason#INVALID_ARGUMENT} beyond 12 h after the receive
     */
    Instant changeVisibility(HeldDelivery held, Duration duration);
}
