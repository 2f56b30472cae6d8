package dev.restante.ra.outbound;

/**
 * Interface by which a server validates or closes any session or context handle, beside the JMS interface of the
 * handle. Servers search for it by name.
 */
public interface ManagedHandle extends AutoCloseable {

    /**
     * Returns whether the handle is open and its connection is not known to be broken. Does not block.
     *
     * @param timeoutSeconds the timeout in seconds, which is not used
     */
    boolean isValid(int timeoutSeconds);

    @Override
    void close();
}
