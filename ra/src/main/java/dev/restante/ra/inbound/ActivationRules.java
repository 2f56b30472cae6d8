package dev.restante.ra.inbound;

import dev.restante.ra.base.BadPropertyException;
import dev.restante.ra.store.StoreConfiguration;
import dev.restante.ra.store.Stores;
import jakarta.resource.spi.InvalidPropertyException;
import java.beans.IntrospectionException;
import java.beans.PropertyDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules for activations: what one must say, and what it can't say together. */
public final class ActivationRules {

    private static final Set<String> MODES = Set.of("Auto-acknowledge", "Dups-ok-acknowledge");
    private static final Set<String> DURABILITIES = Set.of("Durable", "NonDurable");
    private static final Set<String> OPTIONS = Set.of("A", "B");
    private static final Set<String> TYPES = Set.of("jakarta.jms.Queue", "jakarta.jms.Topic");

    private ActivationRules() {}

    /**
     * Refuses what no store could make right.
     *
     * @param adapter what the resource adapter says of the store; null where there is none yet
     * @param bean that has the properties
     * @throws InvalidPropertyException that names each bad property, its value and the remedy
     */
    public static void check(ActivationSettings said, @Nullable StoreConfiguration adapter, Class<?> bean)
            throws InvalidPropertyException {
        Map<String, String> wrong = new LinkedHashMap<>();
        checkTarget(said, wrong);
        oneOf("acknowledgeMode", said.delivery().acknowledgeMode(), MODES, wrong);
        oneOf("subscriptionDurability", said.subscription().durability(), DURABILITIES, wrong);
        oneOf("deliveryOption", said.delivery().option(), OPTIONS, wrong);
        if (said.delivery().maxConcurrency() < 1) {
            wrong.put("maxConcurrency", said.delivery().maxConcurrency() + " is less than 1");
        }
        try {
            QueueSettings.of(said.queue());
        } catch (BadPropertyException bad) {
            wrong.put(bad.property(), String.valueOf(bad.getMessage()));
        }
        String factory = said.connectionFactoryLookup();
        if (factory != null && saysStore(said.store(), adapter)) {
            wrong.put(
                    "connectionFactoryLookup",
                    "'" + factory
                            + "' says which store and how: leave out url, dataSource, user, password and options, or this");
        }
        checkSubscription(said, wrong);
        if (!wrong.isEmpty()) {
            throw refused(wrong, bean);
        }
        if (factory == null) {
            Stores.check(said.store().orElse(adapter));
        }
    }

    /**
     * Whether it says something of the store that the adapter does not say, which Open Liberty copies into the
     * activation.
     */
    private static boolean saysStore(StoreConfiguration said, @Nullable StoreConfiguration adapter) {
        return Stream.<Function<StoreConfiguration, @Nullable String>>of(
                        StoreConfiguration::url,
                        StoreConfiguration::dataSource,
                        StoreConfiguration::options,
                        StoreConfiguration::user)
                .anyMatch(property -> {
                    String here = property.apply(said);
                    return here != null && (adapter == null || !here.equals(property.apply(adapter)));
                });
    }

    private static void checkTarget(ActivationSettings said, Map<String, String> wrong) {
        ActivationSettings.Target target = said.target();
        if (target.name() == null && target.lookup() == null) {
            wrong.put(
                    "destinationLookup",
                    "is missing: give the JNDI name of a queue or topic, or its own name as destination");
        }
        if (target.name() != null && target.lookup() != null) {
            wrong.put(
                    "destination", "'" + target.name() + "' and destinationLookup are two destinations: leave one out");
        }
        if (target.type() != null) {
            oneOf("destinationType", target.type(), TYPES, wrong);
        }
        ActivationSettings.Subscription subscription = said.subscription();
        if (target.mustBeQueue() && (subscription.name() != null || subscription.durable())) {
            wrong.put(
                    "destinationType",
                    "'jakarta.jms.Queue' has no subscriptions: leave out subscriptionName and subscriptionDurability, or say jakarta.jms.Topic");
        }
    }

    private static void checkSubscription(ActivationSettings said, Map<String, String> wrong) {
        ActivationSettings.Subscription subscription = said.subscription();
        if (subscription.durable() && subscription.name() == null) {
            wrong.put("subscriptionName", "is missing: a durable subscription is known by its name");
        }
        if (subscription.durable() && !subscription.shared() && said.clientId() == null) {
            wrong.put(
                    "clientId",
                    "is missing: a durable subscription that is not shared needs one; give it, or leave out shareSubscription");
        }
    }

    private static void oneOf(String property, String value, Set<String> allowed, Map<String, String> wrong) {
        if (!allowed.contains(value)) {
            wrong.put(property, "'" + value + "' is none of " + List.copyOf(new java.util.TreeSet<>(allowed)));
        }
    }

    private static InvalidPropertyException refused(Map<String, String> wrong, Class<?> bean) {
        StringBuilder text = new StringBuilder("The activation can't be used:");
        wrong.forEach((property, why) -> text.append(" property ")
                .append(property)
                .append(' ')
                .append(why)
                .append(';'));
        text.setLength(text.length() - 1);
        InvalidPropertyException refused = new InvalidPropertyException(text.toString());
        refused.setInvalidPropertyDescriptors(wrong.keySet().stream()
                .map(property -> descriptor(property, bean))
                .toArray(PropertyDescriptor[]::new));
        return refused;
    }

    private static @Nullable PropertyDescriptor descriptor(String property, Class<?> bean) {
        try {
            return new PropertyDescriptor(property, bean);
        } catch (IntrospectionException e) {
            throw new IllegalStateException(property, e);
        }
    }
}
