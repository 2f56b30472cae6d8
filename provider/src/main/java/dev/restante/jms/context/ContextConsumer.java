package dev.restante.jms.context;

import static dev.restante.jms.error.UncheckedCalls.uncheckingNullable;
import static dev.restante.jms.error.UncheckedCalls.uncheckingRun;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.BehindWrappers;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.receive.ConsumerAccess;
import dev.restante.jms.receive.ExtendedConsumer;
import dev.restante.jms.receive.JmsConsumer;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.TextMessage;
import org.jspecify.annotations.Nullable;

/** A consumer of the simplified API over one of the classic API. */
final class ContextConsumer implements JMSConsumer, ExtendedConsumer {

    private final JmsConsumer consumer;

    ContextConsumer(JmsConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public @Nullable String getMessageSelector() {
        BehindWrappers.arrived(this);
        return uncheckingNullable(consumer::getMessageSelector);
    }

    @Override
    public @Nullable MessageListener getMessageListener() {
        return uncheckingNullable(consumer::getMessageListener);
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) {
        uncheckingRun(() -> consumer.setMessageListener(listener));
    }

    @Override
    public @Nullable Message receive() {
        return uncheckingNullable(consumer::receive);
    }

    @Override
    public @Nullable Message receive(long timeout) {
        return uncheckingNullable(() -> consumer.receive(timeout));
    }

    @Override
    public @Nullable Message receiveNoWait() {
        return uncheckingNullable(consumer::receiveNoWait);
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type) {
        return receiveBody(type, consumer::receive);
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type, long timeout) {
        return receiveBody(type, () -> consumer.receive(timeout));
    }

    @Override
    public <T> @Nullable T receiveBodyNoWait(Class<T> type) {
        return receiveBody(type, consumer::receiveNoWait);
    }

    /** Refuses a missing class before anything is received, so that no delivery is counted. */
    private <T> @Nullable T receiveBody(@Nullable Class<T> type, UncheckedCalls.CheckedNullable<Message> receive) {
        if (type == null) {
            throw new MessageFormatRuntimeException(
                    "No class was given as which the body is wanted", ErrorCodes.MSG_FORMAT);
        }
        return uncheckingNullable(() -> consumer.receiving(message -> body(message, type), receive));
    }

    /** Stricter than {@link Message#getBody}: a message without a body is refused (SIM-20). */
    private static <T> T body(Message message, Class<T> type) throws JMSException {
        boolean readable = message instanceof TextMessage
                || message instanceof BytesMessage
                || message instanceof MapMessage
                || message instanceof ObjectMessage;
        T body = readable ? message.getBody(type) : null;
        if (body == null) {
            throw new MessageFormatException(
                    "Message " + message.getJMSMessageID() + " has no body that could be a " + type.getName(),
                    ErrorCodes.INVALID_MESSAGE);
        }
        return body;
    }

    @Override
    public ConsumerAccess access() {
        return consumer.access();
    }

    @Override
    public void close() {
        uncheckingRun(consumer::close);
    }
}
