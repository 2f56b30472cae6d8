package dev.restante.observe;

/**
 * Service-provider interface ({@link java.util.ServiceLoader}) through which the resource adapter finds a message
 * observer. The observer sees the messages of all connection factories of the resource adapter, where no application
 * code can call {@code factory.addObserver}.
 */
public interface MessageObserverFactory {

    /**
     * Returns the observer. The resource adapter calls this method once in each of its class loaders, when its first
     * store is configured.
     */
    MessageObserver create();
}
