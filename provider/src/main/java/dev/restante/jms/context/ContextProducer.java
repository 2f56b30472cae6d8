package dev.restante.jms.context;

import static dev.restante.jms.error.UncheckedCalls.callUnchecked;
import static dev.restante.jms.error.UncheckedCalls.callUncheckedNullable;
import static dev.restante.jms.error.UncheckedCalls.runUnchecked;

import dev.restante.jms.JmsSession;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.send.JmsMessageProducer;
import dev.restante.jms.send.SendSettings;
import dev.restante.model.DestinationName;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Producer of the simplified API, with send options, headers and properties for each message (SIM-11). A template
 * message contains the headers and properties, and converts the values of the properties (SIM-16).
 */
final class ContextProducer implements JMSProducer {

    private final JmsSession session;
    private final SendSettings settings;
    private final MessageProducer producer;
    private final RestanteMessage template = new RestanteMessage();
    private final Set<String> propertyNames = new PropertyNames();
    private byte @Nullable [] correlationBytes;
    private @Nullable CompletionListener asyncListener;

    ContextProducer(JmsSession session) {
        this.session = session;
        this.settings = new SendSettings(session.core().connection().options().expirationBase());
        this.producer = new JmsMessageProducer(session.core().sender(), settings);
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Message message) {
        return sendCreated(destination, () -> message);
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable String body) {
        return sendCreated(destination, () -> session.createTextMessage(body));
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Map<String, Object> body) {
        return sendCreated(destination, () -> mapMessage(body));
    }

    @Override
    public JMSProducer send(Destination destination, byte @Nullable [] body) {
        return sendCreated(destination, () -> {
            BytesMessage message = session.createBytesMessage();
            if (body != null) {
                message.writeBytes(body);
            }
            return message;
        });
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Serializable body) {
        return sendCreated(destination, () -> session.createObjectMessage(body));
    }

    private MapMessage mapMessage(@Nullable Map<String, Object> body) throws JMSException {
        MapMessage message = session.createMapMessage();
        if (body != null) {
            for (Map.Entry<String, Object> entry : body.entrySet()) {
                message.setObject(entry.getKey(), entry.getValue());
            }
        }
        return message;
    }

    private JMSProducer sendCreated(Destination destination, UncheckedCalls.NullableCheckedCall<Message> creation) {
        return callUnchecked(() -> {
            session.checkUsable();
            DestinationName unused = Destinations.name(destination);
            Message message = creation.call();
            if (message != null) {
                applyTo(message);
            }
            CompletionListener listener = asyncListener;
            if (listener == null) {
                producer.send(destination, message);
            } else {
                producer.send(destination, message, listener);
            }
            return this;
        });
    }

    private void applyTo(Message message) throws JMSException {
        for (Enumeration<?> names = template.getPropertyNames(); names.hasMoreElements(); ) {
            String name = (String) names.nextElement();
            message.setObjectProperty(name, template.getObjectProperty(name));
        }
        if (correlationBytes != null) {
            message.setJMSCorrelationIDAsBytes(correlationBytes);
        } else if (template.getJMSCorrelationID() != null) {
            message.setJMSCorrelationID(template.getJMSCorrelationID());
        }
        if (template.getJMSType() != null) {
            message.setJMSType(template.getJMSType());
        }
        if (template.getJMSReplyTo() != null) {
            message.setJMSReplyTo(template.getJMSReplyTo());
        }
    }

    private JMSProducer applySetting(UncheckedCalls.CheckedAction change) {
        runUnchecked(change);
        return this;
    }

    @Override
    public JMSProducer setDisableMessageID(boolean value) {
        return applySetting(() -> settings.messageIdDisabled(value));
    }

    @Override
    public boolean getDisableMessageID() {
        return settings.messageIdDisabled();
    }

    @Override
    public JMSProducer setDisableMessageTimestamp(boolean value) {
        return applySetting(() -> settings.timestampDisabled(value));
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return settings.timestampDisabled();
    }

    @Override
    public JMSProducer setDeliveryMode(int value) {
        return applySetting(() -> settings.deliveryMode(value));
    }

    @Override
    public int getDeliveryMode() {
        return settings.deliveryMode();
    }

    @Override
    public JMSProducer setPriority(int value) {
        return applySetting(() -> settings.priority(value));
    }

    @Override
    public int getPriority() {
        return settings.priority();
    }

    @Override
    public JMSProducer setTimeToLive(long value) {
        return applySetting(() -> settings.timeToLiveMillis(value));
    }

    @Override
    public long getTimeToLive() {
        return settings.timeToLiveMillis();
    }

    @Override
    public JMSProducer setDeliveryDelay(long value) {
        return applySetting(() -> settings.deliveryDelayMillis(value));
    }

    @Override
    public long getDeliveryDelay() {
        return settings.deliveryDelayMillis();
    }

    @Override
    public JMSProducer setAsync(@Nullable CompletionListener completionListener) {
        asyncListener = completionListener;
        return this;
    }

    @Override
    public @Nullable CompletionListener getAsync() {
        return asyncListener;
    }

    @Override
    public JMSProducer setProperty(String name, boolean value) {
        return applySetting(() -> template.setBooleanProperty(name, value));
    }

    @Override
    public boolean getBooleanProperty(String name) {
        return callUnchecked(() -> template.getBooleanProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, byte value) {
        return applySetting(() -> template.setByteProperty(name, value));
    }

    @Override
    public byte getByteProperty(String name) {
        return callUnchecked(() -> template.getByteProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, short value) {
        return applySetting(() -> template.setShortProperty(name, value));
    }

    @Override
    public short getShortProperty(String name) {
        return callUnchecked(() -> template.getShortProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, int value) {
        return applySetting(() -> template.setIntProperty(name, value));
    }

    @Override
    public int getIntProperty(String name) {
        return callUnchecked(() -> template.getIntProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, long value) {
        return applySetting(() -> template.setLongProperty(name, value));
    }

    @Override
    public long getLongProperty(String name) {
        return callUnchecked(() -> template.getLongProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, float value) {
        return applySetting(() -> template.setFloatProperty(name, value));
    }

    @Override
    public float getFloatProperty(String name) {
        return callUnchecked(() -> template.getFloatProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, double value) {
        return applySetting(() -> template.setDoubleProperty(name, value));
    }

    @Override
    public double getDoubleProperty(String name) {
        return callUnchecked(() -> template.getDoubleProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable String value) {
        return applySetting(() -> template.setStringProperty(name, value));
    }

    @Override
    public @Nullable String getStringProperty(String name) {
        return callUncheckedNullable(() -> template.getStringProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable Object value) {
        return applySetting(() -> template.setObjectProperty(name, value));
    }

    @Override
    public @Nullable Object getObjectProperty(String name) {
        return callUncheckedNullable(() -> template.getObjectProperty(name));
    }

    @Override
    public JMSProducer clearProperties() {
        return applySetting(template::clearProperties);
    }

    @Override
    public boolean propertyExists(String name) {
        return callUnchecked(() -> template.propertyExists(name));
    }

    @Override
    public Set<String> getPropertyNames() {
        return propertyNames;
    }

    @Override
    public JMSProducer setJMSCorrelationIDAsBytes(byte @Nullable [] correlationID) {
        return applySetting(() -> {
            template.setJMSCorrelationIDAsBytes(correlationID);
            correlationBytes = correlationID == null ? null : correlationID.clone();
        });
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() {
        return callUncheckedNullable(template::getJMSCorrelationIDAsBytes);
    }

    @Override
    public JMSProducer setJMSCorrelationID(@Nullable String correlationID) {
        return applySetting(() -> {
            template.setJMSCorrelationID(correlationID);
            correlationBytes = null;
        });
    }

    @Override
    public @Nullable String getJMSCorrelationID() {
        return callUncheckedNullable(template::getJMSCorrelationID);
    }

    @Override
    public JMSProducer setJMSType(@Nullable String type) {
        return applySetting(() -> template.setJMSType(type));
    }

    @Override
    public @Nullable String getJMSType() {
        return callUncheckedNullable(template::getJMSType);
    }

    @Override
    public JMSProducer setJMSReplyTo(@Nullable Destination replyTo) {
        return applySetting(() -> template.setJMSReplyTo(replyTo));
    }

    @Override
    public @Nullable Destination getJMSReplyTo() {
        return callUncheckedNullable(template::getJMSReplyTo);
    }

    /** Read-only live view of the property names (SIM-17). */
    private final class PropertyNames extends AbstractSet<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }

        @Override
        public int size() {
            return names().size();
        }

        @Override
        public boolean contains(@Nullable Object name) {
            return name instanceof String text && propertyExists(text);
        }

        @Override
        public void clear() {
            throw new UnsupportedOperationException(
                    "Properties cannot be removed through this set. Use" + " JMSProducer.clearProperties().");
        }

        private Set<String> names() {
            return callUnchecked(() -> {
                Set<String> names = new LinkedHashSet<>();
                for (Enumeration<?> all = template.getPropertyNames(); all.hasMoreElements(); ) {
                    names.add((String) all.nextElement());
                }
                return Collections.unmodifiableSet(names);
            });
        }
    }
}
