package dev.restante.jms.core;

/** The life of a connection or session. It moves only forward. */
public enum LifeCycle {
    /** Usable. */
    OPEN,
    /** Being closed: only listeners and callbacks that are still running may use it (CON-13). */
    CLOSING,
    /** Closed: every call but close fails (CON-16). */
    CLOSED
}
