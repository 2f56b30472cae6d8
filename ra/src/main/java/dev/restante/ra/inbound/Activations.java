package dev.restante.ra.inbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.model.WorkerThread;
import dev.restante.ra.store.OpenStores;
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

/**
 * The activations of a resource adapter: from what a server asks for to what consumes (RA-16, RA-17, RA-18).
 * Thread-safe.
 */
public final class Activations {

    /** Both are compared by identity: two beans may say the same. */
    private record Key(MessageEndpointFactory endpoints, ActivationSpec spec) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.endpoints == endpoints && key.spec == spec;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(endpoints) * 31 + System.identityHashCode(spec);
        }
    }

    private final OpenStores stores;
    private final Map<Key, Activation> active = new ConcurrentHashMap<>();

    public Activations(OpenStores stores) {
        this.stores = stores;
    }

    /**
     * Begins one.
     *
     * @param spec by which the server ends it again
     * @throws ResourceException that names the property, its value and the remedy
     */
    public void begin(
            MessageEndpointFactory endpoints, ActivationSpec spec, ActivationRequest request, WorkManager works)
            throws ResourceException {
        ActivationSettings.Delivery delivery = request.settings().delivery();
        Consumption consumption = Consumption.of(request);
        RestanteXAConnectionFactory factory = stores.factory(request.use().settings());
        String name = "Activation of " + bean(endpoints) + "for " + request.destination();
        Activation activation;
        try {
            activation = new Activation(
                    name,
                    factory,
                    consumption,
                    EndpointSource.of(endpoints, works, delivery),
                    delivery.maxConcurrency());
        } catch (NoSuchMethodException e) {
            throw new NotSupportedException(name + ": the endpoint is no jakarta.jms.MessageListener", e);
        }
        try {
            activation.begin();
        } catch (JMSException refusal) {
            activation.end();
            throw refused(name, request, refusal);
        }
        active.put(new Key(endpoints, spec), activation);
    }

    /** Which bean it is, where the server tells. */
    private static String bean(MessageEndpointFactory endpoints) {
        Class<?> type = endpoints.getEndpointClass();
        return type == null ? "" : type.getSimpleName() + " ";
    }

    private static ResourceException refused(String name, ActivationRequest request, JMSException refusal) {
        ActivationSettings said = request.settings();
        StoreSettings store = request.use().settings();
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
                        "deadLetterTo '" + said.queue().deadLetterTo() + "'";
                    default -> located;
                };
        String remedy = code.equals(ErrorCodes.SECURITY) ? credentialsRemedy(store) : "";
        return new NotSupportedException(
                name + " can't begin; property " + property + ": " + refusal.getMessage() + remedy, refusal);
    }

    /** Waiting does not help: a database that says so is up. */
    private static String credentialsRemedy(StoreSettings store) {
        if (store.user() != null) {
            return "; correct the properties user and password";
        }
        return store.dataSource() == null
                ? "; set the properties user and password"
                : "; correct the credentials that the data source has in the server";
    }

    /** Ends one; nothing happens if it was ended or never begun. */
    public void end(MessageEndpointFactory endpoints, ActivationSpec spec) {
        Activation ended = active.remove(new Key(endpoints, spec));
        if (ended != null) {
            ended.end();
        }
    }

    /** Ends all, at the same time: each may have to wait for its deliveries. */
    public void endAll() {
        List<WorkerThread> ending = new ArrayList<>();
        for (Key key : active.keySet()) {
            WorkerThread each = WorkerThread.forApplication(() -> end(key.endpoints(), key.spec()), "restante-ending");
            each.start();
            ending.add(each);
        }
        ending.forEach(WorkerThread::awaitEnd);
    }
}
