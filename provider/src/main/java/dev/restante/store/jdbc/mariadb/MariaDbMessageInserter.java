package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.jdbc.batch.RowBinding;
import dev.restante.store.jdbc.database.BulkInserter;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.BodyReferenceRows;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Inserter of messages and deliveries on MariaDB and MySQL in slices that fit into max_allowed_packet. */
final class MariaDbMessageInserter {

    /** SQLSTATE of a value that is too long. */
    private static final String TOO_LONG = "22001";

    /** Maximum size of a slice, which needs memory in the client and in the server. */
    private static final long MAX_BYTES = 4L << 20;

    /** Maximum size of a header, which is 1 MiB, plus a reserve. */
    private static final long OVERHEAD_BYTES = (1L << 20) + (64L << 10);

    /** Maximum size of a body in bytes beside a header, with a reserve for bytes that become longer as text. */
    private final long largestBodyBytes;

    private final long maxBatchBytes;
    private final StatementCache statements;
    private final BulkInserter inserter = MultiRowInserter.INSTANCE;

    /**
     * Creates an inserter.
     *
     * @param maxBytes the maximum size of a statement with its parameters
     */
    MariaDbMessageInserter(StatementCache statements, long maxBytes) {
        this.statements = statements;
        this.largestBodyBytes = maxBytes - maxBytes / 16 - OVERHEAD_BYTES;
        this.maxBatchBytes = Math.min(largestBodyBytes, MAX_BYTES);
    }

    void insert(List<Change.Enqueue> enqueues) throws SQLException {
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < enqueues.size(); i++) {
            byte[] body = enqueues.get(i).message().body();
            if (body != null && body.length > largestBodyBytes) {
                throw tooLarge(body.length);
            }
            long next = enqueues.get(i).storedBytes();
            if (i > first && bytes + next > maxBatchBytes) {
                insertBatch(enqueues.subList(first, i));
                first = i;
                bytes = 0;
            }
            bytes += next;
        }
        insertBatch(enqueues.subList(first, enqueues.size()));
        SharedMessageRows.insert(inserter, statements, SharedMessageRows.sharedAmong(enqueues));
        BodyReferenceRows.insert(inserter, statements, enqueues);
    }

    /** Returns the failure of a body for which the server would end the connection. */
    private SQLException tooLarge(long bytes) {
        return new SQLException(
                "The message body has " + bytes + " bytes, and max_allowed_packet of the server allows at most "
                        + largestBodyBytes
                        + ". Raise max_allowed_packet, or send smaller messages",
                TOO_LONG);
    }

    private void insertBatch(List<Change.Enqueue> enqueues) throws SQLException {
        List<Delivery> plain = new ArrayList<>(enqueues.size());
        List<Delivery> special = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            for (Delivery delivery : enqueue.deliveries()) {
                boolean isPlain =
                        delivery.annotations() == null && delivery.ref().valueKey() == null;
                (isPlain ? plain : special).add(delivery);
            }
        }
        inserter.insert(statements, RowBinding.INSERT_MESSAGE, enqueues, RowBinding::bindMessage);
        inserter.insert(statements, RowBinding.INSERT_DELIVERY, plain, RowBinding::bindDelivery);
        inserter.insert(statements, RowBinding.INSERT_ANNOTATED_DELIVERY, special, RowBinding::bindAnnotated);
    }
}
