package dev.restante.store.jdbc.rows;

import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.RowInserts;
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
 * Messages with several deliveries, and how many each of them has left. Whoever removes deliveries counts them down, by
 * ascending id of the message, after the deliveries themselves; who comes to 0 removes the message. The counter's row
 * is where two meet that remove the last deliveries at once: one waits for the other and sees what is left.
 */
public final class SharedMessages {

    private static final String INSERT = "INSERT INTO restante_shared_message (id, remaining) VALUES (?, ?)";

    private static final String COUNT_DOWN =
            "UPDATE restante_shared_message SET remaining = remaining - ? WHERE id = ?";

    private static final String DELETE_FINISHED = "DELETE FROM restante_shared_message WHERE id = ? AND remaining <= 0";

    private SharedMessages() {}

    /** Those of the enqueues that have several deliveries. */
    public static List<Change.Enqueue> among(List<Change.Enqueue> enqueues) {
        List<Change.Enqueue> shared = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            if (isShared(enqueue)) {
                shared.add(enqueue);
            }
        }
        return shared;
    }

    public static boolean isShared(Change.Enqueue enqueue) {
        return !enqueue.deliveries().get(0).ref().sole();
    }

    /** How many deliveries of each shared message were removed. */
    public static SortedMap<Long, Integer> removed(List<FencedRow> rows, boolean[] hits) {
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (int i = 0; i < hits.length; i++) {
            DeliveryRef ref = rows.get(i).change().ref();
            if (hits[i] && !ref.sole()) {
                shared.merge(ref.messageId(), 1, Integer::sum);
            }
        }
        return shared;
    }

    /** Begins to count. */
    public static void insert(RowInserts inserts, StatementCache statements, List<Change.Enqueue> shared)
            throws SQLException {
        inserts.insert(statements, INSERT, shared, (insert, first, enqueue) -> {
            insert.setLong(first, enqueue.message().id());
            insert.setInt(first + 1, enqueue.deliveries().size());
            return first + 2;
        });
    }

    /** Counts down row by row, and removes what has no delivery left. */
    public static void countDown(StatementCache statements, SortedMap<Long, Integer> removed) throws SQLException {
        if (removed.isEmpty()) {
            return;
        }
        PreparedStatement update = statements.get(COUNT_DOWN);
        PreparedStatement delete = statements.get(DELETE_FINISHED);
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
        boolean[] finished = UpdateCounts.hits(delete.executeBatch());
        PreparedStatement messages = statements.get(DeliveryRows.DELETE_MESSAGE);
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
