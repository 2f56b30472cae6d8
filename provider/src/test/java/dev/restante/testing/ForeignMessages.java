package dev.restante.testing;

import jakarta.jms.TextMessage;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;

/** Factory of messages of another provider, which does not check the names of properties. */
public final class ForeignMessages {

    private ForeignMessages() {}

    /** Returns a text message with these properties, without headers. */
    public static TextMessage of(String text, Map<String, ?> properties) {
        return (TextMessage) Proxy.newProxyInstance(
                TextMessage.class.getClassLoader(),
                new Class<?>[] {TextMessage.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getText" -> text;
                    case "getPropertyNames" -> Collections.enumeration(properties.keySet());
                    case "getObjectProperty" -> properties.get((String) arguments[0]);
                    default -> null;
                });
    }
}
