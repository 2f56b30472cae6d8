package dev.restante.jms.context;

import static dev.restante.jms.error.UncheckedCalls.callUncheckedNullable;
import static dev.restante.jms.error.UncheckedCalls.runUnchecked;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.error.UncheckedCalls;
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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Consumer of the simplified API, which delegates to a consumer of the classic API. */
final class ContextConsumer implements JMSConsumer {

    private final JmsConsumer consumer;

    ContextConsumer(JmsConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public @Nullable String getMessageSelector() {
        return callUncheckedNullable(consumer::getMessageSelector);
    }

    @Override
    public @Nullable MessageListener getMessageListener() {
        return callUncheckedNullable(consumer::getMessageListener);
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) {
        runUnchecked(() -> consumer.setMessageListener(listener));
    }

    @Override
    public @Nullable Message receive() {
        return callUncheckedNullable(consumer::receive);
    }

    @Override
    public @Nullable Message receive(long timeout) {
        return callUncheckedNullable(() -> consumer.receive(timeout));
    }

    @Override
    public @Nullable Message receiveNoWait() {
        return callUncheckedNullable(consumer::receiveNoWait);
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

    /** Rejects a missing class before it receives, so that no delivery is counted. */
    private <T> @Nullable T receiveBody(@Nullable Class<T> type, UncheckedCalls.NullableCheckedCall<Message> receive) {
        if (type == null) {
            throw new MessageFormatRuntimeException(
                    "The requested class of the body is null", ErrorCodes.MESSAGE_FORMAT);
        }
        return callUncheckedNullable(() -> {
            AtomicReference<@Nullable T> body = new AtomicReference<>();
            Message received = consumer.receiveWith(message -> body.set(body(message, type)), receive);
            return received == null ? null : body.get();
        });
    }

    /** Returns the body of a message. Rejects a message without a body, unlike {@link Message#getBody} (SIM-20). */
    private static <T> T body(Message message, Class<T> type) throws JMSException {
        boolean readable = message instanceof TextMessage
                || message instanceof BytesMessage
                || message instanceof MapMessage
                || message instanceof ObjectMessage;
        T body = readable ? message.getBody(type) : null;
        if (body == null) {
            throw new MessageFormatException(
                    "Message " + message.getJMSMessageID() + " has no body that can be read as " + type.getName(),
                    ErrorCodes.INVALID_MESSAGE);
        }
        return body;
    }

    @Override
    public void close() {
        runUnchecked(consumer::close);
    }
}
