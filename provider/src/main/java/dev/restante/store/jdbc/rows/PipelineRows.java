package dev.restante.store.jdbc.rows;

import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Functions that read and lock the row with a commit pipeline's last committed batch, and that record void batches,
 * which will never commit.
 *
 * <p>A batch first writes its number to the row of its pipeline. While another transaction locks this row, no batch of
 * the pipeline is in progress, and batches with higher numbers were not committed.
 */
public final class PipelineRows {

    /**
     * Update that locks the row, because servers of a cluster ignore each other's SELECT locks but undo one of two
     * conflicting changes. The id may increase at any time.
     */
    private static final String LOCK =
            "UPDATE restante_pipeline SET highest_id = highest_id + 1 WHERE incarnation = ? AND pipeline_number = ?";

    private static final String READ =
            "SELECT last_batch, alive, announced_deletions FROM restante_pipeline WHERE incarnation = ? AND pipeline_number = ?";
    private static final String FIND_VOID =
            "SELECT 1 FROM restante_void_batch WHERE incarnation = ? AND pipeline_number = ? AND batch = ?";
    private static final String INSERT_VOID =
            "INSERT INTO restante_void_batch (incarnation, pipeline_number, batch) VALUES (?, ?, ?)";

    /** Wait for the row lock, in seconds; after a timeout the caller queries the outcome again. */
    private static final int LOCK_SECONDS = 5;

    /**
     * State of a commit pipeline.
     *
     * @param batch the number of the last committed batch
     * @param alive true if the pipeline may commit more batches
     * @param announcedDeletions the number of announced deletions of queues
     */
    public record PipelineRow(long batch, boolean alive, long announcedDeletions) {}

    private PipelineRows() {}

    /**
     * Waits for a batch that is being committed, and blocks later batches until the end of the transaction. Returns
     * null if the row of the pipeline was deleted.
     */
    public static @Nullable PipelineRow lockPipeline(Connection connection, long incarnation, int pipeline)
            throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setQueryTimeout(LOCK_SECONDS);
            lock.setLong(1, incarnation);
            lock.setInt(2, pipeline);
            lock.executeUpdate();
        }
        return pipeline(connection, incarnation, pipeline);
    }

    public static @Nullable PipelineRow pipeline(Connection connection, long incarnation, int pipeline)
            throws SQLException {
        return Statements.first(
                        connection,
                        READ,
                        row -> new PipelineRow(row.getLong(1), row.getBoolean(2), row.getLong(3)),
                        incarnation,
                        pipeline)
                .orElse(null);
    }

    /**
     * Returns whether a batch is void, although the row of its pipeline may have a higher number. The caller reads that
     * row first.
     */
    public static boolean isVoid(Connection connection, long incarnation, int pipeline, long batch)
            throws SQLException {
        return Statements.exists(connection, FIND_VOID, incarnation, pipeline, batch);
    }

    /** Records that a batch was not committed, while the caller holds the lock of the pipeline's row. */
    public static void markVoid(Connection connection, long incarnation, int pipeline, long batch) throws SQLException {
        if (!isVoid(connection, incarnation, pipeline, batch)) {
            Statements.update(connection, INSERT_VOID, incarnation, pipeline, batch);
        }
    }
}
