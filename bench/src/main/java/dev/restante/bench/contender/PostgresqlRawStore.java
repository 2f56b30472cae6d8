package dev.restante.bench.contender;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * In PostgreSQL: the batch of each table in one statement with many rows, which the driver makes of
 * a JDBC batch, and a delete of a range for each table.
 */
final class PostgresqlRawStore implements RawStore {

    private static final String[] SCHEMA = {
        "CREATE TABLE message (id bigint PRIMARY KEY, fan_out integer, head bytea, body bytea)",
        "CREATE TABLE delivery (" + RawTables.DELIVERY_COLUMNS + ")",
        "CREATE INDEX delivery_order ON delivery (entity, state, precedence, position)",
        "CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL"
    };

    private final AutoCloseable server;
    private final Connection connection;
    private final RawTables tables;
    private final PreparedStatement deleteMessage;
    private final PreparedStatement deleteDelivery;

    private PostgresqlRawStore(AutoCloseable server, Connection connection) throws SQLException {
        this.server = server;
        this.connection = connection;
        deleteMessage = connection.prepareStatement("DELETE FROM message WHERE id >= ? AND id < ?");
        deleteDelivery = connection.prepareStatement("DELETE FROM delivery WHERE id >= ? AND id < ?");
        tables = new RawTables(connection, "d.position LIMIT ?");
    }

    /** In a server of its own. */
    static PostgresqlRawStore start(Path directory) throws SQLException, IOException {
        PostgresqlServer server = PostgresqlServer.start(directory.resolve("postgresql"));
        return open(server.url(), server);
    }

    /**
     * In an empty database.
     *
     * @param server is closed with it
     */
    static PostgresqlRawStore open(String url, AutoCloseable server) throws SQLException {
        Connection connection = DriverManager.getConnection(url + "&reWriteBatchedInserts=true");
        try (Statement statement = connection.createStatement()) {
            for (String sql : SCHEMA) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
        return new PostgresqlRawStore(server, connection);
    }

    @Override
    public void addInsert(long id, byte[] body) throws SQLException {
        tables.addInsert(id, body.clone());
    }

    @Override
    public void insert() throws SQLException {
        tables.insert();
    }

    @Override
    public void delete(long fromId, long toId) throws SQLException {
        if (fromId < toId) {
            delete(deleteDelivery, fromId, toId);
            delete(deleteMessage, fromId, toId);
        }
    }

    private static void delete(PreparedStatement statement, long fromId, long toId) throws SQLException {
        statement.setLong(1, fromId);
        statement.setLong(2, toId);
        statement.executeUpdate();
    }

    @Override
    public int read(long afterId, int limit) throws SQLException {
        return tables.read(afterId, limit);
    }

    @Override
    public void commit() throws SQLException {
        connection.commit();
    }

    /** The server does it. */
    @Override
    public void checkpointIfDue() {}

    @Override
    public long rowCount() throws SQLException {
        return tables.rowCount();
    }

    @Override
    public void close() throws Exception {
        try (server) {
            connection.close();
        }
    }
}
