package dev.restante.socket;

/**
 * Node as the local socket uses it: checks credentials, executes remote calls and accepts handover requests.
 * Thread-safe.
 */
public interface ServedNode extends RemoteCallTable.RemoteCallInvoker {

    /** Returns whether the store's database accepts the user and the password. */
    boolean authenticates(String user, String password);

    /**
     * Starts the handover of the store to an application in another process.
     *
     * @return false if an application of this process uses the store
     */
    boolean requestHandover();

    /** Returns whether a handover has started, so that no further client is admitted. */
    boolean isHandoverRequested();

    /** Returns the largest size of a call in bytes. Larger calls are not read. */
    int maxCallBytes();

    String providerVersion();
}
