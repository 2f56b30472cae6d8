package dev.restante.drill;

/** Fault of a node or of the database in one round of the drill, for a limited time. */
enum DrillFault {
    /** A worker is killed and replaced. */
    KILL_WORKER,
    /** A worker is suspended for less or more than its lease. */
    SUSPEND_WORKER,
    /** All connections of a worker are reset, and new connections work. */
    RESET_CONNECTIONS,
    /** All connections of a worker, and new connections, are reset. */
    REFUSE_CONNECTIONS,
    /** The connections of a worker stay open but transfer nothing, and new connections work. */
    HALF_OPEN_CONNECTIONS,
    /** Old and new connections transfer nothing in either direction until the end of the fault, and then everything. */
    HOLD_CONNECTIONS,
    /** The server receives the worker's data, and its answers are held back. */
    HOLD_ANSWERS,
    /** Each round trip of a worker is slow. */
    SLOW_CONNECTIONS,
    /** The answers to each COMMIT of a worker are delayed. */
    DELAY_COMMITS,
    /** The database ends all connections. */
    TERMINATE_CONNECTIONS,
    /** A process of the database is killed, so that all connections end and the database recovers. */
    CRASH_DATABASE,
    /** All processes of the database are suspended. */
    SUSPEND_DATABASE,
    /** Another session locks the deliveries, as CREATE INDEX does. */
    LOCK_TABLE,
    /** No worker can reach the database. */
    REFUSE_ALL_CONNECTIONS
}
