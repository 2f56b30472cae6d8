package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Arrays;
import java.util.List;

/**
 * Statements of a batch on HSQLDB that insert, move and delete rows of the table of direct deliveries (inserted already
 * acquired); {@link DirectDeliveryTracker} knows these rows.
 */
final class DirectDeliveryStatements {

    private final Connection connection;
    private final StatementCache statements;
    private final DirectDeliveryTracker tracker;
    private int bound;

    DirectDeliveryStatements(Connection connection, StatementCache statements, DirectDeliveryTracker tracker) {
        this.connection = connection;
        this.statements = statements;
        this.tracker = tracker;
    }

    void begin() {
        tracker.begin();
        bound = 0;
    }

    /**
     * Binds the row of a delivery, with its message if that has no other delivery, and returns false if the table
     * cannot store the delivery.
     */
    boolean bind(Delivery delivery, StoredMessage message) throws SQLException {
        if (!tracker.tryAdd(delivery)) {
            return false;
        }
        boolean onlyDelivery = delivery.ref().onlyDelivery();
        PreparedStatement insert = statements.prepare(HsqldbBatchSql.INSERT_DIRECT);
        insert.setLong(1, delivery.id());
        insert.setLong(2, message.id());
        insert.setLong(3, delivery.entityId());
        insert.setLong(4, delivery.ref().owner());
        insert.setInt(5, DeliveryRows.precedence(delivery.priority()));
        insert.setInt(6, delivery.size());
        insert.setLong(7, delivery.enqueuedAtMillis());
        DeliveryRows.setNullable(insert, 8, DeliveryRows.nullIfNever(delivery.expiresAtMillis()));
        insert.setBytes(9, onlyDelivery ? StoredMessageCodec.encodeHeader(message) : null);
        insert.setBytes(10, onlyDelivery ? message.body() : null);
        insert.addBatch();
        bound++;
        return true;
    }

    /** Discards the bound rows. */
    void clearBound() {
        bound = 0;
    }

    /** Inserts the bound rows. */
    void insert() throws SQLException {
        if (bound > 0) {
            bound = 0;
            statements.prepare(HsqldbBatchSql.INSERT_DIRECT).executeBatch();
        }
    }

    boolean contains(FencedRow row) {
        return tracker.contains(row.change().ref());
    }

    /** Moves rows from the direct-delivery table to the ordinary tables, so that a change finds them. */
    void move(List<FencedRow> changed) throws SQLException {
        for (FencedRow row : changed) {
            if (contains(row)) {
                for (String sql : HsqldbBatchSql.MOVE_DIRECT) {
                    PreparedStatement statement = statements.prepare(sql);
                    bindKey(statement, row);
                    statement.executeUpdate();
                }
            }
        }
    }

    /**
     * Deletes rows that should all be in the direct-delivery table.
     *
     * <p>Messages that are sent together are usually completed together, above all the deliveries of one message, and
     * have consecutive ids. One statement deletes such a range for a third of the cost of one statement for each row.
     * If a row is missing, the ranges are rolled back and each row is deleted separately, to find out which one.
     *
     * @param removed the rows by ascending id
     * @return for each row, whether it existed
     */
    boolean[] remove(List<FencedRow> removed) throws SQLException {
        int[] ranges = idRanges(removed);
        if (ranges.length < removed.size()) {
            Savepoint before = connection.setSavepoint("before_runs");
            if (removeRanges(removed, ranges)) {
                boolean[] all = new boolean[removed.size()];
                Arrays.fill(all, true);
                return all;
            }
            connection.rollback(before);
        }
        PreparedStatement delete = statements.prepare(HsqldbBatchSql.DELETE_DIRECT);
        for (FencedRow row : removed) {
            bindKey(delete, row);
            delete.addBatch();
        }
        return UpdateCounts.changedRows(delete.executeBatch());
    }

    private boolean removeRanges(List<FencedRow> removed, int[] ranges) throws SQLException {
        PreparedStatement delete = statements.prepare(HsqldbBatchSql.DELETE_DIRECT_RANGE);
        int first = 0;
        for (int length : ranges) {
            delete.setLong(1, removed.get(first).id());
            delete.setLong(2, removed.get(first + length - 1).id());
            delete.setLong(3, removed.get(first).change().ref().owner());
            delete.addBatch();
            first += length;
        }
        return Arrays.equals(delete.executeBatch(), ranges);
    }

    /** Returns the lengths of the ranges of consecutive ids. */
    private static int[] idRanges(List<FencedRow> ascending) {
        int[] lengths = new int[ascending.size()];
        int count = 0;
        for (int i = 0; i < lengths.length; i++) {
            if (i > 0
                    && follows(
                            ascending.get(i - 1).change().ref(),
                            ascending.get(i).change().ref())) {
                lengths[count - 1]++;
            } else {
                lengths[count++] = 1;
            }
        }
        return Arrays.copyOf(lengths, count);
    }

    private static boolean follows(DeliveryRef former, DeliveryRef ref) {
        return ref.id() == former.id() + 1 && ref.owner() == former.owner();
    }

    private static void bindKey(PreparedStatement statement, FencedRow row) throws SQLException {
        statement.setLong(1, row.id());
        statement.setLong(2, row.change().ref().owner());
    }
}
