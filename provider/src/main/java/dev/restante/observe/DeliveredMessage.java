package dev.restante.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A message that was handed to an application. */
public interface DeliveredMessage extends ObservedMessage {

    /** The name of the queue or topic that it was sent to. */
    String sentTo();

    /** Why it was dead-lettered, as {@code TTLExpiredException} for its expiry; null if it is no dead letter. */
    @Nullable
    String deadLetterReason();

    /** How often it has been delivered, this time included: 1 on the first. */
    int deliveryCount();

    /** For how long it had been available when the application got it; of a redelivery, since it first was. */
    Duration waitedFor();

    /** For how long the application has had it by now. */
    Duration heldFor();
}
