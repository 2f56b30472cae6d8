package dev.restante.opentelemetry;

import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedMessage;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The context of a trace in properties of a message. The keys of W3C are names that Jakarta Messaging allows; in those of
 * other propagators a hyphen becomes {@code __dash__}, as OpenTelemetry's agent has it.
 */
final class MessageProperties implements TextMapGetter<ObservedMessage>, TextMapSetter<MessageToSend> {

    static final MessageProperties INSTANCE = new MessageProperties();

    private MessageProperties() {}

    private static String property(String key) {
        return key.replace("-", "__dash__");
    }

    /** No propagator that is in use asks for all keys: each knows its own. */
    @Override
    public Iterable<String> keys(ObservedMessage message) {
        return List.of();
    }

    @Override
    public @Nullable String get(@Nullable ObservedMessage message, String key) {
        return message != null && message.property(property(key)) instanceof String text ? text : null;
    }

    @Override
    public void set(@Nullable MessageToSend message, String key, String value) {
        if (message != null) {
            message.setProperty(property(key), value);
        }
    }
}
