package dev.restante.drill;

/** Fault of a PostgreSQL cluster with Patroni in one round of the drill. */
enum PatroniFault {
    /** The postmaster of the primary is killed, and Patroni restarts it or fails over. */
    KILL_POSTGRES,
    /** Patroni and PostgreSQL of the primary are killed, as after the loss of the machine. */
    KILL_PRIMARY,
    /**
     * Patroni of the primary is killed while PostgreSQL continues, so that there are two primaries until Patroni is
     * back.
     */
    KILL_PATRONI,
    /** Another server becomes the primary at the request of an administrator. */
    SWITCH_OVER,
    /** PostgreSQL of the primary is suspended until another server is the primary. */
    STOP_POSTGRES,
    /** Patroni and PostgreSQL of the primary are suspended until another server is the primary. */
    STOP_PRIMARY,
    /** The primary and its Patroni are isolated until another server is the primary. */
    ISOLATE_PRIMARY,
    /** A standby is restarted. */
    RESTART_STANDBY,
    /** The synchronous standby is killed, as after the loss of its machine. */
    KILL_SYNCHRONOUS_STANDBY,
    /** The synchronous standby and its Patroni are suspended until another standby confirms. */
    STOP_SYNCHRONOUS_STANDBY
}
