package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.database.StatementCache;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The first statement of each batch. It numbers the batch, and finds out whether the incarnation is still alive, and
 * whether the database has all that the pipeline has committed.
 */
public final class PipelineFence {

    public static final String SQL =
            "UPDATE restante_pipeline SET batch = ?, highest_id = ? WHERE incarnation = ? AND pipeline_number = ? AND alive AND batch = ?";

    private PipelineFence() {}

    /**
     * Writes the batch number to the pipeline's row, which stays locked until the transaction ends.
     *
     * @return false if the incarnation is dead, or its last batch is another than it has been
     */
    public static boolean write(StatementCache statements, long incarnation, int pipeline, BatchFence fence)
            throws SQLException {
        return write(statements, SQL, incarnation, pipeline, fence);
    }

    /**
     * The same.
     *
     * @param sql {@link #SQL}, with what else must be true behind it
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
        update.setLong(3, incarnation);
        update.setInt(4, pipeline);
        update.setLong(5, fence.committedBatch());
        return 6;
    }
}
