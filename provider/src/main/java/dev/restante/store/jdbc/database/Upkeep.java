package dev.restante.store.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;

/** The upkeep of a database: what it needs of those who write to it, besides their statements. Thread-safe. */
public interface Upkeep {

    /** For a database that looks after itself. */
    static Upkeep none(Dialect dialect) {
        return new Upkeep() {
            @Override
            public void rowsWritten(long rows) {}

            @Override
            public void beginBatch() {}

            @Override
            public void endBatch() {}

            @Override
            public <T> T betweenBatches(Supplier<T> work) {
                return work.get();
            }

            @Override
            public boolean stopsBatches() {
                return false;
            }

            @Override
            public void commit(Connection connection) throws SQLException {
                dialect.commit(connection);
            }

            @Override
            public void requireDurable() {}

            @Override
            public void maintain() {}
        };
    }

    /** So many rows were written to tables on disk. */
    void rowsWritten(long rows);

    /** A writer begins a batch; nothing is maintained before its {@linkplain #endBatch end}. */
    void beginBatch();

    /** A writer's batch has ended, and so has its transaction. */
    void endBatch();

    /**
     * Does work that takes entities out of the store. Where rows have no locks, no batch runs meanwhile.
     *
     * @throws dev.restante.store.StoreException if the batches under way do not end in time
     */
    <T> T betweenBatches(Supplier<T> work);

    /** Returns whether no batch runs while work is done {@linkplain #betweenBatches between batches}. */
    boolean stopsBatches();

    /**
     * Commits a batch, and returns when that is durable.
     *
     * @throws dev.restante.store.StoreException if it would not survive a crash; it has taken effect all the same
     */
    void commit(Connection connection) throws SQLException;

    /**
     * Asked after each commit that is not a batch's.
     *
     * @throws dev.restante.store.StoreException if something that was committed would not survive a crash now; it has
     *     taken effect all the same
     */
    void requireDurable();

    /** Does what is due; called often, between batches. */
    void maintain();
}
