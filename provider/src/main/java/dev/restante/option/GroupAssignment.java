package dev.restante.option;

/** For how long a message group stays with whoever has received something of it (GRP-02, GRP-06). */
public enum GroupAssignment {
    /** As long as something of it is not settled. */
    PER_MESSAGE,
    /** Until the consumer is closed or dies, or a message closes the group. */
    STICKY
}
