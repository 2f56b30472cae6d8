package dev.restante.jta;

import jakarta.jms.Message;

/**
 * Takes part in the moves of expired messages to where they go as dead letters (TTL-19): what it does and the move
 * happen together or not at all. See {@link ExpiryParticipation}.
 */
@FunctionalInterface
public interface ExpiryParticipant {

    /** The fate of the message when the transaction commits. */
    enum Disposition {
        /** It goes where dead letters of its queue go. */
        DEAD_LETTER,
        /**
         * It is gone from the store; the participant has put it elsewhere, such as into a queue of another provider.
         */
        REMOVE
    }

    /**
     * Does its part for one message, in the transaction that the calling thread is in; resources that it uses must be
     * enlisted with that. It must not end the transaction.
     *
     * @param message the expired message, with the properties that it will have as a dead letter:
     *     {@code DeadLetterReason}, {@code DeadLetterSource} (where it expired),
     *     {@code JMS_Restante_OriginalExpiration}; {@code JMSXDeliveryCount} counts the attempts from 1 on
     * @throws Exception if it can't; the transaction is rolled back, and the message comes again after the redelivery
     *     back-off of the queue where it waits
     */
    Disposition expired(Message message) throws Exception;
}
