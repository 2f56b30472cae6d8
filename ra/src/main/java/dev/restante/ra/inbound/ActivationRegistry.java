package dev.restante.ra.inbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.model.WorkerThread;
import dev.restante.ra.store.ConnectionFactoryRegistry;
import dev.restante.ra.store.StoreSettings;
import jakarta.jms.JMSException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.WorkManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Registry of the active message-driven beans of a resource adapter (RA-16, RA-17, RA-18). Thread-safe. */
public final class ActivationRegistry {

    /** Key of an activation. It compares by identity, because two beans can have equal configurations. */
    private record ActivationKey(MessageEndpointFactory endpoints, ActivationSpec spec) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ActivationKey key && key.endpoints == endpoints && key.spec == spec;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(endpoints) * 31 + System.identityHashCode(spec);
        }
    }

    private final ConnectionFactoryRegistry factories;
    private final Map<ActivationKey, Activation> active = new ConcurrentHashMap<>();

    public ActivationRegistry(ConnectionFactoryRegistry factories) {
        this.factories = factories;
    }

    /**
     * Starts an activation.
     *
     * @param spec the object with which the server ends the activation
     * @throws ResourceException that names the property, its value and the remedy
     */
    public void start(
            MessageEndpointFactory endpoints, ActivationSpec spec, ActivationRequest request, WorkManager workManager)
            throws ResourceException {
        ActivationSettings.DeliverySettings delivery = request.settings().delivery();
        ActivationDestination destination = ActivationDestination.of(request);
        RestanteXAConnectionFactory factory =
                factories.factory(request.storeReference().settings());
        String name = "Activation of " + beanName(endpoints) + "for " + request.destination();
        Activation activation;
        try {
            activation = new Activation(
                    name,
                    factory,
                    destination,
                    EndpointSessionFactory.of(endpoints, workManager, delivery),
                    delivery.maxConcurrency());
        } catch (NoSuchMethodException e) {
            throw new NotSupportedException(name + ": the endpoint does not implement jakarta.jms.MessageListener", e);
        }
        try {
            activation.start();
        } catch (JMSException refusal) {
            activation.stop();
            throw refused(name, request, refusal);
        }
        active.put(new ActivationKey(endpoints, spec), activation);
    }

    /** Returns the name of the bean, or an empty text if the server does not tell its class. */
    private static String beanName(MessageEndpointFactory endpoints) {
        Class<?> type = endpoints.getEndpointClass();
        return type == null ? "" : type.getSimpleName() + " ";
    }

    private static ResourceException refused(String name, ActivationRequest request, JMSException refusal) {
        ActivationSettings said = request.settings();
        StoreSettings store = request.storeReference().settings();
        String code = String.valueOf(refusal.getErrorCode());
        String located = store.dataSource() == null ? "url" : "dataSource '" + store.dataSource() + "'";
        String property =
                switch (code) {
                    case ErrorCodes.SECURITY ->
                        store.user() == null ? located : "user '" + store.user() + "' or password";
                    case ErrorCodes.INVALID_SELECTOR -> "messageSelector '" + said.messageSelector() + "'";
                    case ErrorCodes.INVALID_DESTINATION, ErrorCodes.ENTITY_NOT_FOUND, ErrorCodes.ENTITY_INVALID ->
                        said.target().property();
                    case ErrorCodes.SUBSCRIPTION_CONFLICT ->
                        "subscriptionName '" + said.subscription().name() + "'";
                    case ErrorCodes.INVALID_ARGUMENT ->
                        "deadLetterTo '" + said.queueOptions().deadLetterTo() + "'";
                    default -> located;
                };
        String remedy = code.equals(ErrorCodes.SECURITY) ? credentialsRemedy(store) : "";
        return new NotSupportedException(
                name + " cannot start because of property " + property + ": " + refusal.getMessage() + remedy, refusal);
    }

    /** Returns the remedy for wrong credentials, which are permanent because the database is running. */
    private static String credentialsRemedy(StoreSettings store) {
        if (store.user() != null) {
            return ". Correct the properties user and password.";
        }
        return store.dataSource() == null
                ? ". Set the properties user and password."
                : ". Correct the credentials of the data source in the application server.";
    }

    public void stop(MessageEndpointFactory endpoints, ActivationSpec spec) {
        Activation ended = active.remove(new ActivationKey(endpoints, spec));
        if (ended != null) {
            ended.stop();
        }
    }

    /** Ends all activations in parallel, because each may wait for its deliveries. */
    public void stopAll() {
        List<WorkerThread> ending = new ArrayList<>();
        for (ActivationKey key : active.keySet()) {
            WorkerThread each =
                    WorkerThread.forApplication(() -> stop(key.endpoints(), key.spec()), "restante-deactivation");
            each.start();
            ending.add(each);
        }
        ending.forEach(WorkerThread::awaitEnd);
    }
}
