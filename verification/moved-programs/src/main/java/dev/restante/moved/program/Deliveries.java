package dev.restante.moved.program;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receives of the programs, as texts that do not depend on the provider. */
public final class Deliveries {

    /** Time for which a program waits for a message that must come. */
    public static final long EXPECTED_MILLIS = 5_000;
    /** Time for which a program waits for a message that must not come. */
    public static final long UNEXPECTED_MILLIS = 80;

    private Deliveries() {}

    /** Receives the given number of messages, and any further one. Returns their bodies. */
    public static String take(MessageConsumer consumer, int count) throws JMSException {
        List<String> bodies = new ArrayList<>();
        for (int received = 0; received < count; received++) {
            Message message = consumer.receive(EXPECTED_MILLIS);
            if (message == null) {
                return bodies + " and no more";
            }
            bodies.add(body(message));
        }
        Message surplus = consumer.receive(UNEXPECTED_MILLIS);
        return surplus == null ? bodies.toString() : bodies + " and also " + body(surplus);
    }

    /** Receives a message that must come. */
    public static Message next(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(EXPECTED_MILLIS);
        if (message == null) {
            throw new JMSException("No message has come within " + EXPECTED_MILLIS + " ms");
        }
        return message;
    }

    /** Receives a message with one of two consumers, and returns this consumer. */
    public static MessageConsumer receiver(MessageConsumer first, MessageConsumer second) throws JMSException {
        long end = System.nanoTime() + EXPECTED_MILLIS * 1_000_000;
        while (System.nanoTime() < end) {
            if (first.receive(UNEXPECTED_MILLIS) != null) {
                return first;
            } else if (second.receive(UNEXPECTED_MILLIS) != null) {
                return second;
            }
        }
        throw new JMSException("No message has come within " + EXPECTED_MILLIS + " ms");
    }

    /** Returns the body of a message that must not come, or a text that none has come. */
    public static String none(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(UNEXPECTED_MILLIS);
        return message == null ? "none" : body(message);
    }

    /** Returns the bodies that a browser shows. */
    public static String browse(QueueBrowser browser) throws JMSException {
        List<String> bodies = new ArrayList<>();
        Enumeration<?> messages = browser.getEnumeration();
        while (messages.hasMoreElements()) {
            bodies.add(body((Message) messages.nextElement()));
        }
        return bodies.toString();
    }

    /** Returns the body of a message as a text. */
    public static String body(@Nullable Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            return text.getText();
        } else if (message instanceof ObjectMessage object) {
            return "object " + object.getObject();
        } else if (message instanceof MapMessage map) {
            List<String> entries = new ArrayList<>();
            Enumeration<?> names = map.getMapNames();
            while (names.hasMoreElements()) {
                String name = (String) names.nextElement();
                entries.add(name + "=" + map.getObject(name));
            }
            Collections.sort(entries);
            return "map " + entries;
        } else if (message instanceof BytesMessage bytes) {
            return "bytes " + bytes.getBodyLength();
        } else if (message instanceof StreamMessage stream) {
            return "stream " + stream.readInt() + " " + stream.readString();
        }
        return message == null ? "none" : "no body";
    }
}
