package dev.restante.jms.receive;

import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.jms.core.BoundedCallExecutor;

/**
 * Interface to one received message, by which {@code PeekLock} and similar classes settle it (complete, abandon, defer
 * or dead-letter) and notify its session.
 */
public interface LockedMessage {

    InFlightDelivery delivery();

    /** Returns whether the message was received under a peek-lock that the application settles. */
    boolean isPeekLocked();

    /** Returns the value of {@code JMSExpiration} in epoch milliseconds; 0 for never. */
    long expirationMillis();

    DeliverySettler settler();

    /** Returns the executor that limits the time of each application call. */
    BoundedCallExecutor boundedCalls();

    /** Marks the message as settled by the application, so that the session does not acknowledge it. */
    void markSettled();

    /** Marks the message as settled by another transaction, so that neither session nor application settles it. */
    void markTransactional();
}
