package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Data for a batch's {@link PipelineFence} statement: values to write to the pipeline's row, and values that this row
 * must contain to accept the batch.
 *
 * @param highestId highest generated id to write, so that ids increase across restarts
 * @param previousBatch last committed batch of the pipeline, which the row must contain
 * @param presenceCache cached entities with the number of announced deletions, which the row must contain
 */
public record BatchFence(
        long batch,
        long highestId,
        long previousBatch,
        EntityPresenceCache presenceCache,
        MissedFenceLookup missedLookup) {

    /** Function that reads from the pipeline's row why a fence was missed. */
    @FunctionalInterface
    public interface MissedFenceLookup {
        /**
         * Reads the pipeline's row on the connection of the batch, and so on the server that reported the missed fence.
         */
        StoreException read(Connection connection) throws SQLException;
    }
}
