package dev.restante.bench.contender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Minimal message and delivery tables in embedded HSQLDB, through plain JDBC as an upper bound for all providers.
 *
 * <p>{@code SPACE TRUE} makes HSQLDB reuse space in its data file. This class runs checkpoints itself, because an
 * automatic checkpoint waits for every open transaction.
 */
final class HsqldbRawStore implements RawStore {

    private static final long CHECKPOINT_LOG_BYTES = 64L << 20;

    private static final String[] SCHEMA = {
        "SET DATABASE TRANSACTION CONTROL MVCC",
        "SET FILES WRITE DELAY FALSE",
        "SET FILES SPACE TRUE",
        "SET FILES LOG SIZE 0",
        """
        CREATE CACHED TABLE message (
          id BIGINT PRIMARY KEY, fan_out INTEGER, head VARBINARY(200), body VARBINARY(1048576))
        """,
        "CREATE CACHED TABLE delivery (" + RawTables.DELIVERY_COLUMNS + ")",
        "CREATE INDEX delivery_order ON delivery (entity, state, precedence, position)",
        "CREATE INDEX delivery_due ON delivery (due_at)"
    };

    private final Connection connection;
    private final Path log;
    private final RawTables tables;
    private final PreparedStatement deleteMessage;
    private final PreparedStatement deleteDelivery;

    private HsqldbRawStore(Connection connection, Path log) throws SQLException {
        this.connection = connection;
        this.log = log;
        deleteMessage = connection.prepareStatement("DELETE FROM message WHERE id = ?");
        deleteDelivery = connection.prepareStatement("DELETE FROM delivery WHERE id = ?");
        // HSQLDB uses the index only if ORDER BY names all its columns. Otherwise it reads and sorts the whole backlog.
        tables = new RawTables(connection, "d.entity, d.state, d.precedence, d.position LIMIT ? USING INDEX");
    }

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
        tables.addInsert(id, body);
    }

    @Override
    public void insert() throws SQLException {
        tables.insert();
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
        return tables.read(afterId, limit);
    }

    @Override
    public void commit() throws SQLException {
        connection.commit();
    }

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
        return tables.rowCount();
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }
}
