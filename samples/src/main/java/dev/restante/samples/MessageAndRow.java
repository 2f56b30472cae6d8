package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.api.JdbcTransactionProvider;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Sample of a message and a row in one commit of the application's JDBC connection, without a transaction manager. */
public final class MessageAndRow {

    private MessageAndRow() {}

    /** Runs the sample on the store with the given URL. The table of the application is in the same database. */
    public static void main(String[] arguments) throws JMSException, SQLException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "deposits", QueueOptions.defaults());
            try (Connection jdbc = connect(SampleStore.url(arguments));
                    JMSContext context = factory.createContext()) {
                createTable(jdbc);
                context.createProducer().send(context.createQueue("deposits"), "20");
                deposit(factory, jdbc);
                System.out.println("the account has " + total(jdbc));
            }
        }
    }

    private static Connection connect(String url) throws SQLException {
        return url.startsWith("jdbc:hsqldb")
                ? DriverManager.getConnection(url, "SA", "")
                : DriverManager.getConnection(url);
    }

    private static void createTable(Connection jdbc) throws SQLException {
        try (Statement statement = jdbc.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS deposit");
            statement.execute("CREATE TABLE deposit (euros INTEGER NOT NULL)");
        }
    }

    private static void deposit(RestanteConnectionFactory factory, Connection jdbc) throws SQLException {
        // region joined
        jdbc.setAutoCommit(false);
        try (JMSContext context = factory.joiningTransactions(JdbcTransactionProvider.of(jdbc))
                        .createContext();
                PreparedStatement insert = jdbc.prepareStatement("INSERT INTO deposit (euros) VALUES (?)")) {
            Queue deposits = context.createQueue("deposits");
            Queue receipts = context.createQueue("receipts");
            JMSConsumer consumer = context.createConsumer(deposits);

            insert.setInt(1, Integer.parseInt(consumer.receiveBody(String.class, 5_000)));
            insert.executeUpdate();
            // After a failure the rollback removes the row, and the message is delivered again.
            jdbc.rollback();

            insert.setInt(1, Integer.parseInt(consumer.receiveBody(String.class, 5_000)));
            insert.executeUpdate();
            context.createProducer().send(receipts, "thank you");
            // This commit completes the message, stores the row and sends the receipt, or does nothing.
            jdbc.commit();
        }
        // endregion
    }

    private static int total(Connection jdbc) throws SQLException {
        try (Statement statement = jdbc.createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(euros) FROM deposit")) {
            row.next();
            return row.getInt(1);
        }
    }
}
