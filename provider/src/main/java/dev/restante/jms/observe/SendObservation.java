package dev.restante.jms.observe;

import dev.restante.broker.PreparedSend;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.jms.message.PropertyRules;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.TemporaryName;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.Place;
import jakarta.jms.JMSException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One send that is observed. The sending thread begins and leaves it, whoever knows how it went ends it; what that has
 * to see is written before.
 */
public final class SendObservation implements MessageToSend {

    private static final Logger LOG = LoggerFactory.getLogger(SendObservation.class);

    private final DestinationName target;
    private OutgoingMessage message;
    private @Nullable Map<String, @Nullable Object> added;
    private @Nullable ObservedOperation operation;
    private @Nullable String messageId;

    private SendObservation(DestinationName target, OutgoingMessage message) {
        this.target = target;
        this.message = message;
    }

    /**
     * Begins it.
     *
     * @param snapshot what the sender has given
     */
    static SendObservation begin(MessageObserver observer, DestinationName target, OutgoingMessage snapshot) {
        SendObservation begun = new SendObservation(target, snapshot);
        begun.operation = observer.sending(begun);
        Map<String, @Nullable Object> more = begun.added;
        if (more != null) {
            begun.message = withAdded(snapshot, more);
        }
        return begun;
    }

    /** What observers add must not keep the sender from sending. */
    private static OutgoingMessage withAdded(OutgoingMessage snapshot, Map<String, @Nullable Object> more) {
        try {
            return snapshot.withAdded(Collections.unmodifiableMap(more));
        } catch (JMSException tooMuch) {
            LOG.warn("A message is sent without the properties that observers have added", tooMuch);
            return snapshot;
        }
    }

    /** What is to be sent, with what observers have added. */
    public OutgoingMessage message() {
        return message;
    }

    /** Its id is known. */
    public void prepared(PreparedSend send) {
        messageId = send.head().messageId();
    }

    /** The call goes on to its caller. */
    public void leave() {
        if (operation != null) {
            operation.leave();
        }
    }

    /** It is over. */
    public void end(@Nullable Throwable failure) {
        if (operation != null) {
            operation.end(failure);
        }
    }

    @Override
    public Place place() {
        boolean temporary = TemporaryName.of(target.name()).isPresent();
        if (target.kind() == EntityKind.TOPIC) {
            return new Place(target.name(), Place.Kind.TOPIC, !temporary);
        }
        boolean deadLetters = target.name().endsWith(DestinationName.DEAD_LETTER_SUFFIX);
        return new Place(target.name(), deadLetters ? Place.Kind.DEAD_LETTER_QUEUE : Place.Kind.QUEUE, !temporary);
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
            PropertyRules.checkAdded(name, value);
        } catch (JMSException refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
        Map<String, @Nullable Object> more = added;
        if (more == null) {
            more = new LinkedHashMap<>(message.properties());
            added = more;
        }
        more.put(name, value);
    }
}
