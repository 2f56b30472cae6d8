package dev.restante.store.jdbc.rows;

import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.BulkInserter;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Function that inserts the rows that link new messages to their large bodies, in the transaction that inserts the
 * messages. A foreign key prevents the deletion of the body.
 */
public final class BodyReferenceRows {

    private static final String INSERT = "INSERT INTO restante_large_body_reference (body, message) VALUES (?, ?)";

    private BodyReferenceRows() {}

    /** Inserts a row for each message that has a large body; most messages have none. */
    public static void insert(BulkInserter inserter, StatementCache statements, List<Change.Enqueue> enqueues)
            throws SQLException {
        List<StoredMessage> large = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            if (LargeBody.isBodyOf(enqueue.message())) {
                large.add(enqueue.message());
            }
        }
        inserter.insert(statements, INSERT, large, (insert, first, message) -> {
            insert.setLong(first, LargeBodyCodec.decodeBodyOf(message).id());
            insert.setLong(first + 1, message.id());
            return first + 2;
        });
    }
}
