package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.database.StatementCache;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * First statement of each batch, which writes the batch number to the row of the pipeline and thereby rejects batches
 * of dead nodes. It changes the row only if all of these conditions hold:
 * <ul>
 * <li>The incarnation is alive.
 * <li>The row contains the last committed batch, so the database has lost no commits.
 * <li>The pipeline knows all announced deletions ({@link EntityPresenceCache}).
 * </ul>
 *
 * <p>The key of the row includes a generation, which changes every 128 batches. On PostgreSQL, each update leaves a
 * dead row version, which cannot be removed while an older transaction is open. A lookup passes all dead versions with
 * the same key, so only few batches share a key.
 */
public final class PipelineFence {

    public static final String SQL = "UPDATE restante_pipeline SET last_batch = ?, highest_id = ?, generation = ?"
            + " WHERE incarnation = ? AND pipeline_number = ? AND generation = ? AND alive AND last_batch = ?"
            + " AND announced_deletions = ?";

    /** Number of batches with the same key: few dead versions cost little, and many batches make new keys rare. */
    private static final long BATCHES_PER_GENERATION = 128;

    private PipelineFence() {}

    /**
     * Writes the batch number to the pipeline's row, which stays locked until the transaction ends.
     *
     * @return false if the fence was missed
     */
    public static boolean write(StatementCache statements, String sql, long incarnation, int pipeline, BatchFence fence)
            throws SQLException {
        PreparedStatement update = statements.prepare(sql);
        bind(update, incarnation, pipeline, fence);
        return update.executeUpdate() == 1;
    }

    /**
     * Binds the first parameters of a statement that begins with {@link #SQL}; returns the index of the next parameter.
     */
    public static int bind(PreparedStatement update, long incarnation, int pipeline, BatchFence fence)
            throws SQLException {
        update.setLong(1, fence.batch());
        update.setLong(2, fence.highestId());
        update.setLong(3, generation(fence.batch()));
        update.setLong(4, incarnation);
        update.setInt(5, pipeline);
        update.setLong(6, generation(fence.previousBatch()));
        update.setLong(7, fence.previousBatch());
        update.setLong(8, fence.presenceCache().announcedDeletions());
        return 9;
    }

    private static long generation(long batch) {
        return batch / BATCHES_PER_GENERATION;
    }
}
