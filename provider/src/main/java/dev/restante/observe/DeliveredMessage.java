package dev.restante.observe;

import java.time.Duration;

/** A message that was handed to an application. */
public interface DeliveredMessage extends ObservedMessage {

    /** The name of the queue or topic that it was sent to. */
    String sentTo();

    /** How often it has been delivered, this time included: 1 on the first. */
    int deliveryCount();

    /** For how long it had been available when the application got it; of a redelivery, since it first was. */
    Duration waitedFor();

    /** For how long the application has had it by now. */
    Duration heldFor();
}
