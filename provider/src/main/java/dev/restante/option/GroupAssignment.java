package dev.restante.option;

/**
 * Policy that says how long a message group stays with the consumer that received its messages: until they are settled,
 * or until the consumer closes (GRP-02, GRP-06).
 */
public enum GroupAssignment {
    /** The group stays with the consumer until all its received messages are settled. */
    PER_MESSAGE,
    /**
     * The group stays with the consumer until the consumer closes or its node dies, or until a message closes the
     * group.
     */
    STICKY
}
