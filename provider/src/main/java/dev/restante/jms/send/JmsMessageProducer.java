package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.send.SessionSender.SendCompletion;
import dev.restante.jms.send.SessionSender.SendTarget;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import org.jspecify.annotations.Nullable;

/** Producer of the classic API, with or without a fixed destination (PRD-01). */
public sealed class JmsMessageProducer implements MessageProducer permits QueueProducer, TopicProducer {

    private final SessionSender sender;
    private final @Nullable Destination destination;
    private final @Nullable DestinationName name;
    private final SendSettings settings;
    private final CompletionQueue.@Nullable ProducerSendCount sendCount;
    private volatile boolean closed;

    public JmsMessageProducer(SessionSender sender, @Nullable Destination destination, @Nullable DestinationName name) {
        this.sender = sender;
        this.destination = destination;
        this.name = name;
        this.settings = new SendSettings(sender.connection().options().expirationBase());
        this.sendCount = new CompletionQueue.ProducerSendCount();
    }

    /**
     * Creates the producer through which a {@code JMSProducer} sends, so that instrumentation agents observe its sends.
     * It is never closed, and reports failures of asynchronous sends as unchecked exceptions (ASY-19).
     */
    public JmsMessageProducer(SessionSender sender, SendSettings settings) {
        this.sender = sender;
        this.destination = null;
        this.name = null;
        this.settings = settings;
        this.sendCount = null;
    }

    @Override
    public final void send(Message message) throws JMSException {
        sender.send(message, fixedTarget(null));
    }

    @Override
    public final void send(Message message, int deliveryMode, int priority, long timeToLive) throws JMSException {
        sender.send(message, fixedTarget(overrideOptions(deliveryMode, priority, timeToLive)));
    }

    @Override
    public final void send(Destination to, Message message) throws JMSException {
        sender.send(message, explicitTarget(to, null));
    }

    @Override
    public final void send(Destination to, Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        sender.send(message, explicitTarget(to, overrideOptions(deliveryMode, priority, timeToLive)));
    }

    @Override
    public final void send(Message message, CompletionListener listener) throws JMSException {
        sender.send(message, fixedTarget(null), asyncCompletion(listener));
    }

    @Override
    public final void send(
            Message message, int deliveryMode, int priority, long timeToLive, CompletionListener listener)
            throws JMSException {
        SendTarget target = fixedTarget(overrideOptions(deliveryMode, priority, timeToLive));
        sender.send(message, target, asyncCompletion(listener));
    }

    @Override
    public final void send(Destination to, Message message, CompletionListener listener) throws JMSException {
        sender.send(message, explicitTarget(to, null), asyncCompletion(listener));
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
        SendTarget target = explicitTarget(to, overrideOptions(deliveryMode, priority, timeToLive));
        sender.send(message, target, asyncCompletion(listener));
    }

    private SendRequest.Options overrideOptions(int deliveryMode, int priority, long timeToLive) throws JMSException {
        checkUsable();
        return settings.overriddenOptions(deliveryMode, priority, timeToLive);
    }

    private SendTarget fixedTarget(SendRequest.@Nullable Options options) throws JMSException {
        checkUsable();
        if (destination == null || name == null) {
            throw new UnsupportedOperationException(
                    "This producer has no destination. Specify a destination with" + " each send.");
        }
        return new SendTarget(destination, name, options == null ? settings.currentOptions() : options);
    }

    private SendTarget explicitTarget(Destination to, SendRequest.@Nullable Options options) throws JMSException {
        checkUsable();
        if (destination != null) {
            throw new UnsupportedOperationException("This producer sends to " + destination
                    + " only. Create a producer without a destination for" + " other destinations.");
        }
        DestinationName resolved = sender.connection().entities().resolveCached(Destinations.name(to));
        return new SendTarget(to, resolved, options == null ? settings.currentOptions() : options);
    }

    private SendCompletion asyncCompletion(@Nullable CompletionListener listener) {
        if (listener == null) {
            throw new IllegalArgumentException("The completion listener is null");
        }
        return new SendCompletion(listener, sendCount, sendCount == null);
    }

    @Override
    public final void setDisableMessageID(boolean value) throws JMSException {
        openSettings().messageIdDisabled(value);
    }

    @Override
    public final boolean getDisableMessageID() throws JMSException {
        return openSettings().messageIdDisabled();
    }

    @Override
    public final void setDisableMessageTimestamp(boolean value) throws JMSException {
        openSettings().timestampDisabled(value);
    }

    @Override
    public final boolean getDisableMessageTimestamp() throws JMSException {
        return openSettings().timestampDisabled();
    }

    @Override
    public final void setDeliveryMode(int deliveryMode) throws JMSException {
        openSettings().deliveryMode(deliveryMode);
    }

    @Override
    public final int getDeliveryMode() throws JMSException {
        return openSettings().deliveryMode();
    }

    @Override
    public final void setPriority(int priority) throws JMSException {
        openSettings().priority(priority);
    }

    @Override
    public final int getPriority() throws JMSException {
        return openSettings().priority();
    }

    @Override
    public final void setTimeToLive(long timeToLive) throws JMSException {
        openSettings().timeToLiveMillis(timeToLive);
    }

    @Override
    public final long getTimeToLive() throws JMSException {
        return openSettings().timeToLiveMillis();
    }

    @Override
    public final void setDeliveryDelay(long deliveryDelay) throws JMSException {
        openSettings().deliveryDelayMillis(deliveryDelay);
    }

    @Override
    public final long getDeliveryDelay() throws JMSException {
        return openSettings().deliveryDelayMillis();
    }

    @Override
    public final @Nullable Destination getDestination() throws JMSException {
        checkUsable();
        return destination;
    }

    private SendSettings openSettings() throws JMSException {
        checkUsable();
        return settings;
    }

    private void checkUsable() throws JMSException {
        if (closed) {
            throw new IllegalStateException(
                    "The producer" + (name == null ? "" : " of " + DisplayText.quote(name.name()))
                            + " is closed. Create a new one.",
                    ErrorCodes.CLOSED);
        }
        sender.checkUsable();
    }

    /** Waits for the asynchronous sends of this producer and their callbacks, and closes the producer (ASY-07). */
    @Override
    public final void close() throws JMSException {
        if (closed) {
            return;
        }
        sender.completions().rejectInCallback("close() of its producer");
        if (sendCount != null) {
            sender.completions().awaitEmpty(sendCount);
        }
        closed = true;
    }
}
