package dev.restante.surface;

import dev.restante.PeekLock;
import dev.restante.api.ErrorCodes;
import dev.restante.testing.ForeignMessages;
import dev.restante.testing.PatternStream;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Errors of messages: their properties, their bodies and their sends. */
final class MessageErrorCases extends ErrorCases {

    private static final String INPUT = "JMS_Restante_InputStream";
    private static final String OUTPUT = "JMS_Restante_OutputStream";

    private final Queue queue = queue("orders");
    private final MessageProducer producer = session.createProducer(queue);

    MessageErrorCases(ErrorTexts texts) throws JMSException {
        super(texts);
    }

    /** Object of a class that no allow list names. */
    private record Order(int number) implements Serializable {}

    /** Destination that is neither a queue nor a topic. */
    private static final class Mailbox implements Destination {}

    /** Queue of another provider without a name. */
    private static final class NamelessQueue implements Queue {
        @Override
        public String getQueueName() {
            return "";
        }
    }

    private static final class BrokenStream extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("the line is cut");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return read();
        }
    }

    private static final class FullDisk extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            throw new IOException("the disk is full");
        }
    }

    void provoke() throws Exception {
        properties();
        formats();
        bodies();
        readAndWrite();
        destinations();
        rejectedMessages();
        schedules();
        largeBodies();
    }

    private void properties() throws JMSException {
        Message message = session.createMessage();
        expect(ErrorCodes.INVALID_PROPERTY_NAME, "a name with a hyphen", () -> message.setIntProperty("order-id", 1));
        expect(ErrorCodes.INVALID_PROPERTY_NAME, "a reserved word", () -> message.setIntProperty("NOT", 1));
        expect(
                ErrorCodes.INVALID_PROPERTY_NAME,
                "send a foreign message with a hyphen in the name of a property",
                () -> producer.send(ForeignMessages.of("a", Map.of("order-id", 1))));
        try (Session locking = lockingSession();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            send(queue, "a");
            PeekLock lock = PeekLock.of(receive(consumer));
            expect(
                    ErrorCodes.INVALID_PROPERTY_NAME,
                    "abandon with a property of the provider",
                    () -> lock.abandon(Map.of("JMSXDeliveryCount", 1)));
            expect(
                    ErrorCodes.MESSAGE_HEADER_TOO_LARGE,
                    "abandon with a large property",
                    () -> lock.abandon(Map.of("trace", "x".repeat(1 << 20))));
            lock.complete();
        }
        Message large = session.createMessage();
        large.setStringProperty("trace", "x".repeat(1 << 20));
        expect(ErrorCodes.MESSAGE_HEADER_TOO_LARGE, "send a large property", () -> producer.send(large));
    }

    private void formats() throws JMSException {
        Message message = session.createMessage();
        message.setBooleanProperty("paid", true);
        expect(ErrorCodes.MESSAGE_FORMAT, "read a boolean property as an int", () -> message.getIntProperty("paid"));
        expect(
                ErrorCodes.MESSAGE_FORMAT,
                "set a property to a list",
                () -> message.setObjectProperty("items", List.of(1)));
        expect(ErrorCodes.MESSAGE_FORMAT, "set a numeric group id", () -> message.setIntProperty("JMSXGroupID", 1));
        expect(
                ErrorCodes.MESSAGE_FORMAT,
                "set a group sequence number as text",
                () -> message.setStringProperty("JMSXGroupSeq", "1"));
        expect(ErrorCodes.MESSAGE_FORMAT, "write a list into a map message", () -> session.createMapMessage()
                .setObject("items", List.of(1)));
        expect(ErrorCodes.MESSAGE_FORMAT, "set the input stream of a text message", () -> session.createTextMessage("a")
                .setObjectProperty(INPUT, new PatternStream(1)));
        expect(ErrorCodes.MESSAGE_FORMAT, "set an input stream to a text", () -> session.createBytesMessage()
                .setObjectProperty(INPUT, "a"));
        expect(ErrorCodes.MESSAGE_FORMAT, "get the body of a text message as a number", () -> session.createTextMessage(
                        "a")
                .getBody(Integer.class));
    }

    private void bodies() throws JMSException {
        Serializable unserializable = new ArrayList<>(List.of(new Object()));
        expect(
                ErrorCodes.MESSAGE_FORMAT,
                "create a message of an object that cannot be serialized",
                () -> session.createObjectMessage(unserializable));
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBytes(new byte[] {0, 2, -1, -1});
        expect(
                ErrorCodes.MESSAGE_FORMAT,
                "write a text longer than 65,535 bytes as UTF",
                () -> bytes.writeUTF("x".repeat(70_000)));
        expect(
                ErrorCodes.MESSAGE_FORMAT,
                "set the input stream of a body that has bytes",
                () -> bytes.setObjectProperty(INPUT, new PatternStream(1)));
        bytes.reset();
        expect(ErrorCodes.MESSAGE_FORMAT, "read bytes that are no UTF", bytes::readUTF);
        StreamMessage stream = session.createStreamMessage();
        stream.writeBytes(new byte[3]);
        stream.reset();
        stream.readBytes(new byte[2]);
        expect(ErrorCodes.MESSAGE_FORMAT, "read on after a part of a byte array", stream::readInt);
        Queue signals = queue("signals");
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(signals)) {
            expect(ErrorCodes.MESSAGE_FORMAT, "receive a body as no class", () -> consumer.receiveBody(null));
            session.createProducer(signals).send(session.createMessage());
            expect(
                    ErrorCodes.INVALID_MESSAGE,
                    "receive a message without a body as a text",
                    () -> consumer.receiveBody(String.class));
        }
        ObjectMessage received = (ObjectMessage) passed(queue, session.createObjectMessage(new Order(1)));
        expect(ErrorCodes.MESSAGE_CLASS_NOT_ALLOWED, "get an object of an unlisted class", received::getObject);
        ObjectMessage deep = (ObjectMessage) passed(queue, session.createObjectMessage(nested(100)));
        expect(ErrorCodes.MESSAGE_CLASS_NOT_ALLOWED, "get a deeply nested object", deep::getObject);
    }

    private static Serializable nested(int depth) {
        ArrayList<Serializable> outer = new ArrayList<>();
        for (int i = 1; i < depth; i++) {
            outer = new ArrayList<>(List.of(outer));
        }
        return outer;
    }

    private void readAndWrite() throws JMSException {
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeByte((byte) 1);
        expect(ErrorCodes.MESSAGE_WRITE_ONLY, "read a body that is being written", bytes::readByte);
        bytes.reset();
        expect(ErrorCodes.MESSAGE_EOF, "read an int from a body of one byte", bytes::readInt);
        expect(ErrorCodes.MESSAGE_READ_ONLY, "write to a body that was reset", () -> bytes.writeInt(1));
        StreamMessage stream = session.createStreamMessage();
        stream.writeInt(1);
        stream.reset();
        stream.readInt();
        expect(ErrorCodes.MESSAGE_EOF, "read more fields than a stream message has", stream::readInt);
        TextMessage received = (TextMessage) passed(queue, session.createTextMessage("a"));
        expect(ErrorCodes.MESSAGE_READ_ONLY, "change the body of a received message", () -> received.setText("b"));
        expect(
                ErrorCodes.MESSAGE_READ_ONLY,
                "set a property of a received message",
                () -> received.setIntProperty("tries", 1));
    }

    private void destinations() throws JMSException {
        Message message = session.createMessage();
        MessageProducer anywhere = session.createProducer(null);
        expect(
                ErrorCodes.UNKNOWN_DESTINATION_TYPE,
                "send to a destination that is no queue or topic",
                () -> anywhere.send(new Mailbox(), message));
        expect(
                ErrorCodes.UNKNOWN_DESTINATION_TYPE,
                "send to a queue without a name",
                () -> anywhere.send(new NamelessQueue(), session.createMessage()));
        expect(ErrorCodes.INVALID_DESTINATION, "send to no destination", () -> anywhere.send(null, message));
        TemporaryQueue replies = session.createTemporaryQueue();
        message.setJMSReplyTo(replies);
        TemporaryQueue received = (TemporaryQueue) passed(queue, message).getJMSReplyTo();
        expect(ErrorCodes.NOT_DESTINATION_OWNER, "delete the reply queue of a received message", received::delete);
    }

    private void rejectedMessages() throws JMSException {
        expect(ErrorCodes.INVALID_MESSAGE, "send no message", () -> producer.send(null));
        expect(
                ErrorCodes.MESSAGE_TOO_LARGE,
                "send a text beyond maxMessageBytes",
                () -> send(queue, "x".repeat(MAX_MESSAGE_BYTES)));
        BytesMessage large = session.createBytesMessage();
        large.setObjectProperty(INPUT, new PatternStream(2 * MAX_MESSAGE_BYTES + 1));
        expect(ErrorCodes.MESSAGE_TOO_LARGE, "send a body beyond maxLargeBodyBytes", () -> producer.send(large));
    }

    private void schedules() {
        schedule("a period that is no number", Map.of("JMS_Restante_SchedulePeriod", "hourly"));
        schedule(
                "a period that is too short",
                Map.of("JMS_Restante_SchedulePeriod", 5L, "JMS_Restante_ScheduleRepeat", 3));
        schedule("a cron expression with an unknown minute", Map.of("JMS_Restante_ScheduleCron", "61 * * * *"));
        schedule("a cron expression that is never due", Map.of("JMS_Restante_ScheduleCron", "0 0 30 2 *"));
        schedule(
                "an unknown time zone",
                Map.of("JMS_Restante_ScheduleCron", "0 * * * *", "JMS_Restante_ScheduleTimeZone", "Europe/Atlantis"));
        schedule(
                "an unknown catch-up policy",
                Map.of("JMS_Restante_ScheduleCron", "0 * * * *", "JMS_Restante_ScheduleCatchUp", "SOME"));
        schedule("a negative number of repetitions", Map.of("JMS_Restante_ScheduleRepeat", -2));
    }

    private void schedule(String name, Map<String, Object> properties) {
        expect(ErrorCodes.INVALID_MESSAGE, "repeat with " + name, () -> {
            Message message = session.createMessage();
            for (Map.Entry<String, Object> property : properties.entrySet()) {
                message.setObjectProperty(property.getKey(), property.getValue());
            }
            producer.send(message);
        });
    }

    private void largeBodies() throws Exception {
        BytesMessage broken = session.createBytesMessage();
        broken.setObjectProperty(INPUT, new BrokenStream());
        expect(ErrorCodes.BODY_STREAM_FAILED, "send a body whose stream fails", () -> producer.send(broken));
        BytesMessage large = session.createBytesMessage();
        large.setObjectProperty(INPUT, new PatternStream(1 << 20));
        expect(ErrorCodes.MESSAGE_FORMAT, "read a body that a stream supplies", large::reset);
        producer.send(large);
        expect(ErrorCodes.MESSAGE_FORMAT, "send the same stream twice", () -> producer.send(large));
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message received = receive(consumer);
            expect(
                    ErrorCodes.BODY_STREAM_FAILED,
                    "save a body to a stream that fails",
                    () -> received.setObjectProperty(OUTPUT, new FullDisk()));
            update("DELETE FROM restante_large_body_chunk");
            expect(
                    ErrorCodes.BODY_UNAVAILABLE,
                    "read a large body that is not stored any more",
                    () -> received.setObjectProperty(OUTPUT, OutputStream.nullOutputStream()));
        }
    }
}
