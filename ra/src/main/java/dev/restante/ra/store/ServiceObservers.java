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
 * The observers that a class loader has as services: each is made once, and shared by all connection factories.
 * Thread-safe.
 */
final class ServiceObservers {

    /** Those beside the resource adapter, and those that the server gives to it. */
    static final ServiceObservers OF_ADAPTER = new ServiceObservers(ServiceObservers.class.getClassLoader());

    private final ClassLoader services;

    @GuardedBy("this")
    private @Nullable List<MessageObserver> made;

    ServiceObservers(ClassLoader services) {
        this.services = services;
    }

    /**
     * All of them.
     *
     * @throws InvalidPropertyException if one can't be made: nothing is observed by half
     */
    synchronized List<MessageObserver> all() throws InvalidPropertyException {
        List<MessageObserver> known = made;
        if (known == null) {
            known = new ArrayList<>();
            try {
                for (MessageObserverFactory each : ServiceLoader.load(MessageObserverFactory.class, services)) {
                    known.add(each.create());
                }
            } catch (ServiceConfigurationError | RuntimeException failure) {
                throw new InvalidPropertyException(
                        "An observer of messages that is a service can't be made: " + failure.getMessage(), failure);
            }
            made = known;
        }
        return known;
    }
}
