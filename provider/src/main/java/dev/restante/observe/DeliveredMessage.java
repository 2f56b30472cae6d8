package dev.restante.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Delivered message as a message observer sees it, with delivery count, original destination, dead-letter reason and
 * waiting times.
 */
public interface DeliveredMessage extends ObservedMessage {

    /** Returns the name of the queue or topic to which the message was originally sent. */
    String originalDestination();

    /**
     * Returns the reason why the message was dead-lettered, such as {@code TTLExpiredException} after expiry; null if
     * the message is not a dead letter.
     */
    @Nullable
    String deadLetterReason();

    /** Returns the number of deliveries of the message, including this delivery: 1 for the first delivery. */
    int deliveryCount();

    /** Returns the time from the instant at which the message first became available until this delivery. */
    Duration timeAvailable();

    /** Returns the time since this delivery. */
    Duration timeInFlight();
}
