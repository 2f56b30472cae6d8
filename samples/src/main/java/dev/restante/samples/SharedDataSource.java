package dev.restante.samples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Sample of a store in the application's database, through the connection pool of the application. */
public final class SharedDataSource {

    private SharedDataSource() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException, SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(SampleStore.url(arguments));
        config.setUsername("SA");
        config.setPassword("");
        try (HikariDataSource dataSource = new HikariDataSource(config)) {
            // HSQLDB needs these settings to keep messages safe. Restante fails with an explanation if they are
            // missing.
            execute(dataSource, "SET DATABASE TRANSACTION CONTROL MVCC");
            execute(dataSource, "SET FILES WRITE DELAY FALSE");
            execute(dataSource, "SET FILES LOG SIZE 0");
            execute(dataSource, "SET FILES SPACE TRUE");

            execute(dataSource, "CREATE TABLE IF NOT EXISTS customer (name VARCHAR(40))");
            execute(dataSource, "INSERT INTO customer VALUES ('Ada')");
            // region main
            try (RestanteConnectionFactory factory = new RestanteConnectionFactory(dataSource);
                    JMSContext context = factory.createContext()) {
                Queue greetings = context.createQueue("greetings");
                context.createProducer().send(greetings, "Hello Ada");
                System.out.println(
                        "received: " + context.createConsumer(greetings).receiveBody(String.class, 5_000));
            }
            // endregion
            System.out.println(
                    "the pool is still open, and the application's table has " + customers(dataSource) + " row");
            execute(dataSource, "DROP TABLE customer");
        }
    }

    private static void execute(HikariDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int customers(HikariDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM customer")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
