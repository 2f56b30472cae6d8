package dev.restante.servers.probe;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/** Work on three resources in the transaction of the caller, or in a new transaction if the caller has none. */
@ApplicationScoped
@Transactional(rollbackOn = Exception.class)
public class ProbeWork {

    @Inject
    @JMSConnectionFactory("jms/connectionFactory")
    private JMSContext messaging;

    @Resource(lookup = "java:comp/env/jdbc/orders")
    private DataSource dataSource;

    @Resource(lookup = "java:comp/env/eis/crash")
    private Callable<AutoCloseable> crash;

    /** Sends a message and inserts a row, and enlists the crash resource before or after these two steps. */
    public void run(String text, String queue, boolean crashFirst, boolean fail) throws Exception {
        if (crashFirst) {
            crash();
        }
        send(queue, text);
        insertRow("work", text);
        if (!crashFirst) {
            crash();
        }
        if (fail) {
            throw new IllegalStateException("told to fail: " + text);
        }
    }

    /** Enlists the crash resource in the transaction. */
    public void crash() throws Exception {
        try (AutoCloseable connection = crash.call()) {
            Objects.requireNonNull(connection, "connection");
        }
    }

    /** Sends a text message to a queue in the transaction. */
    public void send(String queue, String text) {
        messaging.createProducer().send(messaging.createQueue(queue), text);
    }

    /** Inserts a row with a text in the transaction. */
    public void insertRow(String table, String text) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO " + table + " (text) VALUES (?)")) {
            statement.setString(1, text);
            statement.executeUpdate();
        }
    }
}
