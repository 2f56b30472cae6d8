package dev.restante.jms.context;

import static dev.restante.jms.error.UncheckedCalls.unchecking;
import static dev.restante.jms.error.UncheckedCalls.uncheckingNullable;
import static dev.restante.jms.error.UncheckedCalls.uncheckingRun;

import dev.restante.jms.JmsSession;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.send.JmsProducerHandle;
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
 * A producer of the simplified API: options, and headers and properties for each message that it sends (SIM-11). The
 * latter are kept in a message of its own, which converts them as the property matrix wants it (SIM-16).
 */
final class ContextProducer implements JMSProducer {

    private final JmsSession session;
    private final SendSettings settings;
    private final MessageProducer producer;
    private final RestanteMessage template = new RestanteMessage();
    private final Set<String> propertyNames = new PropertyNames();
    private byte @Nullable [] correlationBytes;
    private @Nullable CompletionListener async;

    ContextProducer(JmsSession session) {
        this.session = session;
        this.settings = new SendSettings(session.open().connection().options().expirationBase());
        this.producer = new JmsProducerHandle(session.open().sender(), settings);
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Message message) {
        return sending(destination, () -> message);
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable String body) {
        return sending(destination, () -> session.createTextMessage(body));
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Map<String, Object> body) {
        return sending(destination, () -> mapMessage(body));
    }

    @Override
    public JMSProducer send(Destination destination, byte @Nullable [] body) {
        return sending(destination, () -> {
            BytesMessage message = session.createBytesMessage();
            if (body != null) {
                message.writeBytes(body);
            }
            return message;
        });
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Serializable body) {
        return sending(destination, () -> session.createObjectMessage(body));
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

    private JMSProducer sending(Destination destination, UncheckedCalls.CheckedNullable<Message> creation) {
        return unchecking(() -> {
            session.checkUsable();
            DestinationName unused = Destinations.name(destination);
            Message message = creation.call();
            if (message != null) {
                applyTo(message);
            }
            CompletionListener listener = async;
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

    private JMSProducer setting(UncheckedCalls.CheckedRun change) {
        uncheckingRun(change);
        return this;
    }

    @Override
    public JMSProducer setDisableMessageID(boolean value) {
        return setting(() -> settings.messageIdDisabled(value));
    }

    @Override
    public boolean getDisableMessageID() {
        return settings.messageIdDisabled();
    }

    @Override
    public JMSProducer setDisableMessageTimestamp(boolean value) {
        return setting(() -> settings.timestampDisabled(value));
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return settings.timestampDisabled();
    }

    @Override
    public JMSProducer setDeliveryMode(int value) {
        return setting(() -> settings.deliveryMode(value));
    }

    @Override
    public int getDeliveryMode() {
        return settings.deliveryMode();
    }

    @Override
    public JMSProducer setPriority(int value) {
        return setting(() -> settings.priority(value));
    }

    @Override
    public int getPriority() {
        return settings.priority();
    }

    @Override
    public JMSProducer setTimeToLive(long value) {
        return setting(() -> settings.timeToLiveMillis(value));
    }

    @Override
    public long getTimeToLive() {
        return settings.timeToLiveMillis();
    }

    @Override
    public JMSProducer setDeliveryDelay(long value) {
        return setting(() -> settings.deliveryDelayMillis(value));
    }

    @Override
    public long getDeliveryDelay() {
        return settings.deliveryDelayMillis();
    }

    @Override
    public JMSProducer setAsync(@Nullable CompletionListener completionListener) {
        async = completionListener;
        return this;
    }

    @Override
    public @Nullable CompletionListener getAsync() {
        return async;
    }

    @Override
    public JMSProducer setProperty(String name, boolean value) {
        return setting(() -> template.setBooleanProperty(name, value));
    }

    @Override
    public boolean getBooleanProperty(String name) {
        return unchecking(() -> template.getBooleanProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, byte value) {
        return setting(() -> template.setByteProperty(name, value));
    }

    @Override
    public byte getByteProperty(String name) {
        return unchecking(() -> template.getByteProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, short value) {
        return setting(() -> template.setShortProperty(name, value));
    }

    @Override
    public short getShortProperty(String name) {
        return unchecking(() -> template.getShortProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, int value) {
        return setting(() -> template.setIntProperty(name, value));
    }

    @Override
    public int getIntProperty(String name) {
        return unchecking(() -> template.getIntProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, long value) {
        return setting(() -> template.setLongProperty(name, value));
    }

    @Override
    public long getLongProperty(String name) {
        return unchecking(() -> template.getLongProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, float value) {
        return setting(() -> template.setFloatProperty(name, value));
    }

    @Override
    public float getFloatProperty(String name) {
        return unchecking(() -> template.getFloatProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, double value) {
        return setting(() -> template.setDoubleProperty(name, value));
    }

    @Override
    public double getDoubleProperty(String name) {
        return unchecking(() -> template.getDoubleProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable String value) {
        return setting(() -> template.setStringProperty(name, value));
    }

    @Override
    public @Nullable String getStringProperty(String name) {
        return uncheckingNullable(() -> template.getStringProperty(name));
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable Object value) {
        return setting(() -> template.setObjectProperty(name, value));
    }

    @Override
    public @Nullable Object getObjectProperty(String name) {
        return uncheckingNullable(() -> template.getObjectProperty(name));
    }

    @Override
    public JMSProducer clearProperties() {
        return setting(template::clearProperties);
    }

    @Override
    public boolean propertyExists(String name) {
        return unchecking(() -> template.propertyExists(name));
    }

    @Override
    public Set<String> getPropertyNames() {
        return propertyNames;
    }

    @Override
    public JMSProducer setJMSCorrelationIDAsBytes(byte @Nullable [] correlationID) {
        return setting(() -> {
            template.setJMSCorrelationIDAsBytes(correlationID);
            correlationBytes = correlationID == null ? null : correlationID.clone();
        });
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() {
        return uncheckingNullable(template::getJMSCorrelationIDAsBytes);
    }

    @Override
    public JMSProducer setJMSCorrelationID(@Nullable String correlationID) {
        return setting(() -> {
            template.setJMSCorrelationID(correlationID);
            correlationBytes = null;
        });
    }

    @Override
    public @Nullable String getJMSCorrelationID() {
        return uncheckingNullable(template::getJMSCorrelationID);
    }

    @Override
    public JMSProducer setJMSType(@Nullable String type) {
        return setting(() -> template.setJMSType(type));
    }

    @Override
    public @Nullable String getJMSType() {
        return uncheckingNullable(template::getJMSType);
    }

    @Override
    public JMSProducer setJMSReplyTo(@Nullable Destination replyTo) {
        return setting(() -> template.setJMSReplyTo(replyTo));
    }

    @Override
    public @Nullable Destination getJMSReplyTo() {
        return uncheckingNullable(template::getJMSReplyTo);
    }

    /** The names of the properties as they are at any time; nobody can change them through it (SIM-17). */
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
            throw new UnsupportedOperationException("use JMSProducer.clearProperties");
        }

        private Set<String> names() {
            return unchecking(() -> {
                Set<String> names = new LinkedHashSet<>();
                for (Enumeration<?> all = template.getPropertyNames(); all.hasMoreElements(); ) {
                    names.add((String) all.nextElement());
                }
                return Collections.unmodifiableSet(names);
            });
        }
    }
}
