package dev.restante.api;

/**
 * Reason why a message cannot be delivered at present.
 *
 * @param kind the rule that prevents the delivery
 * @param text the reason in a sentence, with names, numbers and times
 */
public record BlockingReason(BlockingRule kind, String text) {

    /** Rule that prevents the delivery of a message. */
    public enum BlockingRule {
        /** The message does not exist, or it is non-persistent and only in the memory of a node. */
        NOT_FOUND,
        /** The queue, subscription or topic is paused; consumers wait until an administrator resumes it (STA-01). */
        PAUSED,
        /** The time to live of the message has ended. */
        EXPIRED,
        /** The message is scheduled for a later time. */
        NOT_DUE,
        /** The message was released and waits for the end of its redelivery back-off (RCV-15). */
        REDELIVERY_BACK_OFF,
        /** The message is a repeated send: only its copies are delivered (SCH-01). */
        REPEATING,
        /** The message is deferred (RCV-11). */
        DEFERRED,
        /** The message is locked by a consumer. */
        LOCKED,
        /** A node has prefetched the message for its own consumers. */
        PREFETCHED,
        /** A prepared branch of a distributed transaction has sent or received the message. */
        PREPARED,
        /** A newer message with an equal last-value key has replaced the message (LVQ-01). */
        REPLACED,
        /** The queue or subscription forwards its messages, so it has no consumers (FWD-01). */
        FORWARDED,
        /**
         * Another consumer holds the message group, or an earlier message of the group must be delivered first
         * (GRP-01).
         */
        GROUP_LOCKED,
        /** The in-flight limit of the queue or subscription is reached (VIS-06). */
        IN_FLIGHT_LIMIT,
        /** The queue or subscription has no open consumer. */
        NO_CONSUMER
    }
}
