package dev.restante.store.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;

/**
 * Interface by which batch writers tell a database of their writes and commits, so that it runs maintenance, such as
 * HSQLDB checkpoints, between batches. Thread-safe.
 */
public interface DatabaseMaintenance {

    /** Returns maintenance for a database that needs none. */
    static DatabaseMaintenance notNeeded(Dialect dialect) {
        return dialect::commit;
    }

    /** Counts rows that were written to tables on disk. */
    default void rowsWritten(long rows) {}

    /** Begins a batch; no maintenance runs before its {@linkplain #endBatch end}. */
    default void beginBatch() {}

    /** Ends a batch after its transaction. */
    default void endBatch() {}

    /**
     * Executes work that removes entities from the store. If the database has no row locks, no batch runs meanwhile.
     *
     * @throws dev.restante.store.StoreException if the running batches do not end in time
     */
    default <T> T runWithoutBatches(Supplier<T> work) {
        return work.get();
    }

    /** Returns whether {@link #runWithoutBatches} blocks batches. */
    default boolean blocksBatches() {
        return false;
    }

    /**
     * Commits a batch and waits until it is durable.
     *
     * @throws dev.restante.store.StoreException if the committed batch would not survive a crash
     */
    void commit(Connection connection) throws SQLException;

    /**
     * Ensures, after each commit that is not a batch, that all commits are durable.
     *
     * @throws dev.restante.store.StoreException if a commit would not survive a crash now
     */
    default void requireDurable() {}

    /** Runs due maintenance; called often between batches. */
    default void runDueMaintenance() {}
}
