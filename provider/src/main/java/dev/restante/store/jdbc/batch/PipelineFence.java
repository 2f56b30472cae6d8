package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.database.StatementCache;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The first statement of each batch. It numbers the batch, and finds out whether the incarnation is still alive,
 * whether the database has all that the pipeline has committed, and whether a deletion was announced that the pipeline
 * does not know of ({@link KnownEntities}).
 *
 * <p>Every so many batches the row gets another key, by its generation. On PostgreSQL each update leaves a former
 * version of the row, which can't be removed as long as some transaction that is older is open, and whoever looks for
 * the row by its key passes all of them that have the same one.
 */
public final class PipelineFence {

    public static final String SQL = "UPDATE restante_pipeline SET batch = ?, highest_id = ?, generation = ?"
            + " WHERE incarnation = ? AND pipeline_number = ? AND generation = ? AND alive AND batch = ?"
            + " AND announced_deletions = ?";

    /** So few that passing all versions of a generation costs little, so many that a new key is seldom. */
    private static final long BATCHES_OF_A_GENERATION = 128;

    private PipelineFence() {}

    /**
     * Writes the batch number to the pipeline's row, which stays locked until the transaction ends.
     *
     * @param sql {@link #SQL}, with what else must be true behind it
     * @return false if the incarnation is dead, its last batch is another than it has been, or a deletion was announced
     */
    public static boolean write(StatementCache statements, String sql, long incarnation, int pipeline, BatchFence fence)
            throws SQLException {
        PreparedStatement update = statements.get(sql);
        bind(update, incarnation, pipeline, fence);
        return update.executeUpdate() == 1;
    }

    /** Binds the first parameters of a statement that begins with {@link #SQL}; returns the index of the next one. */
    public static int bind(PreparedStatement update, long incarnation, int pipeline, BatchFence fence)
            throws SQLException {
        update.setLong(1, fence.batch());
        update.setLong(2, fence.highestId());
        update.setLong(3, generation(fence.batch()));
        update.setLong(4, incarnation);
        update.setInt(5, pipeline);
        update.setLong(6, generation(fence.committedBatch()));
        update.setLong(7, fence.committedBatch());
        update.setLong(8, fence.entities().announcedDeletions());
        return 9;
    }

    /** The generation of the row that has the number of a batch. */
    private static long generation(long batch) {
        return batch / BATCHES_OF_A_GENERATION;
    }
}
