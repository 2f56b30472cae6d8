package dev.restante.store.jdbc.batch;

import dev.restante.model.OutcomeToken;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.LostCommitsException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.PipelineRows;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorder of the last committed batch of one writer, which also queries whether a batch committed whose COMMIT got no
 * answer (SND-09). Used by the leader only.
 */
final class BatchOutcomes {

    private static final Logger LOG = LoggerFactory.getLogger(BatchOutcomes.class);

    private final Database database;
    private final long incarnation;
    private final int pipeline;

    /** Number of the last batch that is known to have committed. */
    private long committedBatch;

    /** Action to run if the in-doubt batch turns out to have committed. */
    private @Nullable Runnable onCommitted;

    BatchOutcomes(Database database, long incarnation, int pipeline) {
        this.database = database;
        this.incarnation = incarnation;
        this.pipeline = pipeline;
    }

    OutcomeToken token(long batch) {
        return new OutcomeToken.BatchToken(incarnation, pipeline, batch);
    }

    BatchFence fence(long batch, long highestId, EntityPresenceCache presenceCache) {
        return new BatchFence(
                batch,
                highestId,
                committedBatch,
                presenceCache,
                connection -> missedFence(connection, batch, presenceCache));
    }

    /**
     * Returns the reason for a missed fence:
     * <ul>
     * <li>Another node has declared this node dead.
     * <li>The deletion of a queue was announced.
     * <li>The database has lost commits, after a restore or a failover to a standby with missing data.
     * </ul>
     */
    private StoreException missedFence(Connection connection, long batch, EntityPresenceCache presenceCache)
            throws SQLException {
        String notWritten = ". Restante did not write " + describe(batch);
        PipelineRows.PipelineRow row = PipelineRows.pipeline(connection, incarnation, pipeline);
        if (row != null
                && row.alive()
                && row.batch() == committedBatch
                && row.announcedDeletions() != presenceCache.announcedDeletions()) {
            presenceCache.clear(row.announcedDeletions());
            return new DeletionAnnouncedException("A queue is being deleted" + notWritten);
        }
        return row == null || !row.alive()
                ? new StoreException(StoreFailureKind.FENCED, "This node was declared dead" + notWritten, null)
                : new LostCommitsException(
                        "The database has lost commits: the last batch of the pipeline is " + row.batch()
                                + ", and it was " + committedBatch
                                + " before. The database was restored, or a"
                                + " standby without these commits became the primary"
                                + notWritten);
    }

    StoreException notWritten(long batch, SQLException cause) {
        return database.failureClassifier().toStoreException("Failed to write " + describe(batch), cause);
    }

    /** Records that a batch has committed, even if the action fails. */
    void committed(long batch, Runnable action) {
        committedBatch = batch;
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.error("This node failed to record the effects of {}, which was committed", describe(batch), e);
        }
    }

    /**
     * Records that the answer to a COMMIT was lost.
     *
     * @param action action to run when the batch is known to have committed
     */
    BatchInDoubtException inDoubt(long batch, BatchResult result, Runnable action, Throwable cause) {
        onCommitted = action;
        OutcomeToken token = token(batch);
        return new BatchInDoubtException(
                "COMMIT failed for " + describe(batch)
                        + ", and its outcome is unknown. Query the outcome by RestanteAdmin.outcome with the token "
                        + token,
                token,
                result,
                cause);
    }

    /**
     * Queries on a dedicated connection whether a batch has committed. The query writes a row, and its transaction
     * commits before the method returns. With synchronous replication, the standbys have then received the batch, too.
     * Without this commit, a batch that is visible after a crash could still be lost, and a former primary could report
     * an outdated state.
     *
     * @param markVoid true to make sure that a batch without commit never commits
     */
    boolean isCommitted(long batch, boolean markVoid) {
        String failureText = "The outcome of " + describe(batch) + " cannot be read";
        database.maintenance().requireDurable();
        try {
            boolean committed = database.onDedicated(fresh -> {
                try (ConnectionTimeLimits.Guard guard = database.limits().guard(fresh)) {
                    return database.inTransaction(
                            fresh, connection -> readCommitted(connection, batch, markVoid, failureText));
                }
            });
            database.maintenance().requireDurable();
            Runnable action = onCommitted;
            onCommitted = null;
            if (committed) {
                committed(batch, action == null ? () -> {} : action);
            }
            return committed;
        } catch (SQLException e) {
            throw database.failureClassifier().toStoreException(failureText, e);
        }
    }

    private boolean readCommitted(Connection connection, long batch, boolean markVoid, String failureText)
            throws SQLException {
        PipelineRows.PipelineRow row = PipelineRows.lockPipeline(connection, incarnation, pipeline);
        if (row == null) {
            throw new CommitInDoubtException(
                    failureText + ": incarnation " + incarnation + " was declared dead, and its record was deleted",
                    token(batch),
                    null);
        }
        boolean found = row.batch() >= batch;
        if (!found && markVoid && row.alive()) {
            PipelineRows.markVoid(connection, incarnation, pipeline, batch);
        }
        return found;
    }

    private String describe(long batch) {
        return "batch " + batch + " of pipeline " + pipeline + " of incarnation " + incarnation + " in "
                + database.databaseName();
    }
}
