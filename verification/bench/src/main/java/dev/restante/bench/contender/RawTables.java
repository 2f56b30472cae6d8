package dev.restante.bench.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Locale;

/**
 * Prepared statements that insert, read and count rows of the minimal message and delivery tables, common to all
 * databases.
 */
final class RawTables {

    static final String DELIVERY_COLUMNS =
            """
            id BIGINT PRIMARY KEY, message BIGINT, entity BIGINT, state SMALLINT, precedence SMALLINT, position BIGINT,
            size INTEGER, enqueued_at BIGINT, expires_at BIGINT, due_at BIGINT, delivery_count INTEGER, owner BIGINT,
            acquisition INTEGER""";

    private static final String COUNT_ROWS =
            "SELECT (SELECT COUNT(*) FROM message) + (SELECT COUNT(*) FROM delivery) FROM (VALUES (0)) AS one";

    private static final int HEAD_BYTES = 60;
    private static final long ENTITY = 1;
    private static final int AVAILABLE = 1;

    private final Connection connection;
    private final PreparedStatement insertMessage;
    private final PreparedStatement insertDelivery;
    private final PreparedStatement selectNext;
    private final byte[] head = new byte[HEAD_BYTES];

    /**
     * Prepares the statements.
     *
     * @param order the end of the query: the columns by which the database uses its index, and the limit
     */
    RawTables(Connection connection, String order) throws SQLException {
        this.connection = connection;
        this.insertMessage = connection.prepareStatement("INSERT INTO message VALUES (?, 1, ?, ?)");
        this.insertDelivery =
                connection.prepareStatement("INSERT INTO delivery VALUES (?, ?, ?, ?, 4, ?, ?, ?, ?, ?, 0, ?, 0)");
        this.selectNext = connection.prepareStatement(
                """
                SELECT d.id, m.body FROM delivery d JOIN message m ON m.id = d.message
                WHERE d.entity = ? AND d.state = ? AND d.precedence = 4 AND d.position > ?
                ORDER BY\s"""
                        + order);
    }

    /** Adds a message and its delivery to the batch, without a copy of the body. */
    void addInsert(long id, byte[] body) throws SQLException {
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
        insertDelivery.setLong(7, System.currentTimeMillis());
        insertDelivery.setNull(8, Types.BIGINT);
        insertDelivery.setNull(9, Types.BIGINT);
        insertDelivery.setNull(10, Types.BIGINT);
        insertDelivery.addBatch();
    }

    void insert() throws SQLException {
        insertMessage.executeBatch();
        insertDelivery.executeBatch();
    }

    /** Reads and checks the next messages, and returns their number. */
    int read(long afterId, int limit) throws SQLException {
        selectNext.setLong(1, ENTITY);
        selectNext.setInt(2, AVAILABLE);
        selectNext.setLong(3, afterId);
        selectNext.setInt(4, limit);
        int count = 0;
        try (ResultSet rows = selectNext.executeQuery()) {
            while (rows.next()) {
                long expectedId = afterId + 1 + count;
                if (rows.getLong(1) != expectedId || rows.getBytes(2).length == 0) {
                    throw new IllegalStateException(
                            String.format(Locale.ROOT, "read %d instead of %d", rows.getLong(1), expectedId));
                }
                count++;
            }
        }
        return count;
    }

    long rowCount() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(COUNT_ROWS)) {
            rows.next();
            long count = rows.getLong(1);
            connection.commit();
            return count;
        }
    }
}
