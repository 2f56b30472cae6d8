package dev.restante.ra;

import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.hsqldb.jdbc.JDBCDataSource;

/** A database with a table of the application, and the server's data source to it, bound in JNDI. */
final class ServerDatabase implements AutoCloseable {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    final String jndiName = "java:/databases/" + DATABASES.incrementAndGet();
    final ServerDataSource dataSource;
    private final JDBCDataSource database = new JDBCDataSource();

    ServerDatabase(TransactionManager transactions) throws SQLException {
        database.setUrl("jdbc:hsqldb:mem:server" + DATABASES.get());
        database.setUser("SA");
        execute("SET DATABASE TRANSACTION CONTROL MVCC");
        execute("SET FILES WRITE DELAY FALSE");
        execute("SET FILES LOG SIZE 0");
        execute("CREATE TABLE orders (name VARCHAR(20))");
        dataSource = new ServerDataSource(database, transactions);
        TestNaming.bind(jndiName, dataSource);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** As an application does it: in the transaction that the thread is in. */
    void insert(String name) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO orders VALUES ('" + name + "')");
        }
    }

    /** What is committed. */
    List<String> orders() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM orders ORDER BY name")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @Override
    public void close() throws SQLException {
        TestNaming.bind(jndiName, null);
        execute("SHUTDOWN");
    }
}
