package dev.restante.jms;

import dev.restante.jms.core.WrappedObjectFinder;
import dev.restante.jms.message.RestanteBytesMessage;
import dev.restante.jms.message.RestanteMapMessage;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.message.RestanteObjectMessage;
import dev.restante.jms.message.RestanteStreamMessage;
import dev.restante.jms.message.RestanteTextMessage;
import dev.restante.jms.receive.JmsConsumer;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Base class of sessions: overloads that delegate to one method, and message creation. */
abstract sealed class AbstractJmsSession implements Session permits JmsSession {

    /**
     * Rejects a call on a closed session. While the session closes, its listeners and callbacks may call it (CON-13).
     */
    abstract void checkUsable() throws IllegalStateException;

    @Override
    public final JmsConsumer createConsumer(Destination destination) throws JMSException {
        return createConsumer(destination, null, false);
    }

    @Override
    public final JmsConsumer createConsumer(Destination destination, @Nullable String messageSelector)
            throws JMSException {
        return createConsumer(destination, messageSelector, false);
    }

    @Override
    public abstract JmsConsumer createConsumer(
            Destination destination, @Nullable String messageSelector, boolean noLocal) throws JMSException;

    /** Creates a receiver of the legacy API for all messages of one queue. */
    public final QueueReceiver createReceiver(Queue queue) throws JMSException {
        return createReceiver(queue, null);
    }

    /** Creates a receiver of the legacy API for one queue. */
    public abstract QueueReceiver createReceiver(Queue queue, @Nullable String messageSelector) throws JMSException;

    /** Creates a subscriber of the legacy API for all messages of one topic. */
    public final TopicSubscriber createSubscriber(Topic topic) throws JMSException {
        return createSubscriber(topic, null, false);
    }

    /** Creates a subscriber of the legacy API for one topic. */
    public abstract TopicSubscriber createSubscriber(Topic topic, @Nullable String messageSelector, boolean noLocal)
            throws JMSException;

    @Override
    public final MessageConsumer createSharedConsumer(Topic topic, String name) throws JMSException {
        return createSharedConsumer(topic, name, null);
    }

    @Override
    public final MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
        return createDurableSubscriber(topic, name, null, false);
    }

    @Override
    public final MessageConsumer createDurableConsumer(
            Topic topic, String name, @Nullable String messageSelector, boolean noLocal) throws JMSException {
        return createDurableSubscriber(topic, name, messageSelector, noLocal);
    }

    @Override
    public final TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
        return createDurableSubscriber(topic, name, null, false);
    }

    @Override
    public final MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
        return createSharedDurableConsumer(topic, name, null);
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    @Override
    public final BytesMessage createBytesMessage() throws JMSException {
        checkUsable();
        return new RestanteBytesMessage();
    }

    @Override
    public final MapMessage createMapMessage() throws JMSException {
        checkUsable();
        return new RestanteMapMessage();
    }

    @Override
    public final Message createMessage() throws JMSException {
        WrappedObjectFinder.onProbeCall(this);
        checkUsable();
        return new RestanteMessage();
    }

    @Override
    public final ObjectMessage createObjectMessage() throws JMSException {
        return createObjectMessage(null);
    }

    @Override
    public final ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        checkUsable();
        return new RestanteObjectMessage(object);
    }

    @Override
    public final StreamMessage createStreamMessage() throws JMSException {
        checkUsable();
        return new RestanteStreamMessage();
    }

    @Override
    public final TextMessage createTextMessage() throws JMSException {
        return createTextMessage(null);
    }

    @Override
    public final TextMessage createTextMessage(@Nullable String text) throws JMSException {
        checkUsable();
        RestanteTextMessage message = new RestanteTextMessage();
        message.setText(text);
        return message;
    }
}
