package dev.restante.spring;

/** The treatment of configured queues, topics, subscriptions and rules at start-up. Nothing is ever deleted. */
public enum EntityManagement {

    /** Nothing; differences are logged. */
    NONE,

    /** Those that are not there are created; differences of the others are logged. */
    CREATE,

    /** Those that are not there are created, and the others get the configured values. */
    UPDATE
}
