package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.api.JdbcTransactionProvider;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;

/**
 * Worker that moves messages from "in" to "out" and records each message in a table. One transaction of a JDBC
 * connection contains all three steps, and is sometimes rolled back.
 */
record JoinedTransactionWorker(String url, RestanteConnectionFactory factory, Random random) {

    static final String CREATE_TABLE = "CREATE TABLE business (name VARCHAR(50) PRIMARY KEY)";
    private static final long WAIT_MILLIS = 300;
    private static final int ROLLBACK_ONE_IN = 6;

    static Connection jdbc(String url) throws SQLException {
        return url.startsWith("jdbc:hsqldb")
                ? DriverManager.getConnection(url, "SA", "")
                : DriverManager.getConnection(url);
    }

    /** Works until no message arrives for a while. */
    void work(Runnable afterCommit) throws JMSException, SQLException {
        try (Connection jdbc = jdbc(url);
                jakarta.jms.Connection jms = factory.joiningTransactions(JdbcTransactionProvider.of(jdbc))
                        .createConnection();
                Session session = jms.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue("in"));
                MessageProducer producer = session.createProducer(session.createQueue("out"));
                PreparedStatement insert = jdbc.prepareStatement("INSERT INTO business (name) VALUES (?)")) {
            jdbc.setAutoCommit(false);
            jms.start();
            for (Message next = consumer.receive(WAIT_MILLIS); next != null; next = consumer.receive(WAIT_MILLIS)) {
                String name = ((TextMessage) next).getText();
                insert.setString(1, name);
                // The primary key rejects a message that was processed before.
                insert.executeUpdate();
                producer.send(session.createTextMessage(name));
                if (random.nextInt(ROLLBACK_ONE_IN) == 0) {
                    jdbc.rollback();
                } else {
                    jdbc.commit();
                    afterCommit.run();
                }
            }
        }
    }
}
