package dev.restante.bench.contender;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;

/**
 * In PostgreSQL: the batch of each table in one statement with many rows, which the driver makes of
 * a JDBC batch, and a delete of a range for each table.
 */
final class PostgresqlRawStore implements RawStore {

    private static final int HEAD_BYTES = 60;
    private static final long ENTITY = 1;
    private static final int AVAILABLE = 1;

    private static final String[] SCHEMA = {
        "CREATE TABLE message (id bigint PRIMARY KEY, fan_out integer, head bytea, body bytea)",
        """
        CREATE TABLE delivery (
          id bigint PRIMARY KEY, message bigint, entity bigint, state smallint, precedence smallint, position bigint,
          size integer, enqueued_at bigint, expires_at bigint, due_at bigint, delivery_count integer, owner bigint,
          acquisition integer)
        """,
        "CREATE INDEX delivery_order ON delivery (entity, state, precedence, position)",
        "CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL"
    };

    private final AutoCloseable server;
    private final Connection connection;
    private final PreparedStatement insertMessage;
    private final PreparedStatement insertDelivery;
    private final PreparedStatement deleteMessage;
    private final PreparedStatement deleteDelivery;
    private final PreparedStatement selectNext;
    private final byte[] head = new byte[HEAD_BYTES];

    private PostgresqlRawStore(AutoCloseable server, Connection connection) throws SQLException {
        this.server = server;
        this.connection = connection;
        insertMessage =
                connection.prepareStatement("INSERT INTO message (id, fan_out, head, body) VALUES (?, 1, ?, ?)");
        insertDelivery = connection.prepareStatement(
                """
                INSERT INTO delivery (id, message, entity, state, precedence, position, size, enqueued_at, expires_at,
                  due_at, delivery_count, owner, acquisition) VALUES (?, ?, ?, ?, 4, ?, ?, ?, ?, ?, 0, ?, 0)
                """);
        deleteMessage = connection.prepareStatement("DELETE FROM message WHERE id >= ? AND id < ?");
        deleteDelivery = connection.prepareStatement("DELETE FROM delivery WHERE id >= ? AND id < ?");
        selectNext = connection.prepareStatement(
                """
                SELECT d.id, m.body FROM delivery d JOIN message m ON m.id = d.message
                WHERE d.entity = ? AND d.state = ? AND d.precedence = 4 AND d.position > ?
                ORDER BY d.position LIMIT ?
                """);
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
        insertMessage.setLong(1, id);
        insertMessage.setBytes(2, head);
        insertMessage.setBytes(3, body.clone());
        insertMessage.addBatch();
        insertDelivery.setLong(1, id);
        insertDelivery.setLong(2, id);
        insertDelivery.setLong(3, ENTITY);
        insertDelivery.setInt(4, AVAILABLE);
        insertDelivery.setLong(5, id);
        insertDelivery.setInt(6, body.length);
        insertDelivery.setLong(7, System.currentTimeMillis());
        insertDelivery.setNull(8, Types.BIGINT);
        insertDelivery.setNull(9, Types.BIGINT);
        insertDelivery.setNull(10, Types.BIGINT);
        insertDelivery.addBatch();
    }

    @Override
    public void insert() throws SQLException {
        insertMessage.executeBatch();
        insertDelivery.executeBatch();
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
        selectNext.setLong(1, ENTITY);
        selectNext.setInt(2, AVAILABLE);
        selectNext.setLong(3, afterId);
        selectNext.setInt(4, limit);
        int count = 0;
        try (ResultSet rows = selectNext.executeQuery()) {
            while (rows.next()) {
                long expectedId = afterId + 1 + count;
                if (rows.getLong(1) != expectedId || rows.getBytes(2).length == 0) {
                    throw new IllegalStateException("read %d instead of %d".formatted(rows.getLong(1), expectedId));
                }
                count++;
            }
        }
        return count;
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
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT (SELECT count(*) FROM message) + (SELECT count(*) FROM delivery)")) {
            rows.next();
            long count = rows.getLong(1);
            connection.commit();
            return count;
        }
    }

    @Override
    public void close() throws Exception {
        try (server) {
            connection.close();
        }
    }
}
