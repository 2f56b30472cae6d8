package dev.restante.spring;

/** The treatment of configured queues when the application starts. Nothing is ever deleted. */
public enum QueueManagement {

    /** Nothing; differences are logged. */
    NONE,

    /** Those that are not there are created; differences of the others are logged. */
    CREATE,

    /** Those that are not there are created, and the others get the configured values. */
    UPDATE
}
