package dev.restante.ra.inbound;

import dev.restante.ra.base.BadPropertyException;
import dev.restante.ra.store.ConnectionFactoryBuilder;
import dev.restante.ra.store.StoreConfiguration;
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

/** Validation rules for activation properties. */
public final class ActivationRules {

    private static final Set<String> MODES = Set.of("Auto-acknowledge", "Dups-ok-acknowledge");
    private static final Set<String> DURABILITIES = Set.of("Durable", "NonDurable");
    private static final Set<String> OPTIONS = Set.of("A", "B");
    private static final Set<String> TYPES = Set.of("jakarta.jms.Queue", "jakarta.jms.Topic");

    private ActivationRules() {}

    /**
     * Rejects properties that no store can accept.
     *
     * @param adapter the store properties of the resource adapter; null if no adapter is set yet
     * @throws InvalidPropertyException that names each invalid property, its value and the remedy
     */
    public static void check(ActivationSettings settings, @Nullable StoreConfiguration adapter, Class<?> beanClass)
            throws InvalidPropertyException {
        Map<String, String> problems = new LinkedHashMap<>();
        checkTarget(settings, problems);
        oneOf("acknowledgeMode", settings.delivery().acknowledgeMode(), MODES, problems);
        oneOf("subscriptionDurability", settings.subscription().durability(), DURABILITIES, problems);
        oneOf("deliveryOption", settings.delivery().option(), OPTIONS, problems);
        if (settings.delivery().maxConcurrency() < 1) {
            problems.put("maxConcurrency", settings.delivery().maxConcurrency() + " is less than 1");
        }
        try {
            ActivationQueueOptions.of(settings.queueOptions());
        } catch (BadPropertyException bad) {
            problems.put(bad.property(), String.valueOf(bad.getMessage()));
        }
        String factory = settings.connectionFactoryLookup();
        if (factory != null && configuresStore(settings.store(), adapter)) {
            problems.put(
                    "connectionFactoryLookup",
                    "'" + factory + "' cannot be combined with url, dataSource, user, password and options");
        }
        checkSubscription(settings, problems);
        if (!problems.isEmpty()) {
            throw refused(problems, beanClass);
        }
        if (factory == null) {
            ConnectionFactoryBuilder.check(settings.store().mergedWith(adapter));
        }
    }

    /**
     * Returns whether the activation configures its own store, except by properties that Open Liberty copies from the
     * adapter.
     */
    private static boolean configuresStore(StoreConfiguration settings, @Nullable StoreConfiguration adapter) {
        return Stream.<Function<StoreConfiguration, @Nullable String>>of(
                        StoreConfiguration::url,
                        StoreConfiguration::dataSource,
                        StoreConfiguration::options,
                        StoreConfiguration::user)
                .anyMatch(property -> {
                    String here = property.apply(settings);
                    return here != null && (adapter == null || !here.equals(property.apply(adapter)));
                });
    }

    private static void checkTarget(ActivationSettings settings, Map<String, String> problems) {
        ActivationSettings.DestinationSettings target = settings.target();
        if (target.name() == null && target.lookup() == null) {
            problems.put(
                    "destinationLookup",
                    "is missing: set it to the JNDI name of a queue or topic, or set destination to its name");
        }
        if (target.name() != null && target.lookup() != null) {
            problems.put("destination", "'" + target.name() + "' cannot be combined with destinationLookup");
        }
        if (target.type() != null) {
            oneOf("destinationType", target.type(), TYPES, problems);
        }
        ActivationSettings.SubscriptionSettings subscription = settings.subscription();
        if (target.mustBeQueue() && (subscription.name() != null || subscription.durable())) {
            problems.put(
                    "destinationType",
                    "'jakarta.jms.Queue' has no subscriptions: remove subscriptionName and subscriptionDurability,"
                            + " or set jakarta.jms.Topic");
        }
    }

    private static void checkSubscription(ActivationSettings settings, Map<String, String> problems) {
        ActivationSettings.SubscriptionSettings subscription = settings.subscription();
        if (subscription.durable() && subscription.name() == null) {
            problems.put("subscriptionName", "is missing: a durable subscription needs a name");
        }
        if (subscription.durable() && !subscription.shared() && settings.clientId() == null) {
            problems.put(
                    "clientId",
                    "is missing: a durable subscription that is not shared needs a client id. Set clientId, or"
                            + " remove shareSubscription");
        }
    }

    private static void oneOf(String property, String value, Set<String> allowed, Map<String, String> problems) {
        if (!allowed.contains(value)) {
            problems.put(property, "'" + value + "' is not one of " + List.copyOf(new java.util.TreeSet<>(allowed)));
        }
    }

    private static InvalidPropertyException refused(Map<String, String> problems, Class<?> beanClass) {
        StringBuilder text = new StringBuilder("The configuration of the activation is invalid:");
        problems.forEach((property, why) -> text.append(" property ")
                .append(property)
                .append(' ')
                .append(why)
                .append(';'));
        text.setLength(text.length() - 1);
        InvalidPropertyException refused = new InvalidPropertyException(text.toString());
        refused.setInvalidPropertyDescriptors(problems.keySet().stream()
                .map(property -> descriptor(property, beanClass))
                .toArray(PropertyDescriptor[]::new));
        return refused;
    }

    private static @Nullable PropertyDescriptor descriptor(String property, Class<?> beanClass) {
        try {
            return new PropertyDescriptor(property, beanClass);
        } catch (IntrospectionException e) {
            throw new IllegalStateException(property, e);
        }
    }
}
