package dev.restante.option;

/**
 * Policy for copies of a repeated send that were due while no node was running (SCH-05). A due time is missed if it
 * passed more than a minute ago without a copy.
 */
public enum CatchUpPolicy {
    /** Sends one copy for the last missed due time. This is the default. */
    ONE,
    /** Sends no copy for missed due times. */
    NONE,
    /** Sends a copy for each missed due time. */
    ALL
}
