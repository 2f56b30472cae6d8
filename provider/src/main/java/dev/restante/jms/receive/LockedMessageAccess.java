package dev.restante.jms.receive;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Settlement;
import dev.restante.jms.core.BoundedCalls;

/** The way from a received message to its lock, for {@code PeekLock} and others who settle messages one by one. */
public interface LockedMessageAccess {

    /** The delivery that the message stands for. */
    HeldDelivery held();

    /** Whether it was received under a peek-lock that the application settles. */
    boolean peekLocked();

    /** When the message expires, in epoch milliseconds as {@code JMSExpiration} shows it; 0 for never. */
    long expirationMillis();

    /** Settles it. */
    Settlement settlement();

    /** Bounds the calls of the application. */
    BoundedCalls calls();

    /** Says that the application has settled it, so the session's acknowledgement need not. */
    void settled();

    /** Says that a transaction decides about it from now on, in place of the session and the application. */
    void taken();
}
