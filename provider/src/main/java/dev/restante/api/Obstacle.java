package dev.restante.api;

/**
 * A reason why a message is not delivered now.
 *
 * @param kind the rule that keeps it
 * @param text the reason in a sentence, with names, numbers and times
 */
public record Obstacle(Kind kind, String text) {

    /** The rule that keeps a message. */
    public enum Kind {
        /** It is not there, or it is not persistent and in the memory of a node only. */
        ABSENT,
        /** Receivers wait until an administrator resumes its queue, subscription or topic (STA-01). */
        PAUSED,
        /** Its time to live has passed. */
        EXPIRED,
        /** Its sender has scheduled it for later. */
        NOT_DUE,
        /** It waits for its redelivery after it was released (RCV-15). */
        BACK_OFF,
        /** Copies of it are sent, and never itself (SCH-01). */
        REPEATED,
        /** It was set aside (RCV-11). */
        DEFERRED,
        /** An application has it. */
        LOCKED,
        /** It waits in the memory of a node for receivers there. */
        BUFFERED,
        /** A prepared branch of a distributed transaction has sent or received it. */
        PREPARED,
        /** A later value has replaced it (LVQ-01). */
        REPLACED,
        /** What arrives in its queue is forwarded, and nobody receives from it (FWD-01). */
        FORWARDED,
        /** Its message group is in the hands of somebody, or something of it comes first (GRP-01). */
        GROUP,
        /** Applications have as many messages as they may (VIS-06). */
        QUOTA,
        /** Nobody receives. */
        NO_RECEIVER
    }
}
