package dev.restante.ra.testing;

import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

/** Database with a table of the application, and the server's data source for it in JNDI. */
public final class ServerDatabase implements AutoCloseable {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    public final String jndiName = "java:/databases/" + DATABASES.incrementAndGet();
    public final ServerDataSource dataSource;
    private final DataSource database;
    private final String atEnd;

    private ServerDatabase(TransactionManager transactions, DataSource database, String atEnd) throws SQLException {
        this.database = database;
        this.atEnd = atEnd;
        execute("CREATE TABLE orders (name VARCHAR(20))");
        dataSource = new ServerDataSource(database, transactions);
        TestNaming.bind(jndiName, dataSource);
    }

    /** Creates an in-memory HSQLDB database with the settings that a store needs. */
    public static ServerDatabase inMemory(TransactionManager transactions) throws SQLException {
        JDBCDataSource database = new JDBCDataSource();
        database.setUrl("jdbc:hsqldb:mem:server" + DATABASES.get());
        database.setUser("SA");
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
            statement.execute("SET FILES WRITE DELAY FALSE");
            statement.execute("SET FILES LOG SIZE 0");
        }
        return new ServerDatabase(transactions, database, "SHUTDOWN");
    }

    /** Creates an in-memory database whose data source takes no part in transactions. */
    public static ServerDatabase unmanaged() throws SQLException {
        ServerDatabase made = inMemory(null);
        TestNaming.bind(made.jndiName, made.database);
        return made;
    }

    /** Returns a database that the caller has started. */
    public static ServerDatabase of(TransactionManager transactions, DataSource database) throws SQLException {
        return new ServerDatabase(transactions, database, "DROP TABLE orders");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Inserts a row in the transaction of the calling thread. */
    public void insert(String name) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO orders VALUES ('" + name + "')");
        }
    }

    /** Returns the committed rows. */
    public List<String> orders() throws SQLException {
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
        execute(atEnd);
    }
}
