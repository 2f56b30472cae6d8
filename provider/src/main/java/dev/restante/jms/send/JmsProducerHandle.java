package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.send.SessionSender.Completion;
import dev.restante.jms.send.SessionSender.Route;
import dev.restante.model.DestinationName;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import org.jspecify.annotations.Nullable;

/** A producer of the classic API. With a destination of its own it is identified, without one unidentified (PRD-01). */
public sealed class JmsProducerHandle implements MessageProducer permits QueueProducer, TopicProducer {

    private final SessionSender sender;
    private final @Nullable Destination destination;
    private final @Nullable DestinationName name;
    private final SendSettings settings;
    private final CompletionQueue.@Nullable Origin origin;
    private volatile boolean closed;

    public JmsProducerHandle(SessionSender sender, @Nullable Destination destination, @Nullable DestinationName name) {
        this.sender = sender;
        this.destination = destination;
        this.name = name;
        this.settings = new SendSettings(sender.connection().options().expirationBase());
        this.origin = new CompletionQueue.Origin();
    }

    /**
     * One without a destination that a context's producer sends by: where instrumentations see it. It is never closed,
     * and failures are told as the context's are (ASY-19).
     */
    public JmsProducerHandle(SessionSender sender, SendSettings settings) {
        this.sender = sender;
        this.destination = null;
        this.name = null;
        this.settings = settings;
        this.origin = null;
    }

    @Override
    public final void send(Message message) throws JMSException {
        sender.send(message, ownRoute(null));
    }

    @Override
    public final void send(Message message, int deliveryMode, int priority, long timeToLive) throws JMSException {
        sender.send(message, ownRoute(overriding(deliveryMode, priority, timeToLive)));
    }

    @Override
    public final void send(Destination to, Message message) throws JMSException {
        sender.send(message, givenRoute(to, null));
    }

    @Override
    public final void send(Destination to, Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        sender.send(message, givenRoute(to, overriding(deliveryMode, priority, timeToLive)));
    }

    @Override
    public final void send(Message message, CompletionListener listener) throws JMSException {
        sender.send(message, ownRoute(null), completion(listener));
    }

    @Override
    public final void send(
            Message message, int deliveryMode, int priority, long timeToLive, CompletionListener listener)
            throws JMSException {
        Route route = ownRoute(overriding(deliveryMode, priority, timeToLive));
        sender.send(message, route, completion(listener));
    }

    @Override
    public final void send(Destination to, Message message, CompletionListener listener) throws JMSException {
        sender.send(message, givenRoute(to, null), completion(listener));
    }

    @Override
    public final void send(
            Destination to,
            Message message,
            int deliveryMode,
            int priority,
            long timeToLive,
            CompletionListener listener)
            throws JMSException {
        Route route = givenRoute(to, overriding(deliveryMode, priority, timeToLive));
        sender.send(message, route, completion(listener));
    }

    private SendRequest.Options overriding(int deliveryMode, int priority, long timeToLive) throws JMSException {
        checkUsable();
        return settings.with(deliveryMode, priority, timeToLive);
    }

    private Route ownRoute(SendRequest.@Nullable Options options) throws JMSException {
        checkUsable();
        if (destination == null || name == null) {
            throw new UnsupportedOperationException("This producer has no destination; give one with each send");
        }
        return new Route(destination, name, options == null ? settings.current() : options);
    }

    private Route givenRoute(Destination to, SendRequest.@Nullable Options options) throws JMSException {
        checkUsable();
        if (destination != null) {
            throw new UnsupportedOperationException(
                    "This producer sends to " + destination + " only; create one without destination");
        }
        DestinationName given = Destinations.name(to);
        return new Route(to, given, options == null ? settings.current() : options);
    }

    private Completion completion(@Nullable CompletionListener listener) {
        if (listener == null) {
            throw new IllegalArgumentException("The completion listener is null");
        }
        return new Completion(listener, origin, origin == null);
    }

    @Override
    public final void setDisableMessageID(boolean value) throws JMSException {
        usable().messageIdDisabled(value);
    }

    @Override
    public final boolean getDisableMessageID() throws JMSException {
        return usable().messageIdDisabled();
    }

    @Override
    public final void setDisableMessageTimestamp(boolean value) throws JMSException {
        usable().timestampDisabled(value);
    }

    @Override
    public final boolean getDisableMessageTimestamp() throws JMSException {
        return usable().timestampDisabled();
    }

    @Override
    public final void setDeliveryMode(int deliveryMode) throws JMSException {
        usable().deliveryMode(deliveryMode);
    }

    @Override
    public final int getDeliveryMode() throws JMSException {
        return usable().deliveryMode();
    }

    @Override
    public final void setPriority(int priority) throws JMSException {
        usable().priority(priority);
    }

    @Override
    public final int getPriority() throws JMSException {
        return usable().priority();
    }

    @Override
    public final void setTimeToLive(long timeToLive) throws JMSException {
        usable().timeToLiveMillis(timeToLive);
    }

    @Override
    public final long getTimeToLive() throws JMSException {
        return usable().timeToLiveMillis();
    }

    @Override
    public final void setDeliveryDelay(long deliveryDelay) throws JMSException {
        usable().deliveryDelayMillis(deliveryDelay);
    }

    @Override
    public final long getDeliveryDelay() throws JMSException {
        return usable().deliveryDelayMillis();
    }

    @Override
    public final @Nullable Destination getDestination() throws JMSException {
        checkUsable();
        return destination;
    }

    private SendSettings usable() throws JMSException {
        checkUsable();
        return settings;
    }

    private void checkUsable() throws JMSException {
        if (closed) {
            throw new IllegalStateException("The producer is closed", ErrorCodes.CLOSED);
        }
        sender.checkUsable();
    }

    /** Waits for this producer's asynchronous sends and their callbacks (ASY-07). */
    @Override
    public final void close() throws JMSException {
        if (closed) {
            return;
        }
        sender.completions().refuseInCallback("close of a producer");
        if (origin != null) {
            sender.completions().awaitEmpty(origin);
        }
        closed = true;
    }
}
