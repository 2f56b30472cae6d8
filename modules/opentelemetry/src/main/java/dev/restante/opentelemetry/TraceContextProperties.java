package dev.restante.opentelemetry;

import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedMessage;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Trace context in message properties, read and written by OpenTelemetry propagators. The W3C keys are valid property
 * names of Jakarta Messaging, and in other keys a hyphen becomes {@code __dash__}, as in OpenTelemetry's agent.
 */
final class TraceContextProperties implements TextMapGetter<ObservedMessage>, TextMapSetter<MessageToSend> {

    static final TraceContextProperties INSTANCE = new TraceContextProperties();

    private TraceContextProperties() {}

    private static String propertyName(String key) {
        return key.replace("-", "__dash__");
    }

    /** Returns no keys, because the usual propagators read only keys that they know. */
    @Override
    public Iterable<String> keys(ObservedMessage message) {
        return List.of();
    }

    @Override
    public @Nullable String get(@Nullable ObservedMessage message, String key) {
        return message != null && message.property(propertyName(key)) instanceof String text ? text : null;
    }

    @Override
    public void set(@Nullable MessageToSend message, String key, String value) {
        if (message != null) {
            message.setProperty(propertyName(key), value);
        }
    }
}
