package dev.restante.store.jdbc.rows;

import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.BulkInserter;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Functions for the rows that count a message's remaining deliveries, which delete the message after its last delivery.
 * After a transaction has removed deliveries, the transaction decrements these counters by ascending message id and
 * deletes messages whose counter reaches 0. Only messages with several deliveries have a counter. The row lock of the
 * counter serializes transactions that remove the last deliveries at the same time.
 */
public final class SharedMessageRows {

    private static final String INSERT = "INSERT INTO restante_shared_message (id, remaining) VALUES (?, ?)";

    private static final String COUNT_DOWN =
            "UPDATE restante_shared_message SET remaining = remaining - ? WHERE id = ?";

    private static final String DELETE_FINISHED = "DELETE FROM restante_shared_message WHERE id = ? AND remaining <= 0";

    private SharedMessageRows() {}

    /** Returns the enqueues with several deliveries. */
    public static List<Change.Enqueue> sharedAmong(List<Change.Enqueue> enqueues) {
        List<Change.Enqueue> shared = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            if (isShared(enqueue)) {
                shared.add(enqueue);
            }
        }
        return shared;
    }

    public static boolean isShared(Change.Enqueue enqueue) {
        return !enqueue.deliveries().get(0).ref().onlyDelivery();
    }

    /** Returns the number of removed deliveries by the id of each shared message. */
    public static SortedMap<Long, Integer> removedCounts(List<FencedRow> rows, boolean[] changed) {
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (int i = 0; i < changed.length; i++) {
            DeliveryRef ref = rows.get(i).change().ref();
            if (changed[i] && !ref.onlyDelivery()) {
                shared.merge(ref.messageId(), 1, Integer::sum);
            }
        }
        return shared;
    }

    public static void insert(BulkInserter inserter, StatementCache statements, List<Change.Enqueue> shared)
            throws SQLException {
        inserter.insert(statements, INSERT, shared, (insert, first, enqueue) -> {
            insert.setLong(first, enqueue.message().id());
            insert.setInt(first + 1, enqueue.deliveries().size());
            return first + 2;
        });
    }

    /** Decrements the counters row by row, and deletes the messages without remaining deliveries. */
    public static void countDown(StatementCache statements, SortedMap<Long, Integer> removed) throws SQLException {
        if (removed.isEmpty()) {
            return;
        }
        PreparedStatement update = statements.prepare(COUNT_DOWN);
        PreparedStatement delete = statements.prepare(DELETE_FINISHED);
        List<Long> ids = new ArrayList<>(removed.size());
        for (Map.Entry<Long, Integer> message : removed.entrySet()) {
            ids.add(message.getKey());
            update.setInt(1, message.getValue());
            update.setLong(2, message.getKey());
            update.addBatch();
            delete.setLong(1, message.getKey());
            delete.addBatch();
        }
        update.executeBatch();
        boolean[] finished = UpdateCounts.changedRows(delete.executeBatch());
        PreparedStatement messages = statements.prepare(DeliveryRows.DELETE_MESSAGE);
        boolean any = false;
        for (int i = 0; i < finished.length; i++) {
            if (finished[i]) {
                messages.setLong(1, ids.get(i));
                messages.addBatch();
                any = true;
            }
        }
        if (any) {
            messages.executeBatch();
        }
    }
}
