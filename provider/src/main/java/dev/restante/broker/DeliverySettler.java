package dev.restante.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settlement operations on in-flight deliveries: complete, release, abandon, dead-letter, defer, renew.
 *
 * <p>Unless specified otherwise, the result is durable when a call returns normally. Calls with several deliveries
 * settle each delivery that is still locked. If locks were lost, they then throw a {@link BrokerException} with
 * {@link BrokerException.BrokerErrorReason#LOCK_LOST} that names the lost deliveries.
 */
public interface DeliverySettler {

    /** Completes deliveries (RCV-08). */
    void complete(Collection<InFlightDelivery> deliveries);

    /**
     * Completes a delivery without waiting.
     *
     * @param onCompletion called once, on any thread, with null or the failure; must not block
     */
    void completeAsync(InFlightDelivery delivery, Consumer<@Nullable BrokerException> onCompletion);

    /**
     * Releases deliveries that the application has received, and increments their delivery counts (RCV-06, RCV-07,
     * TTL-06).
     *
     * <p>A released message returns to the front of the queue after the redelivery back-off of the entity. It is
     * dead-lettered at the delivery limit and expires after its expiry time. Deliveries that are no longer locked are
     * skipped.
     *
     * @throws BrokerException with STORE_UNAVAILABLE if the store has not confirmed the release. The messages become
     *     available when the store answers
     */
    void release(Collection<InFlightDelivery> deliveries);

    /**
     * Returns to the store, with unchanged delivery counts, deliveries that never reached the application (RCV-07).
     * Deferred deliveries are deferred again.
     */
    void returnUndelivered(Collection<InFlightDelivery> deliveries);

    /**
     * Abandons a delivery and increments its delivery count (RCV-09).
     *
     * @param properties the changed or added properties, which override the message's own properties; may be empty
     * @param delay the delay before redelivery; null for the redelivery back-off of the entity
     */
    void abandon(InFlightDelivery delivery, Map<String, @Nullable Object> properties, @Nullable Duration delay);

    /** Moves a delivery to the dead-letter queue (RCV-10), or drops it if the entity keeps no dead letters (TOP-02). */
    void deadLetter(
            InFlightDelivery delivery,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties);

    /**
     * Dead-letters a delivery whose message is unreadable (SND-08), or defers it if the entity has no dead-letter
     * target. Deliveries that are no longer locked are skipped.
     */
    void deadLetterUnreadable(InFlightDelivery delivery);

    /** Defers a delivery (RCV-11). */
    void defer(InFlightDelivery delivery, Map<String, @Nullable Object> properties);

    /**
     * Makes a delivery available immediately at its old position and increments its delivery count, even if it was
     * received as deferred (DEF-04).
     */
    void undefer(InFlightDelivery delivery);

    /**
     * Extends the lock by the lock duration of the receiver or else of the entity, starting now (RCV-05, VIS-11).
     *
     * @return the new end of the lock
     */
    Instant renew(InFlightDelivery delivery);

    /**
     * Extends the lock like {@link #renew} on behalf of a timer (RCV-05). The lease of the node may be unconfirmed,
     * because the timer makes no promise to the application.
     *
     * @param evenIfChosen true to extend also a lock whose end was {@linkplain InFlightDelivery#lockChosen chosen}
     * @return the new end of the lock; null if the lock was not extended, because it is lost, settling or chosen
     */
    @Nullable
    Instant renewAutomatically(InFlightDelivery delivery, boolean evenIfChosen);

    /**
     * Sets the end of the lock to a duration from now; zero abandons the delivery (VIS-02 to VIS-05).
     *
     * @return the new end of the lock
     * @throws BrokerException with {@link BrokerException.BrokerErrorReason#INVALID_ARGUMENT} if the end is more than
     *     12 hours after the receive
     */
    Instant changeVisibility(InFlightDelivery delivery, Duration duration);
}
