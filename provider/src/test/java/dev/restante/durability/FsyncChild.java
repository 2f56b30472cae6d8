package dev.restante.durability;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Child that sends, commits and completes one message at a time, and commits its own rows to the same database. It
 * writes a marker to a file before and after each step, which is visible among its system calls. Arguments: URL, file
 * of the markers, number of steps of each kind.
 */
final class FsyncChild {

    private final FileOutputStream markers;
    private final int times;

    private FsyncChild(FileOutputStream markers, int times) {
        this.markers = markers;
        this.times = times;
    }

    private interface TracedCall {
        void run() throws JMSException, SQLException;
    }

    public static void main(String[] arguments) throws JMSException, SQLException, IOException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        try (FileOutputStream markers = new FileOutputStream(arguments[1]);
                Connection connection = factory.createConnection();
                java.sql.Connection own = DriverManager.getConnection(arguments[0])) {
            connection.start();
            FsyncChild child = new FsyncChild(markers, Integer.parseInt(arguments[2]));
            child.work(connection);
            child.commitRows(own);
        }
        factory.close();
    }

    private void commitRows(java.sql.Connection own) throws JMSException, SQLException, IOException {
        try (Statement statement = own.createStatement()) {
            statement.execute("CREATE CACHED TABLE own (id INTEGER PRIMARY KEY)");
            own.setAutoCommit(false);
            for (int i = 0; i < times; i++) {
                statement.execute("INSERT INTO own VALUES (" + i + ")");
                traced("own-commit", i, own::commit);
            }
        }
    }

    private void work(Connection connection) throws JMSException, SQLException, IOException {
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(session.createQueue("a"));
        MessageProducer inTransaction = transacted.createProducer(transacted.createQueue("b"));
        for (int i = 0; i < times; i++) {
            traced("send", i, () -> producer.send(session.createTextMessage("alone")));
        }
        for (int i = 0; i < times; i++) {
            inTransaction.send(transacted.createTextMessage("one"));
            inTransaction.send(transacted.createTextMessage("two"));
            traced("commit", i, transacted::commit);
        }
        MessageConsumer consumer = session.createConsumer(session.createQueue("a"));
        for (int i = 0; i < times; i++) {
            Message message = consumer.receive();
            traced("complete", i, PeekLock.of(message)::complete);
        }
        // With a waiting consumer, each send is a direct delivery.
        for (int i = 0; i < times; i++) {
            traced("send-to-receiver", i, () -> producer.send(session.createTextMessage("direct")));
            PeekLock.of(consumer.receive()).complete();
        }
    }

    private void traced(String what, int index, TracedCall action) throws JMSException, SQLException, IOException {
        mark("begin " + what + " " + index);
        action.run();
        mark("end " + what + " " + index);
    }

    private void mark(String text) throws IOException {
        markers.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
