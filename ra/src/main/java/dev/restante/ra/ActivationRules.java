package dev.restante.ra;

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

/** What an activation must say, and what it can't say together. */
final class ActivationRules {

    private static final Set<String> MODES = Set.of("Auto-acknowledge", "Dups-ok-acknowledge");
    private static final Set<String> DURABILITIES = Set.of("Durable", "NonDurable");
    private static final Set<String> OPTIONS = Set.of("A", "B");
    private static final Set<String> TYPES = Set.of("jakarta.jms.Queue", "jakarta.jms.Topic");

    private ActivationRules() {}

    /**
     * Refuses what no store could make right.
     *
     * @throws InvalidPropertyException that names each bad property, its value and the remedy
     */
    static void check(RestanteActivationSpec spec, @Nullable RestanteResourceAdapter adapter)
            throws InvalidPropertyException {
        Map<String, String> wrong = new LinkedHashMap<>();
        checkDestination(spec, wrong);
        oneOf("acknowledgeMode", spec.getAcknowledgeMode(), MODES, wrong);
        oneOf("subscriptionDurability", spec.getSubscriptionDurability(), DURABILITIES, wrong);
        oneOf("deliveryOption", spec.getDeliveryOption(), OPTIONS, wrong);
        if (spec.getMaxConcurrency() < 1) {
            wrong.put("maxConcurrency", spec.getMaxConcurrency() + " is less than 1");
        }
        try {
            QueueSettings.of(spec);
        } catch (BadPropertyException bad) {
            wrong.put(bad.property(), String.valueOf(bad.getMessage()));
        }
        if (spec.getConnectionFactoryLookup() != null && saysStore(spec, adapter)) {
            wrong.put(
                    "connectionFactoryLookup",
                    "'" + spec.getConnectionFactoryLookup()
                            + "' says which store and how: leave out url, dataSource, user, password and options, or this");
        }
        if (spec.getSubscriptionDurability().equals("Durable") && spec.getSubscriptionName() == null) {
            wrong.put("subscriptionName", "is missing: a durable subscription is known by its name");
        }
        if (spec.getSubscriptionDurability().equals("Durable")
                && !spec.getShareSubscription()
                && spec.getClientId() == null) {
            wrong.put(
                    "clientId",
                    "is missing: a durable subscription that is not shared needs one; give it, or leave out shareSubscription");
        }
        if (!wrong.isEmpty()) {
            throw refused(wrong);
        }
        if (spec.getConnectionFactoryLookup() == null) {
            Stores.check(spec.orElse(adapter));
        }
    }

    /** Whether it says something of the store that the adapter does not say, which Open Liberty copies into the activation. */
    private static boolean saysStore(StoreProperties spec, @Nullable StoreProperties adapter) {
        return Stream.<Function<StoreProperties, @Nullable String>>of(
                        StoreProperties::getUrl,
                        StoreProperties::getDataSource,
                        StoreProperties::getOptions,
                        StoreProperties::getUser)
                .anyMatch(property -> {
                    String said = property.apply(spec);
                    return said != null && (adapter == null || !said.equals(property.apply(adapter)));
                });
    }

    private static void checkDestination(RestanteActivationSpec spec, Map<String, String> wrong) {
        if (spec.getDestination() == null && spec.getDestinationLookup() == null) {
            wrong.put(
                    "destinationLookup",
                    "is missing: give the JNDI name of a queue or topic, or its own name as destination");
        }
        if (spec.getDestination() != null && spec.getDestinationLookup() != null) {
            wrong.put(
                    "destination",
                    "'" + spec.getDestination() + "' and destinationLookup are two destinations: leave one out");
        }
        String type = spec.getDestinationType();
        if (type != null) {
            oneOf("destinationType", type, TYPES, wrong);
        }
        if ("jakarta.jms.Queue".equals(type)
                && (spec.getSubscriptionName() != null
                        || spec.getSubscriptionDurability().equals("Durable"))) {
            wrong.put(
                    "destinationType",
                    "'jakarta.jms.Queue' has no subscriptions: leave out subscriptionName and subscriptionDurability, or say jakarta.jms.Topic");
        }
    }

    private static void oneOf(String property, String value, Set<String> allowed, Map<String, String> wrong) {
        if (!allowed.contains(value)) {
            wrong.put(property, "'" + value + "' is none of " + List.copyOf(new java.util.TreeSet<>(allowed)));
        }
    }

    private static InvalidPropertyException refused(Map<String, String> wrong) {
        StringBuilder text = new StringBuilder("The activation can't be used:");
        wrong.forEach((property, why) -> text.append(" property ")
                .append(property)
                .append(' ')
                .append(why)
                .append(';'));
        text.setLength(text.length() - 1);
        InvalidPropertyException refused = new InvalidPropertyException(text.toString());
        refused.setInvalidPropertyDescriptors(
                wrong.keySet().stream().map(ActivationRules::descriptor).toArray(PropertyDescriptor[]::new));
        return refused;
    }

    private static @Nullable PropertyDescriptor descriptor(String property) {
        try {
            return new PropertyDescriptor(property, RestanteActivationSpec.class);
        } catch (IntrospectionException e) {
            throw new IllegalStateException(property, e);
        }
    }
}
