package dev.restante.durability;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessagingModes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Sends, commits and completes one by one, and writes a marker to a file before and after each, which shows up among its system calls. Arguments: URL, file of the
 * markers, how many of each.
 */
final class FsyncChild {

    private final FileOutputStream markers;
    private final int times;

    private FsyncChild(FileOutputStream markers, int times) {
        this.markers = markers;
        this.times = times;
    }

    private interface Action {
        void run() throws JMSException;
    }

    public static void main(String[] arguments) throws JMSException, IOException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        try (FileOutputStream markers = new FileOutputStream(arguments[1]);
                Connection connection = factory.createConnection()) {
            connection.start();
            new FsyncChild(markers, Integer.parseInt(arguments[2])).work(connection);
        }
        factory.close();
    }

    private void work(Connection connection) throws JMSException, IOException {
        Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(session.createQueue("a"));
        MessageProducer inTransaction = transacted.createProducer(transacted.createQueue("b"));
        for (int i = 0; i < times; i++) {
            watched("send", i, () -> producer.send(session.createTextMessage("alone")));
        }
        for (int i = 0; i < times; i++) {
            inTransaction.send(transacted.createTextMessage("one"));
            inTransaction.send(transacted.createTextMessage("two"));
            watched("commit", i, transacted::commit);
        }
        MessageConsumer consumer = session.createConsumer(session.createQueue("a"));
        for (int i = 0; i < times; i++) {
            Message message = consumer.receive();
            watched("complete", i, PeekLock.of(message)::complete);
        }
        // With a receiver that waits, a message is handed over at its birth.
        for (int i = 0; i < times; i++) {
            watched("send-to-receiver", i, () -> producer.send(session.createTextMessage("born")));
            PeekLock.of(consumer.receive()).complete();
        }
    }

    private void watched(String what, int index, Action action) throws JMSException, IOException {
        mark("begin " + what + " " + index);
        action.run();
        mark("end " + what + " " + index);
    }

    private void mark(String text) throws IOException {
        markers.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
