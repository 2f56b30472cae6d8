package dev.restante.ra.outbound;

/**
 * The interface of every session and context that an application gets from a container, beside its own: servers look
 * for it by its name.
 */
public interface ManagedHandle extends AutoCloseable {

    /**
     * Whether it can be used: not closed, and its connection not known to be broken. Asks nobody, so the time, in
     * seconds, is not used up.
     */
    boolean isValid(int timeoutSeconds);

    @Override
    void close();
}
