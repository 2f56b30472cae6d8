package dev.restante.drill;

/** A fault of a cluster of PostgreSQL servers, in one round of the drill. */
enum PatroniFault {
    /** PostgreSQL's first process on the primary is killed; Patroni starts it again, or hands over. */
    KILL_POSTGRES,
    /** Patroni and PostgreSQL of the primary are killed, as when the machine is lost. */
    KILL_PRIMARY,
    /** Patroni of the primary is killed and PostgreSQL goes on: until Patroni is back there are two primaries. */
    KILL_PATRONI,
    /** Another server becomes the primary because somebody wants it to. */
    SWITCH_OVER,
    /** PostgreSQL on the primary stands still until another server is the primary; then it goes on. */
    STOP_POSTGRES,
    /** A machine as a whole: Patroni stands still, too. */
    STOP_PRIMARY,
    /** The primary, Patroni included, reaches nobody and is reached by nobody, until another server is the primary. */
    ISOLATE_PRIMARY,
    /** A standby is started again. */
    RESTART_STANDBY,
    /** The standby that confirms all commits is killed, as when its machine is lost. */
    KILL_SYNCHRONOUS_STANDBY,
    /** It stands still, Patroni included, until another one confirms. */
    STOP_SYNCHRONOUS_STANDBY
}
