package dev.restante.bench.contender;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Minimal message and delivery tables in PostgreSQL or MariaDB, through plain JDBC as an upper bound for all providers.
 *
 * <p>The driver sends the batch of each table in one round trip. One statement for each table deletes a range of ids.
 */
final class ServerRawStore implements RawStore {

    private static final String DELIVERIES = "CREATE TABLE delivery (" + RawTables.DELIVERY_COLUMNS + ")";
    private static final String ORDER = "CREATE INDEX delivery_order ON delivery (entity, state, precedence, position)";

    private static final List<String> POSTGRESQL = List.of(
            "CREATE TABLE message (id bigint PRIMARY KEY, fan_out integer, head bytea, body bytea)",
            DELIVERIES,
            ORDER,
            "CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL");

    private static final List<String> MARIADB = List.of(
            "CREATE TABLE message (id bigint PRIMARY KEY, fan_out integer, head varbinary(200), body longblob)",
            DELIVERIES,
            ORDER,
            "CREATE INDEX delivery_due ON delivery (due_at)");

    private final AutoCloseable server;
    private final Connection connection;
    private final RawTables tables;
    private final PreparedStatement deleteMessage;
    private final PreparedStatement deleteDelivery;

    private ServerRawStore(AutoCloseable server, Connection connection) throws SQLException {
        this.server = server;
        this.connection = connection;
        deleteMessage = connection.prepareStatement("DELETE FROM message WHERE id >= ? AND id < ?");
        deleteDelivery = connection.prepareStatement("DELETE FROM delivery WHERE id >= ? AND id < ?");
        tables = new RawTables(connection, "d.position LIMIT ?");
    }

    static ServerRawStore startPostgresql(Path directory) throws SQLException, IOException {
        BenchPostgresqlServer server = BenchPostgresqlServer.start(directory.resolve("postgresql"));
        return openPostgresql(server.url(), server);
    }

    static ServerRawStore startMariaDb(Path directory) throws SQLException, IOException {
        BenchMariaDbServer server = BenchMariaDbServer.start(directory.resolve("mariadb"));
        return openMariaDb(server.url(), server);
    }

    /**
     * Opens a PostgreSQL store.
     *
     * @param server the server, which is closed with the store
     */
    static ServerRawStore openPostgresql(String url, AutoCloseable server) throws SQLException {
        return open(url + "&reWriteBatchedInserts=true", POSTGRESQL, server);
    }

    /**
     * Opens the store in an empty MariaDB database, whose driver combines batches by default.
     *
     * @param server the server, which is closed with the store
     */
    static ServerRawStore openMariaDb(String url, AutoCloseable server) throws SQLException {
        return open(url, MARIADB, server);
    }

    private static ServerRawStore open(String url, List<String> schema, AutoCloseable server) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            for (String sql : schema) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
        return new ServerRawStore(server, connection);
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

    /** Does nothing, because the server runs checkpoints itself. */
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
