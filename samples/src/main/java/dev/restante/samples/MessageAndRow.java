package dev.restante.samples;

import dev.restante.JdbcTransactions;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
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

/** A message and a row of the application in one commit of its own JDBC connection, without a transaction manager. */
public final class MessageAndRow {

    private MessageAndRow() {}

    /** Runs it on the store whose URL is given, which is also where the application has its table. */
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
        try (JMSContext context = factory.joining(JdbcTransactions.of(jdbc)).createContext();
                PreparedStatement insert = jdbc.prepareStatement("INSERT INTO deposit (euros) VALUES (?)")) {
            Queue deposits = context.createQueue("deposits");
            Queue receipts = context.createQueue("receipts");
            JMSConsumer consumer = context.createConsumer(deposits);

            insert.setInt(1, Integer.parseInt(consumer.receiveBody(String.class, 5_000)));
            insert.executeUpdate();
            // Something is wrong: the row was never there, and the message comes again.
            jdbc.rollback();

            insert.setInt(1, Integer.parseInt(consumer.receiveBody(String.class, 5_000)));
            insert.executeUpdate();
            context.createProducer().send(receipts, "thank you");
            // The message is gone, the row is there, and the receipt is on its way: all of it, or nothing.
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
