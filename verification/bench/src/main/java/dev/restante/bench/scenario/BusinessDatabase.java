package dev.restante.bench.scenario;

import dev.restante.bench.contender.BenchPostgresqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.postgresql.xa.PGXADataSource;

/**
 * PostgreSQL server with an application table for scenarios that insert a row per message, and with a check of the row
 * count.
 */
final class BusinessDatabase implements AutoCloseable {

    private final BenchPostgresqlServer server;

    private BusinessDatabase(BenchPostgresqlServer server) {
        this.server = server;
    }

    static BusinessDatabase start(Path directory) throws IOException, SQLException {
        BusinessDatabase database = new BusinessDatabase(BenchPostgresqlServer.start(directory));
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE processed (key bigint PRIMARY KEY)");
        }
        return database;
    }

    String url() {
        return server.url();
    }

    Connection connect() throws SQLException {
        return server.connect();
    }

    XaClient xaClient() throws SQLException {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url());
        return new XaClient(source.getXAConnection());
    }

    /** Checks that there is one row for each transaction. */
    void verify(long transactions) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet counts = statement.executeQuery("SELECT count(*) FROM processed")) {
            counts.next();
            if (counts.getLong(1) != transactions) {
                throw new IllegalStateException(
                        transactions + " transactions were committed, but there are " + counts.getLong(1) + " rows");
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** Connection for distributed transactions. Not thread-safe. */
    static final class XaClient implements AutoCloseable {
        private final XAConnection connection;
        private final XAResource resource;
        private final Connection handle;
        private final PreparedStatement insert;

        private XaClient(XAConnection connection) throws SQLException {
            this.connection = connection;
            this.resource = connection.getXAResource();
            this.handle = connection.getConnection();
            this.insert = handle.prepareStatement("INSERT INTO processed VALUES (?)");
        }

        XAResource resource() {
            return resource;
        }

        void insert(long key) throws SQLException {
            insert.setLong(1, key);
            insert.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            handle.close();
            connection.close();
        }
    }
}
