package dev.restante.jms.core;

/** The client ids in use, of which each belongs to one connection at a time (CON-21, CON-22). Thread-safe. */
public interface ClientIdRegistry {

    /** Takes a client id; false if a connection has it. */
    boolean claim(String clientId);

    /** Gives it back. */
    void free(String clientId);
}
