package dev.restante.model;

/** What a message's group means to a queue (GRP-01). */
public enum GroupMode {
    /** Messages with a group are received in order by one receiver at a time; those without are independent of each other. */
    OPTIONAL,
    /** The same, and a message without a group is refused. */
    REQUIRED
}
