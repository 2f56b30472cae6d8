package dev.restante;

import dev.restante.jms.message.PropertyRules;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Properties that a receiver changes when it settles a message: the same names and values as those of messages. */
final class SettlementProperties {

    private SettlementProperties() {}

    /**
     * A checked copy.
     *
     * @throws JMSException if a name or a value cannot be a property's
     */
    static Map<String, @Nullable Object> checked(Map<String, ?> properties) throws JMSException {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<String, ?> property : properties.entrySet()) {
            PropertyRules.check(property.getKey(), property.getValue());
            copy.put(property.getKey(), property.getValue());
        }
        return copy;
    }
}
