package dev.restante.observe;

/**
 * A source of an observer where nobody can call {@code factory.addObserver}: the resource adapter finds it as a service
 * ({@link java.util.ServiceLoader}) and has the observer told of what all its connection factories do.
 */
public interface MessageObserverFactory {

    /** The observer, for which is asked once in each class loader of an adapter, when its first store is configured. */
    MessageObserver create();
}
