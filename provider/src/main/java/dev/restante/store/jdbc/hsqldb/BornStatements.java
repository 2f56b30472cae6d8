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

/** The statements for the table of what was born acquired; {@link BornRows} knows what is in it. */
final class BornStatements {

    private final Connection connection;
    private final StatementCache statements;
    private final BornRows rows;
    private int bound;

    BornStatements(Connection connection, StatementCache statements, BornRows rows) {
        this.connection = connection;
        this.statements = statements;
        this.rows = rows;
    }

    /** A batch begins, or begins again. */
    void begin() {
        rows.begin();
        bound = 0;
    }

    /**
     * Binds the row of a delivery that can live in that table, with its message where that has no other; false if it
     * can't.
     */
    boolean bind(Delivery delivery, StoredMessage message) throws SQLException {
        if (!rows.admit(delivery)) {
            return false;
        }
        boolean sole = delivery.ref().sole();
        PreparedStatement insert = statements.get(HsqldbBatchSql.INSERT_BORN);
        insert.setLong(1, delivery.id());
        insert.setLong(2, message.id());
        insert.setLong(3, delivery.entityId());
        insert.setLong(4, delivery.ref().owner());
        insert.setInt(5, DeliveryRows.precedence(delivery.priority()));
        insert.setInt(6, delivery.size());
        insert.setLong(7, delivery.enqueuedAt());
        DeliveryRows.setNullable(insert, 8, DeliveryRows.orNull(delivery.expiresAt()));
        insert.setBytes(9, sole ? StoredMessageCodec.encodeHead(message) : null);
        insert.setBytes(10, sole ? message.body() : null);
        insert.addBatch();
        bound++;
        return true;
    }

    /** What was bound is not to be inserted. */
    void forgetBound() {
        bound = 0;
    }

    /** Inserts what was bound. */
    void insert() throws SQLException {
        if (bound > 0) {
            bound = 0;
            statements.get(HsqldbBatchSql.INSERT_BORN).executeBatch();
        }
    }

    boolean contains(FencedRow row) {
        return rows.contains(row.change().ref());
    }

    /** Moves those of the rows that are in the table to the ordinary ones, so that a change finds them. */
    void move(List<FencedRow> changed) throws SQLException {
        for (FencedRow row : changed) {
            if (contains(row)) {
                for (String sql : HsqldbBatchSql.MOVE_BORN) {
                    PreparedStatement statement = statements.get(sql);
                    bindKey(statement, row);
                    statement.executeUpdate();
                }
            }
        }
    }

    /**
     * Deletes rows, all of which should be in the table.
     *
     * <p>What was sent together is mostly completed together, deliveries of one message above all, and its ids follow
     * each other: one statement that deletes such a run costs a third of one for each row. It can't tell which row was
     * missing, though; if any was, all is undone and each row deleted by itself.
     *
     * @param removed ascending by id
     * @return for each row whether it was there
     */
    boolean[] remove(List<FencedRow> removed) throws SQLException {
        int[] runs = runs(removed);
        if (runs.length < removed.size()) {
            Savepoint before = connection.setSavepoint("before_runs");
            if (removeRuns(removed, runs)) {
                boolean[] all = new boolean[removed.size()];
                Arrays.fill(all, true);
                return all;
            }
            connection.rollback(before);
        }
        PreparedStatement delete = statements.get(HsqldbBatchSql.DELETE_BORN);
        for (FencedRow row : removed) {
            bindKey(delete, row);
            delete.addBatch();
        }
        return UpdateCounts.hits(delete.executeBatch());
    }

    private boolean removeRuns(List<FencedRow> removed, int[] runs) throws SQLException {
        PreparedStatement delete = statements.get(HsqldbBatchSql.DELETE_BORN_RUN);
        int first = 0;
        for (int length : runs) {
            delete.setLong(1, removed.get(first).id());
            delete.setLong(2, removed.get(first + length - 1).id());
            delete.setLong(3, removed.get(first).change().ref().owner());
            delete.addBatch();
            first += length;
        }
        return Arrays.equals(delete.executeBatch(), runs);
    }

    /** The lengths of the runs of ids that follow each other without a gap. */
    private static int[] runs(List<FencedRow> ascending) {
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
