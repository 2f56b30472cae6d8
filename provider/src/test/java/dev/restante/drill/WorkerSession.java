package dev.restante.drill;

import dev.restante.PeekLock;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.timedhistory.OperationRecorder;
import dev.restante.timedhistory.OperationRecorder.RecordedOperation;
import dev.restante.timedhistory.SendOptions;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Session and consumer of one thread of a worker, whose operations are recorded. Not thread-safe. */
final class WorkerSession implements AutoCloseable {

    private static final long POLL_MILLIS = 200;

    final Session session;
    private final String id;
    private final OperationRecorder recorder;
    private @Nullable MessageConsumer consumer;
    private String label = "";

    /** @param id the name of the session, unique in its worker */
    WorkerSession(String id, Session session, OperationRecorder recorder) {
        this.id = id;
        this.session = session;
        this.recorder = recorder;
    }

    /** Received message with its name in the history. */
    record Received(Message message, String name) {

        String id() throws JMSException {
            return message.getJMSCorrelationID();
        }
    }

    /** Call that the store executes completely or not at all. */
    interface AtomicCall {
        void perform() throws JMSException;
    }

    /** Call that opens a consumer. */
    interface ConsumerOpening {
        MessageConsumer open() throws JMSException;
    }

    /** Executes a call that sends messages with these names. */
    void send(List<String> names, SendOptions options, AtomicCall call) throws JMSException {
        perform(recorder.send(id, names, options), call);
    }

    /** Executes a call that removes a received message and adds another. */
    void move(Received received, String added, AtomicCall call) throws JMSException {
        perform(recorder.move(id, received.name, added), call);
    }

    void complete(Received received) throws JMSException {
        perform(recorder.complete(id, received.name), received.message::acknowledge);
    }

    void renew(Received received) throws JMSException {
        perform(recorder.renew(id, received.name), PeekLock.of(received.message)::renew);
    }

    /** Executes a call that returns a received message to its queue. */
    void release(Received received, AtomicCall call) throws JMSException {
        perform(recorder.release(id, received.name), call);
    }

    /** Executes a call whose begin was recorded, and records its end. A failure is thrown. */
    private static void perform(RecordedOperation operation, AtomicCall call) throws JMSException {
        try {
            call.perform();
            operation.ok();
        } catch (JMSException e) {
            recordFailure(operation, e);
            throw e;
        }
    }

    private static void recordFailure(RecordedOperation operation, JMSException e) {
        if (e instanceof OutcomeUnknownException unknown) {
            operation.unknown(unknown.getToken());
        } else {
            operation.refused(e.getErrorCode());
        }
    }

    void openConsumer(String queue) throws JMSException {
        openConsumer(queue, () -> session.createConsumer(session.createQueue(queue)));
    }

    /** @param name the name of the queue or subscription in the history */
    void openConsumer(String name, ConsumerOpening opening) throws JMSException {
        label = name;
        perform(recorder.open(id, label), () -> consumer = opening.open());
    }

    MessageConsumer consumer() {
        return Objects.requireNonNull(consumer);
    }

    MessageProducer producer(Destination destination) throws JMSException {
        return session.createProducer(destination);
    }

    MessageProducer producer(String queue) throws JMSException {
        return producer(session.createQueue(queue));
    }

    /** Returns a message with an id, which is also its body. */
    TextMessage message(String messageId) throws JMSException {
        TextMessage message = session.createTextMessage(messageId);
        message.setJMSCorrelationID(messageId);
        return message;
    }

    @Nullable
    Received receive() throws JMSException {
        return receive(() -> consumer().receive(POLL_MILLIS));
    }

    /** Receives with a call of the application. */
    @Nullable
    Received receive(MessageReceive call) throws JMSException {
        RecordedOperation operation = session.getAcknowledgeMode() == Session.AUTO_ACKNOWLEDGE
                ? recorder.consume(id, label)
                : recorder.receive(id, label);
        try {
            Message message = call.receive();
            if (message == null) {
                operation.ok();
                return null;
            }
            String name = label + "/" + message.getJMSCorrelationID();
            operation.received(name, message.getJMSRedelivered());
            return new Received(message, name);
        } catch (JMSException e) {
            recordFailure(operation, e);
            throw e;
        }
    }

    /** Call that receives a message, or returns null. */
    interface MessageReceive {
        @Nullable
        Message receive() throws JMSException;
    }

    /** Releases the messages of the session, like an application that starts again with it. */
    void releaseMessages() throws JMSException {
        if (session.getTransacted()) {
            session.rollback();
        } else {
            session.recover();
        }
    }

    @Override
    public void close() throws JMSException {
        if (consumer == null) {
            session.close();
        } else {
            perform(recorder.close(id, label), session::close);
        }
    }
}
