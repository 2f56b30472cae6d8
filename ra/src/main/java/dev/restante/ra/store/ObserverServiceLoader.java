package dev.restante.ra.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageObserverFactory;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loader of the message observers that are registered as services in a class loader. Thread-safe.
 *
 * <p>All connection factories share one instance of each observer.
 */
final class ObserverServiceLoader {

    /** Loader for services in the resource adapter archive and in libraries that the server adds to it. */
    static final ObserverServiceLoader INSTANCE =
            new ObserverServiceLoader(ObserverServiceLoader.class.getClassLoader());

    private final ClassLoader services;

    @GuardedBy("this")
    private @Nullable List<MessageObserver> observers;

    ObserverServiceLoader(ClassLoader services) {
        this.services = services;
    }

    /**
     * Returns all observers.
     *
     * @throws InvalidPropertyException if an observer cannot be created, because a part of them would not be enough
     */
    synchronized List<MessageObserver> all() throws InvalidPropertyException {
        List<MessageObserver> known = observers;
        if (known == null) {
            known = new ArrayList<>();
            try {
                for (MessageObserverFactory each : ServiceLoader.load(MessageObserverFactory.class, services)) {
                    known.add(each.create());
                }
            } catch (ServiceConfigurationError | RuntimeException failure) {
                throw new InvalidPropertyException(
                        "A message observer cannot be created by the service loader: " + failure.getMessage(), failure);
            }
            observers = known;
        }
        return known;
    }
}
