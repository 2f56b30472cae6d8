package dev.restante.jms.observe;

import dev.restante.broker.PreparedSend;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.jms.message.PropertyRules;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.TemporaryDestinationName;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedEntity;
import dev.restante.observe.ObservedOperation;
import jakarta.jms.JMSException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reporter of one send to observers: reports its start, return and end, and adds the properties that observers set.
 *
 * <p>The sending thread starts the observation and leaves it when the send call returns. The thread that completes the
 * send ends the observation. The fields need no lock because the sending thread writes them before it passes the send
 * on.
 */
public final class SendObservation implements MessageToSend {

    private static final Logger LOG = LoggerFactory.getLogger(SendObservation.class);

    private final DestinationName target;
    private OutgoingMessage message;
    private @Nullable Map<String, @Nullable Object> addedProperties;
    private @Nullable ObservedOperation operation;
    private @Nullable String messageId;

    private SendObservation(DestinationName target, OutgoingMessage message) {
        this.target = target;
        this.message = message;
    }

    /**
     * Starts the observation and applies the properties that the observers add.
     *
     * @param snapshot the message of the sender
     */
    static SendObservation begin(MessageObserver observer, DestinationName target, OutgoingMessage snapshot) {
        SendObservation begun = new SendObservation(target, snapshot);
        begun.operation = observer.sendStarted(begun);
        Map<String, @Nullable Object> properties = begun.addedProperties;
        if (properties != null) {
            begun.message = withAdded(snapshot, properties);
        }
        return begun;
    }

    /**
     * Returns the message with the added properties, or unchanged if they are too large. Observers cannot prevent a
     * send.
     */
    private static OutgoingMessage withAdded(OutgoingMessage snapshot, Map<String, @Nullable Object> properties) {
        try {
            return snapshot.withObserverProperties(Collections.unmodifiableMap(properties));
        } catch (JMSException tooMuch) {
            LOG.warn(
                    "The properties that observers added to a message are invalid or too large. Restante sends the"
                            + " message without them.",
                    tooMuch);
            return snapshot;
        }
    }

    /** Returns the message to send, including the properties that observers added. */
    public OutgoingMessage message() {
        return message;
    }

    public void onPrepared(PreparedSend send) {
        messageId = send.header().messageId();
    }

    /** Reports that the send call returns to its caller. */
    public void leave() {
        if (operation != null) {
            operation.callReturned();
        }
    }

    public void end(@Nullable Throwable failure) {
        if (operation != null) {
            operation.ended(failure);
        }
    }

    @Override
    public ObservedEntity entity() {
        boolean temporary = TemporaryDestinationName.of(target.name()).isPresent();
        if (target.kind() == EntityKind.TOPIC) {
            return new ObservedEntity(target.name(), ObservedEntity.ObservedEntityKind.TOPIC, !temporary);
        }
        boolean deadLetters = target.name().endsWith(DestinationName.DEAD_LETTER_SUFFIX);
        return new ObservedEntity(
                target.name(),
                deadLetters
                        ? ObservedEntity.ObservedEntityKind.DEAD_LETTER_QUEUE
                        : ObservedEntity.ObservedEntityKind.QUEUE,
                !temporary);
    }

    @Override
    public @Nullable String messageId() {
        return messageId;
    }

    @Override
    public @Nullable String correlationId() {
        return message.correlationId() instanceof String text ? text : null;
    }

    @Override
    public @Nullable Object property(String name) {
        return message.properties().get(name);
    }

    @Override
    public void setProperty(String name, String value) {
        try {
            PropertyRules.checkNotProviderOwned(name, value);
        } catch (JMSException refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
        Map<String, @Nullable Object> properties = addedProperties;
        if (properties == null) {
            properties = new LinkedHashMap<>(message.properties());
            addedProperties = properties;
        }
        properties.put(name, value);
    }
}
