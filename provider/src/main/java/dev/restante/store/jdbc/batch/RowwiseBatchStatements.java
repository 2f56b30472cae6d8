package dev.restante.store.jdbc.batch;

import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** Base class of batch statements that change deliveries by JDBC batches of single-row statements. */
public abstract class RowwiseBatchStatements extends BatchStatements {

    private static final boolean[] NONE = {};

    /** Function that executes rows and returns whether each matched its fencing token. */
    @FunctionalInterface
    protected interface RowExecution {
        boolean[] of(List<FencedRow> rows) throws SQLException;
    }

    protected RowwiseBatchStatements(Connection connection, long incarnation, int pipeline) {
        super(connection, incarnation, pipeline);
    }

    /**
     * Executes the rows that match a predicate first, then the other rows, and returns for each row whether it matched
     * its fencing token.
     *
     * @param rows rows, at least one
     */
    protected static boolean[] executeSplit(
            List<FencedRow> rows, Predicate<FencedRow> first, RowExecution ofFirst, RowExecution ofOthers)
            throws SQLException {
        List<FencedRow> firstRows = new ArrayList<>(rows.size());
        List<FencedRow> others = new ArrayList<>();
        BitSet isFirst = new BitSet(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            FencedRow row = rows.get(i);
            boolean chosen = first.test(row);
            (chosen ? firstRows : others).add(row);
            isFirst.set(i, chosen);
        }
        if (others.isEmpty()) {
            return ofFirst.of(rows);
        }
        boolean[] firstChanged = firstRows.isEmpty() ? NONE : ofFirst.of(firstRows);
        boolean[] otherChanged = ofOthers.of(others);
        boolean[] changed = new boolean[rows.size()];
        int nextFirst = 0;
        int nextOther = 0;
        for (int i = 0; i < changed.length; i++) {
            changed[i] = isFirst.get(i) ? firstChanged[nextFirst++] : otherChanged[nextOther++];
        }
        return changed;
    }

    /** Updates rows, those without annotations first, because they need another statement. */
    protected final boolean[] updateAll(FencedUpdateSql updates, FencedChangeKind kind, List<FencedRow> rows)
            throws SQLException {
        return executeSplit(
                rows,
                row -> row.annotations() == null,
                plain -> update(updates.sql(kind, false), kind, plain),
                annotated -> update(updates.sql(kind, true), kind, annotated));
    }

    /** Updates rows by a statement of a {@link FencedUpdateSql}. */
    protected boolean[] update(String sql, FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        PreparedStatement update = statements().prepare(sql);
        for (FencedRow row : rows) {
            int next = RowBinding.bindChange(update, kind, row.change());
            DeliveryAnnotations annotations = row.annotations();
            if (annotations != null) {
                next = RowBinding.bindAnnotations(update, next, annotations);
            }
            next = RowBinding.bindFence(update, next, row.change().ref());
            if (row.change() instanceof Change.Acquire acquire) {
                update.setLong(next, acquire.entityId());
                next++;
            }
            bindCondition(update, next, row);
            update.addBatch();
        }
        return UpdateCounts.changedRows(update.executeBatch());
    }

    /** Binds the last parameters of a statement for one row, which are conditions of the database. */
    protected abstract void bindCondition(PreparedStatement statement, int first, FencedRow row) throws SQLException;

    /**
     * Deletes deliveries, and the messages of which they were the only delivery.
     *
     * @param sql statement that begins with {@link DeliveryRows#DELETE_FENCED}
     */
    protected boolean[] remove(String sql, List<FencedRow> rows) throws SQLException {
        PreparedStatement delete = statements().prepare(sql);
        for (FencedRow row : rows) {
            bindCondition(delete, RowBinding.bindFence(delete, 1, row.change().ref()), row);
            delete.addBatch();
        }
        boolean[] removed = UpdateCounts.changedRows(delete.executeBatch());
        addRowsWritten(2L * rows.size());
        PreparedStatement messages = statements().prepare(DeliveryRows.DELETE_MESSAGE);
        boolean anyMessage = false;
        for (int i = 0; i < removed.length; i++) {
            DeliveryRef ref = rows.get(i).change().ref();
            if (removed[i] && ref.onlyDelivery()) {
                messages.setLong(1, ref.messageId());
                messages.addBatch();
                anyMessage = true;
            }
        }
        if (anyMessage) {
            messages.executeBatch();
        }
        return removed;
    }
}
