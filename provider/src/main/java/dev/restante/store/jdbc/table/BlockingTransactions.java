package dev.restante.store.jdbc.table;

import dev.restante.model.DisplayText;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Query for the open database transactions that delayed the deletion of a queue or topic, which adds them to the
 * deletion's failure message. Thread-safe.
 */
final class BlockingTransactions {

    private final Database database;
    private final AtomicLong blockedDeletions = new AtomicLong();

    BlockingTransactions(Database database) {
        this.database = database;
    }

    /** Returns the number of deletions that timed out while the database reported open transactions. */
    long blockedDeletions() {
        return blockedDeletions.get();
    }

    /**
     * Returns the failure of a deletion that timed out, with the open transactions in its message if the database
     * reports any.
     */
    StoreException addBlockers(StoreException failure) {
        String sql = database.dialect().longTransactionsSql();
        List<String> open = List.of();
        try {
            open = sql.isEmpty()
                    ? List.of()
                    : database.failFast()
                            .read(
                                    "The open transactions cannot be read",
                                    connection -> Statements.list(
                                            connection, sql, row -> DisplayText.shorten(row.getString(1))));
        } catch (StoreException e) {
            failure.addSuppressed(e);
        }
        if (open.isEmpty()) {
            return failure;
        }
        blockedDeletions.incrementAndGet();
        return new StoreException(
                failure.kind(),
                failure.getMessage()
                        + ". The deletion waits for transactions that may have"
                        + " sent to the queue. These transactions are open: "
                        + String.join("; ", open) + ". Commit them or roll them back, and then delete again.",
                failure);
    }
}
