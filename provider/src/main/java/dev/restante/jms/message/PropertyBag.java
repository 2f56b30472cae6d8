package dev.restante.jms.message;

import dev.restante.model.DeliveryAnnotations;
import jakarta.jms.JMSException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Properties of one message with the conversion rules of JMS §3.5. The properties of a received message are read-only
 * until they are cleared. They include metadata of the delivery, which a resend does not copy. Not thread-safe.
 */
public final class PropertyBag {

    private Map<String, @Nullable Object> properties;
    private @Nullable DeliveryMetadata metadata;

    public PropertyBag() {
        properties = new LinkedHashMap<>();
    }

    private PropertyBag(Map<String, @Nullable Object> properties, DeliveryMetadata metadata) {
        this.properties = properties;
        this.metadata = metadata;
    }

    /** Returns the read-only properties of a received message. */
    static PropertyBag received(Map<String, @Nullable Object> sent, DeliveryMetadata metadata) {
        DeliveryAnnotations annotations = metadata.annotations();
        return new PropertyBag(annotations == null ? sent : annotations.applyAll(sent), metadata);
    }

    /**
     * Sets a property, which may be null.
     *
     * @throws IllegalArgumentException if the name is null or empty
     * @throws jakarta.jms.MessageNotWriteableException if the properties belong to a received message
     * @throws JMSException as {@link PropertyRules#check} does
     */
    public void set(@Nullable String name, @Nullable Object value) throws JMSException {
        PropertyRules.check(name, value);
        if (metadata != null) {
            throw MessageExceptions.readOnlyProperties();
        }
        properties.put(name, value);
    }

    /** Returns the value of a property, or null if the property is absent or null. */
    public @Nullable Object get(@Nullable String name) {
        if (name == null) {
            return null;
        }
        if (metadata == null) {
            return properties.get(name);
        }
        Object provided = metadata.providerProperty(name);
        Object own = provided == null ? properties.get(name) : provided;
        return own == null ? ForeignPropertyNames.value(name, properties) : own;
    }

    /** Returns whether the property is set, even to null (PRP-10). */
    public boolean contains(@Nullable String name) {
        return name != null && (properties.containsKey(name) || get(name) != null);
    }

    /** Returns a copy of the names. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>(properties.keySet());
        if (metadata != null) {
            names.addAll(metadata.providerPropertyNames());
        }
        return names;
    }

    /** Removes all properties, including the metadata of the delivery, and makes the bag writable (PRP-13). */
    public void clear() {
        properties = new LinkedHashMap<>();
        metadata = null;
    }

    /**
     * Returns an unmodifiable copy for a send, without provider-owned properties. A received message also omits its
     * duplicate id, because duplicate detection would otherwise drop the resent copy.
     */
    Map<String, @Nullable Object> propertiesToSend() {
        if (properties.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<String, @Nullable Object> taken = new LinkedHashMap<>(properties);
        taken.keySet().removeIf(VendorProperties::isProviderOwned);
        if (metadata != null) {
            taken.remove(VendorProperties.DUPLICATE_ID);
        }
        return Collections.unmodifiableMap(taken);
    }
}
