package dev.restante.drill;

/** What happens to a node or to the database in one round of the drill, for a while. */
enum Fault {
    /** A worker is killed, and another one is started in its place. */
    KILL_WORKER,
    /** A worker stands still, for less or more than its lease. */
    STOP_WORKER,
    /** All connections of a worker are reset; new ones pass. */
    CUT_LINE,
    /** All connections of a worker, and new ones, are reset. */
    REFUSE_LINE,
    /** The open connections of a worker stay open and pass nothing on any more; new ones pass. */
    HALF_OPEN_LINE,
    /** Nothing arrives any more, in either direction, on old and new connections; then all of it does. */
    HOLD_LINE,
    /** The server hears a worker, and its answers are kept back. */
    HOLD_ANSWERS,
    /** Each round trip of a worker takes long. */
    SLOW_LINE,
    /** The answers to each COMMIT of a worker are late. */
    LATE_COMMITS,
    /** The database ends all connections. */
    TERMINATE_CONNECTIONS,
    /** A process of the database is killed, which ends all of them, and the database recovers. */
    CRASH_DATABASE,
    /** All processes of the database stand still. */
    STOP_DATABASE,
    /** Somebody locks the deliveries, as CREATE INDEX does. */
    LOCK_TABLE,
    /** Nobody of the workers reaches the database. */
    REFUSE_ALL
}
