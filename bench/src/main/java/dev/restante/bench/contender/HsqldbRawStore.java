package dev.restante.bench.contender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;

/**
 * In HSQLDB, embedded.
 *
 * <p>The data file is reused ({@code SPACE TRUE}) and the log is cut by hand, because an automatic checkpoint waits for
 * every open transaction.
 */
final class HsqldbRawStore implements RawStore {

    private static final long CHECKPOINT_LOG_BYTES = 64L << 20;
    private static final int HEAD_BYTES = 60;
    private static final long ENTITY = 1;
    private static final int AVAILABLE = 1;

    private static final String[] SCHEMA = {
        "SET DATABASE TRANSACTION CONTROL MVCC",
        "SET FILES WRITE DELAY FALSE",
        "SET FILES SPACE TRUE",
        "SET FILES LOG SIZE 0",
        """
        CREATE CACHED TABLE message (
          id BIGINT PRIMARY KEY, fan_out INTEGER, head VARBINARY(200), body VARBINARY(1048576))
        """,
        """
        CREATE CACHED TABLE delivery (
          id BIGINT PRIMARY KEY, message BIGINT, entity BIGINT, state SMALLINT, precedence SMALLINT, position BIGINT,
          size INTEGER, enqueued_at BIGINT, expires_at BIGINT, due_at BIGINT, delivery_count INTEGER, owner BIGINT,
          acquisition INTEGER)
        """,
        "CREATE INDEX delivery_order ON delivery (entity, state, precedence, position)",
        "CREATE INDEX delivery_due ON delivery (due_at)"
    };

    private final Connection connection;
    private final Path log;
    private final PreparedStatement insertMessage;
    private final PreparedStatement insertDelivery;
    private final PreparedStatement deleteMessage;
    private final PreparedStatement deleteDelivery;
    private final PreparedStatement selectNext;
    private final byte[] head = new byte[HEAD_BYTES];

    private HsqldbRawStore(Connection connection, Path log) throws SQLException {
        this.connection = connection;
        this.log = log;
        insertMessage = connection.prepareStatement("INSERT INTO message VALUES (?, 1, ?, ?)");
        insertDelivery =
                connection.prepareStatement("INSERT INTO delivery VALUES (?, ?, ?, ?, 4, ?, ?, ?, ?, ?, 0, ?, 0)");
        deleteMessage = connection.prepareStatement("DELETE FROM message WHERE id = ?");
        deleteDelivery = connection.prepareStatement("DELETE FROM delivery WHERE id = ?");
        // HSQLDB follows the index only if ORDER BY names all of its columns; otherwise it reads the backlog and sorts
        // it.
        selectNext = connection.prepareStatement(
                """
                SELECT d.id, m.body FROM delivery d JOIN message m ON m.id = d.message
                WHERE d.entity = ? AND d.state = ? AND d.precedence = 4 AND d.position > ?
                ORDER BY d.entity, d.state, d.precedence, d.position LIMIT ? USING INDEX
                """);
    }

    /** Creates the database in an empty directory. */
    static HsqldbRawStore open(Path directory) throws SQLException {
        Path store = directory.resolve("store");
        Connection connection = DriverManager.getConnection("jdbc:hsqldb:file:" + store
                + ";hsqldb.write_delay=false;hsqldb.lock_file=false;hsqldb.reconfig_logging=false;shutdown=false");
        try (Statement statement = connection.createStatement()) {
            for (String sql : SCHEMA) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
        return new HsqldbRawStore(connection, directory.resolve("store.log"));
    }

    @Override
    public void addInsert(long id, byte[] body) throws SQLException {
        long nowMillis = System.currentTimeMillis();
        insertMessage.setLong(1, id);
        insertMessage.setBytes(2, head);
        insertMessage.setBytes(3, body);
        insertMessage.addBatch();
        insertDelivery.setLong(1, id);
        insertDelivery.setLong(2, id);
        insertDelivery.setLong(3, ENTITY);
        insertDelivery.setInt(4, AVAILABLE);
        insertDelivery.setLong(5, id);
        insertDelivery.setInt(6, body.length);
        insertDelivery.setLong(7, nowMillis);
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
        for (long id = fromId; id < toId; id++) {
            deleteDelivery.setLong(1, id);
            deleteDelivery.addBatch();
            deleteMessage.setLong(1, id);
            deleteMessage.addBatch();
        }
        if (fromId < toId) {
            deleteDelivery.executeBatch();
            deleteMessage.executeBatch();
        }
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

    /** Cuts the log if it has grown beyond 64 MB. */
    @Override
    public void checkpointIfDue() throws SQLException, IOException {
        if (Files.size(log) < CHECKPOINT_LOG_BYTES) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    @Override
    public long rowCount() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT (SELECT COUNT(*) FROM message) + (SELECT COUNT(*) FROM delivery) FROM (VALUES(0))")) {
            rows.next();
            long count = rows.getLong(1);
            connection.commit();
            return count;
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }
}
