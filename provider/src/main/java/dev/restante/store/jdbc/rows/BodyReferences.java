package dev.restante.store.jdbc.rows;

import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.RowInserts;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The references of messages to bodies that are stored apart: each is inserted with its message. A foreign key sees to
 * it that the body is there, and that nobody removes it meanwhile.
 */
public final class BodyReferences {

    private static final String INSERT = "INSERT INTO restante_body_reference (body, message) VALUES (?, ?)";

    private BodyReferences() {}

    /** Inserts those of the messages that have such a body; most have none. */
    public static void insert(RowInserts inserts, StatementCache statements, List<Change.Enqueue> enqueues)
            throws SQLException {
        List<StoredMessage> large = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            if (LargeBody.isOf(enqueue.message())) {
                large.add(enqueue.message());
            }
        }
        inserts.insert(statements, INSERT, large, (insert, first, message) -> {
            insert.setLong(first, LargeBodyCodec.of(message).id());
            insert.setLong(first + 1, message.id());
            return first + 2;
        });
    }
}
