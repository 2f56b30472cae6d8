package dev.restante.jms.core;

/** Life cycle phases of a connection or session, which only advance. */
public enum LifeCyclePhase {
    /** Usable. */
    OPEN,
    /** Closing: only listeners and callbacks that are still running may use it (CON-13). */
    CLOSING,
    /** Closed: every call but close fails (CON-16). */
    CLOSED
}
