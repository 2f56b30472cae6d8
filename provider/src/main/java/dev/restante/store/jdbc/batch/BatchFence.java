package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a batch writes to the row of its pipeline before all else.
 *
 * @param highestId kept so that ids increase across restarts
 * @param committedBatch the last batch that the pipeline has committed, which must stand there
 * @param entities the entities that the pipeline has seen, with the number of deletions that were announced to it. That
 *     number must stand there
 * @param missed finds out what is thrown if the incarnation is dead, or one of these does not stand there
 */
public record BatchFence(long batch, long highestId, long committedBatch, KnownEntities entities, Missed missed) {

    /** Finds out why a fence was missed. */
    @FunctionalInterface
    public interface Missed {
        /** Reads the pipeline's row on the connection of the batch, whose server has said so. */
        StoreException on(Connection connection) throws SQLException;
    }
}
