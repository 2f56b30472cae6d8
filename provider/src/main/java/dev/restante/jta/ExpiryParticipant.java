package dev.restante.jta;

import jakarta.jms.Message;

/**
 * Application callback that takes part in the move of an expired message to the dead letters (TTL-19). The work of the
 * callback and the move commit together or not at all. See {@link ExpiryParticipation}.
 */
@FunctionalInterface
public interface ExpiryParticipant {

    /** Result for an expired message at the commit of the transaction. */
    enum ExpiryDisposition {
        /** The message moves to the dead-letter target of its queue or subscription. */
        DEAD_LETTER,
        /**
         * The message is removed, because the participant has stored it elsewhere, for example in a queue of another
         * provider.
         */
        REMOVE
    }

    /**
     * Processes an expired message in the transaction of the calling thread. The participant must enlist its resources
     * in this transaction, and must not end it.
     *
     * @param message the expired message with the properties of a dead letter: {@code DeadLetterReason},
     *     {@code DeadLetterSource} (the entity where it expired) and {@code JMS_Restante_OriginalExpiration}.
     *     {@code JMSXDeliveryCount} counts the attempts, beginning with 1
     * @return the result for the message, not null
     * @throws Exception if the participant fails. The transaction is rolled back, and the message is delivered again
     *     after the redelivery back-off of the queue where it waits
     */
    ExpiryDisposition onExpired(Message message) throws Exception;
}
