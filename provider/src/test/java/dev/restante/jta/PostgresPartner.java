package dev.restante.jta;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.postgresql.xa.PGXADataSource;

/** Partner that keeps keys in a table of PostgreSQL. */
final class PostgresPartner implements Partner {

    private final String url;
    private final XAConnection connection;

    PostgresPartner(String url) throws SQLException {
        this.url = url;
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url);
        connection = source.getXAConnection();
    }

    static void create(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE written (key text NOT NULL)");
        }
    }

    /** Returns whether the server of a database has a session of a client with the given name. */
    static boolean serves(String url, String applicationName) throws SQLException {
        return count(url, "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?", applicationName) > 0;
    }

    @Override
    public XAResource resource() {
        try {
            return connection.getXAResource();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void write(String key) throws SQLException {
        try (Connection inTransaction = connection.getConnection();
                PreparedStatement insert = inTransaction.prepareStatement("INSERT INTO written VALUES (?)")) {
            insert.setString(1, key);
            insert.executeUpdate();
        }
    }

    @Override
    public long count(String key) throws SQLException {
        return count(url, "SELECT count(*) FROM written WHERE key = ?", key);
    }

    @Override
    public long inDoubt() throws SQLException {
        return count(
                url, "SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database() AND gid <> ?", "");
    }

    private static long count(String url, String query, String parameter) throws SQLException {
        try (Connection other = DriverManager.getConnection(url);
                PreparedStatement select = other.prepareStatement(query)) {
            select.setString(1, parameter);
            ResultSet result = select.executeQuery();
            result.next();
            return result.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
