package dev.restante.bench.contender;

/** Where a contender keeps messages. */
public enum HeldIn {
    /** On disk; a message is forced to disk before its send returns. */
    STORE,
    /** In memory where it has such a mode. */
    MEMORY
}
