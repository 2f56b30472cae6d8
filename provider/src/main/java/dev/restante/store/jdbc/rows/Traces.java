package dev.restante.store.jdbc.rows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The traces that batches leave in the store, by which their outcomes can be told. They are the number of the last
 * batch that a pipeline has committed, and the numbers below that which it has not.
 *
 * <p>A batch writes its number to its pipeline's row before anything else. So whoever has locked that row knows that no
 * batch is under way, and one with a higher number than the row's was not committed.
 */
public final class Traces {

    /**
     * A change, because servers of a cluster don't see each other's locks: of two that change it one is undone. Ids
     * only have to increase.
     */
    private static final String LOCK =
            "UPDATE restante_pipeline SET highest_id = highest_id + 1 WHERE incarnation = ? AND pipeline_number = ?";

    private static final String READ =
            "SELECT batch, alive, announced_deletions FROM restante_pipeline WHERE incarnation = ? AND pipeline_number = ?";
    private static final String FIND_VOID =
            "SELECT 1 FROM restante_void_batch WHERE incarnation = ? AND pipeline_number = ? AND batch = ?";
    private static final String INSERT_VOID =
            "INSERT INTO restante_void_batch (incarnation, pipeline_number, batch) VALUES (?, ?, ?)";

    /** An asker who waits longer for whoever has the row asks again. */
    private static final int LOCK_SECONDS = 5;

    /**
     * A pipeline.
     *
     * @param batch the last that it has committed
     * @param alive whether it may commit others
     * @param announcedDeletions how many deletions of queues were announced to it
     */
    public record PipelineRow(long batch, boolean alive, long announcedDeletions) {}

    private Traces() {}

    /**
     * Waits for a batch that is being committed, and keeps others from being written for the rest of the transaction.
     * Null if the pipeline is forgotten.
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
        try (PreparedStatement read = connection.prepareStatement(READ)) {
            read.setLong(1, incarnation);
            read.setInt(2, pipeline);
            try (ResultSet row = read.executeQuery()) {
                return row.next() ? new PipelineRow(row.getLong(1), row.getBoolean(2), row.getLong(3)) : null;
            }
        }
    }

    /**
     * Whether a batch is one that was not committed, though its pipeline's row may have a higher number. To be read
     * after that row.
     */
    public static boolean isVoid(Connection connection, long incarnation, int pipeline, long batch)
            throws SQLException {
        try (PreparedStatement find = connection.prepareStatement(FIND_VOID)) {
            bind(find, incarnation, pipeline, batch);
            try (ResultSet row = find.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Notes that a batch was not committed; its pipeline is locked. */
    public static void voidBatch(Connection connection, long incarnation, int pipeline, long batch)
            throws SQLException {
        if (isVoid(connection, incarnation, pipeline, batch)) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(INSERT_VOID)) {
            bind(insert, incarnation, pipeline, batch);
            insert.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, long incarnation, int pipeline, long batch)
            throws SQLException {
        statement.setLong(1, incarnation);
        statement.setInt(2, pipeline);
        statement.setLong(3, batch);
    }
}
