package dev.restante.option;

/**
 * What becomes of due times of a repeated send that were missed: they passed more than a minute ago without a copy,
 * because no node was up (SCH-05).
 */
public enum CatchUp {
    /** One copy, for the last of them. The default. */
    ONE,
    /** Nothing. */
    NONE,
    /** A copy for each of them. */
    ALL
}
