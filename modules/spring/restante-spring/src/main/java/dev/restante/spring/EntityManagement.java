package dev.restante.spring;

/**
 * Setting that says whether start-up creates or alters the configured queues, topics, subscriptions and rules. Entities
 * are never deleted.
 */
public enum EntityManagement {

    /** Logs differences and changes nothing. */
    NONE,

    /** Creates missing entities and rules, and logs the differences of existing entities and rules. */
    CREATE,

    /** Creates missing entities and rules, and changes existing entities and rules to the configured values. */
    UPDATE
}
