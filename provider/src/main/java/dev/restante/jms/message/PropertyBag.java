package dev.restante.jms.message;

import dev.restante.model.DeliveryNote;
import jakarta.jms.JMSException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one message, with the conversion rules of JMS §3.5. A received message's bag is read-only until it
 * is cleared; what the provider tells about the delivery lies over the sender's properties without being part of them,
 * so it is seen here and does not go along when the message is sent again. A producer can keep its own properties in
 * such a bag too. Not thread-safe.
 */
public final class PropertyBag {

    private Map<String, @Nullable Object> properties;
    private @Nullable ReceivedFacts facts;

    /** An empty bag that can be written. */
    public PropertyBag() {
        properties = new LinkedHashMap<>();
    }

    private PropertyBag(Map<String, @Nullable Object> properties, ReceivedFacts facts) {
        this.properties = properties;
        this.facts = facts;
    }

    /** The read-only properties of a received message. */
    static PropertyBag received(Map<String, @Nullable Object> sent, ReceivedFacts facts) {
        DeliveryNote note = facts.note();
        return new PropertyBag(note == null ? sent : note.shown(sent), facts);
    }

    /**
     * Sets a property, null included.
     *
     * @throws IllegalArgumentException if the name is null or empty
     * @throws jakarta.jms.MessageNotWriteableException if the bag is that of a received message
     * @throws JMSException as {@link PropertyRules#check} does
     */
    public void set(@Nullable String name, @Nullable Object value) throws JMSException {
        PropertyRules.check(name, value);
        if (facts != null) {
            throw Refusals.readOnlyProperties();
        }
        properties.put(name, value);
    }

    /** The value as it was set; null where there is none or null was set. */
    public @Nullable Object get(@Nullable String name) {
        if (name == null) {
            return null;
        }
        Object provided = facts == null ? null : facts.providerProperty(name);
        return provided == null ? properties.get(name) : provided;
    }

    /** Whether the property was set, be it to null (PRP-10). */
    public boolean contains(@Nullable String name) {
        return name != null
                && (properties.containsKey(name) || (facts != null && facts.providerProperty(name) != null));
    }

    /** The names, in a set of its own. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>(properties.keySet());
        if (facts != null) {
            names.addAll(facts.providerPropertyNames());
        }
        return names;
    }

    /** Removes everything, what the provider shows included, and makes the bag writeable (PRP-13). */
    public void clear() {
        properties = new LinkedHashMap<>();
        facts = null;
    }

    /**
     * What a send takes along: an unmodifiable copy without the properties that the provider owns. A received message
     * that is sent again also leaves its duplicate id behind, or the copy would be taken for a duplicate of what was
     * received.
     */
    Map<String, @Nullable Object> snapshot() {
        if (properties.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<String, @Nullable Object> taken = new LinkedHashMap<>(properties);
        taken.keySet().removeIf(VendorProperties::providerOwned);
        if (facts != null) {
            taken.remove(VendorProperties.DUPLICATE_ID);
        }
        return Collections.unmodifiableMap(taken);
    }
}
