package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.jdbc.batch.RowBinding;
import dev.restante.store.jdbc.database.RowInserts;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.BodyReferences;
import dev.restante.store.jdbc.rows.SharedMessages;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Stores messages and their deliveries, so many at once as the server takes. */
final class MariaDbInserts {

    /** The SQLSTATE of what does not fit. */
    private static final String TOO_LONG = "22001";

    /** What is sent together needs memory for all of it, at both ends. */
    private static final long MOST_BYTES = 4L << 20;

    /** A head has a megabyte at most. */
    private static final long OVERHEAD_BYTES = (1L << 20) + (64L << 10);

    /** What the server takes at once besides a head, with room for what becomes longer as text. */
    private final long largestBodyBytes;

    private final long mostBytesTogether;
    private final StatementCache statements;
    private final RowInserts rows = ManyRowInserts.INSTANCE;

    /**
     * On a connection.
     *
     * @param mostBytes what the server takes at once
     */
    MariaDbInserts(StatementCache statements, long mostBytes) {
        this.statements = statements;
        this.largestBodyBytes = mostBytes - mostBytes / 16 - OVERHEAD_BYTES;
        this.mostBytesTogether = Math.min(largestBodyBytes, MOST_BYTES);
    }

    void insert(List<Change.Enqueue> enqueues) throws SQLException {
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < enqueues.size(); i++) {
            byte[] body = enqueues.get(i).message().body();
            if (body != null && body.length > largestBodyBytes) {
                throw tooLarge(body.length);
            }
            long next = enqueues.get(i).bytes();
            if (i > first && bytes + next > mostBytesTogether) {
                insertTogether(enqueues.subList(first, i));
                first = i;
                bytes = 0;
            }
            bytes += next;
        }
        insertTogether(enqueues.subList(first, enqueues.size()));
        SharedMessages.insert(rows, statements, SharedMessages.among(enqueues));
        BodyReferences.insert(rows, statements, enqueues);
    }

    /** Sent, it would cost the connection. */
    private SQLException tooLarge(long bytes) {
        return new SQLException(
                "a body of " + bytes + " bytes is larger than the " + largestBodyBytes
                        + " that max_allowed_packet of the server allows",
                TOO_LONG);
    }

    private void insertTogether(List<Change.Enqueue> enqueues) throws SQLException {
        List<Delivery> plain = new ArrayList<>(enqueues.size());
        List<Delivery> special = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            for (Delivery delivery : enqueue.deliveries()) {
                boolean isPlain = delivery.note() == null && delivery.ref().valueKey() == null;
                (isPlain ? plain : special).add(delivery);
            }
        }
        rows.insert(statements, RowBinding.INSERT_MESSAGE, enqueues, RowBinding::bind);
        rows.insert(statements, RowBinding.INSERT_DELIVERY, plain, RowBinding::bind);
        rows.insert(statements, RowBinding.INSERT_NOTED_DELIVERY, special, RowBinding::bindNoted);
    }
}
