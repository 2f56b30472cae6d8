package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.model.WorkerThread;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.WorkManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The activations of a resource adapter: from what a server asks for to what consumes (RA-16, RA-17, RA-18).
 * Thread-safe.
 */
final class Activations {

    /** Both are compared by identity: two beans may say the same. */
    private record Key(MessageEndpointFactory endpoints, RestanteActivationSpec spec) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.endpoints == endpoints && key.spec.equals(spec);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(endpoints) * 31 + spec.hashCode();
        }
    }

    private final OpenStores stores;
    private final Map<Key, Activation> active = new ConcurrentHashMap<>();

    Activations(OpenStores stores) {
        this.stores = stores;
    }

    /**
     * Begins one.
     *
     * @throws ResourceException that names the property, its value and the remedy
     */
    void begin(
            MessageEndpointFactory endpoints,
            RestanteActivationSpec spec,
            RestanteResourceAdapter adapter,
            WorkManager works)
            throws ResourceException {
        ActivationRules.check(spec, adapter);
        StoreUse use = StoreUse.of(spec, adapter);
        NamedDataSource.check(use.settings());
        Destination destination = destination(spec);
        String clientId = spec.getClientId() == null ? use.clientId() : spec.getClientId();
        Consumption consumption = Consumption.of(spec, destination, clientId);
        RestanteXAConnectionFactory factory = stores.factory(use.settings());
        String name = "Activation of " + bean(endpoints) + "for " + destination;
        Activation activation;
        try {
            activation = new Activation(
                    name, factory, consumption, EndpointSource.of(endpoints, works, spec), spec.getMaxConcurrency());
        } catch (NoSuchMethodException e) {
            throw new NotSupportedException(name + ": the endpoint is no jakarta.jms.MessageListener", e);
        }
        try {
            activation.begin();
        } catch (JMSException refusal) {
            activation.end();
            throw refused(name, spec, use.settings(), refusal);
        }
        active.put(new Key(endpoints, spec), activation);
    }

    /** Which bean it is, where the server tells. */
    private static String bean(MessageEndpointFactory endpoints) {
        Class<?> type = endpoints.getEndpointClass();
        return type == null ? "" : type.getSimpleName() + " ";
    }

    private static Destination destination(RestanteActivationSpec spec) throws ResourceException {
        String lookup = spec.getDestinationLookup();
        String type = spec.getDestinationType();
        if (lookup == null) {
            ConfiguredDestination named = "jakarta.jms.Topic".equals(type) ? new RestanteTopic() : new RestanteQueue();
            named.setName(spec.getDestination());
            return (Destination) named;
        }
        Object found = lookup("destinationLookup", lookup);
        if (!(found instanceof Destination destination)) {
            throw Refusals.property(
                    "destinationLookup",
                    lookup,
                    "is no queue or topic but " + found.getClass().getName(),
                    null);
        }
        boolean fits =
                type == null || (type.equals("jakarta.jms.Topic") ? found instanceof Topic : found instanceof Queue);
        if (!fits) {
            throw Refusals.property(
                    "destinationType", type, "destinationLookup '" + lookup + "' leads to " + found, null);
        }
        return destination;
    }

    /** In the namespace of the bean, whose server calls. */
    @SuppressWarnings("BanJNDI") // the name is the deployer's, who has configured what is bound
    static Object lookup(String property, String name) throws ResourceException {
        try {
            Object found = new InitialContext().lookup(name);
            if (found != null) {
                return found;
            }
        } catch (NamingException failure) {
            throw Refusals.property(
                    property,
                    name,
                    "nothing is bound to that JNDI name; configure the object, or correct the name",
                    failure);
        }
        throw Refusals.property(property, name, "nothing is bound to that JNDI name", null);
    }

    private static ResourceException refused(
            String name, RestanteActivationSpec spec, StoreSettings store, JMSException refusal) {
        String code = String.valueOf(refusal.getErrorCode());
        String located = store.dataSource() == null ? "url" : "dataSource '" + store.dataSource() + "'";
        String property =
                switch (code) {
                    case "RESTANTE-SECURITY" ->
                        store.user() == null ? located : "user '" + store.user() + "' or password";
                    case "RESTANTE-INVALID-SELECTOR" -> "messageSelector '" + spec.getMessageSelector() + "'";
                    case "RESTANTE-INVALID-DESTINATION", "RESTANTE-ENTITY-NOT-FOUND", "RESTANTE-ENTITY-INVALID" ->
                        spec.getDestination() == null
                                ? "destinationLookup '" + spec.getDestinationLookup() + "'"
                                : "destination '" + spec.getDestination() + "'";
                    case "RESTANTE-SUBSCRIPTION-CONFLICT" -> "subscriptionName '" + spec.getSubscriptionName() + "'";
                    case "RESTANTE-INVALID-ARGUMENT" -> "deadLetterTo '" + spec.getDeadLetterTo() + "'";
                    default -> located;
                };
        String remedy = code.equals("RESTANTE-SECURITY") ? credentialsRemedy(store) : "";
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
    void end(MessageEndpointFactory endpoints, RestanteActivationSpec spec) {
        Activation ended = active.remove(new Key(endpoints, spec));
        if (ended != null) {
            ended.end();
        }
    }

    /** Ends all, at the same time: each may have to wait for its deliveries. */
    void endAll() {
        List<Thread> ending = new ArrayList<>();
        for (Key key : active.keySet()) {
            Thread each = WorkerThread.forApplication(() -> end(key.endpoints(), key.spec()), "restante-ending");
            each.start();
            ending.add(each);
        }
        for (Thread each : ending) {
            try {
                each.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
