package dev.restante.jms.core;

/** Registry of the client ids in use, each by one connection (CON-21, CON-22). Thread-safe. */
public interface ClientIdRegistry {

    /** Claims a client id. Returns false if another connection uses it. */
    boolean claim(String clientId);

    void releaseClientId(String clientId);
}
