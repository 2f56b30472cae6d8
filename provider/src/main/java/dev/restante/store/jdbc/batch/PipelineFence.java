package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.database.StatementCache;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The first statement of each batch. It numbers the batch, and finds out whether the incarnation is still alive. */
public final class PipelineFence {

    public static final String SQL =
            "UPDATE restante_pipeline SET batch = ?, highest_id = ? WHERE incarnation = ? AND pipeline_number = ? AND alive";

    private PipelineFence() {}

    /**
     * Writes the batch number to the pipeline's row, which stays locked until the transaction ends.
     *
     * @return false if the incarnation is dead
     */
    public static boolean write(StatementCache statements, long incarnation, int pipeline, long batch, long highestId)
            throws SQLException {
        PreparedStatement fence = statements.get(SQL);
        bind(fence, incarnation, pipeline, batch, highestId);
        return fence.executeUpdate() == 1;
    }

    /** Binds the first parameters of a statement that begins with {@link #SQL}; returns the index of the next one. */
    public static int bind(PreparedStatement fence, long incarnation, int pipeline, long batch, long highestId)
            throws SQLException {
        fence.setLong(1, batch);
        fence.setLong(2, highestId);
        fence.setLong(3, incarnation);
        fence.setInt(4, pipeline);
        return 5;
    }
}
