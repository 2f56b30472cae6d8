package dev.restante.store.jdbc.batch;

import dev.restante.model.OutcomeToken;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.LostCommitsException;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.Traces;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What became of the batches of one writer (SND-09): how it is told, and how the row of the pipeline is asked for it
 * where the answer to a COMMIT was lost. Used by the leader of the pipeline only.
 */
final class BatchOutcomes {

    private static final Logger LOG = LoggerFactory.getLogger(BatchOutcomes.class);

    private final Database database;
    private final long incarnation;
    private final int pipeline;

    /** The last batch that is known to have been committed. */
    private long committedBatch;

    /** What is to be done if the batch whose outcome is unknown turns out to have been committed. */
    private @Nullable Runnable ifCommitted;

    BatchOutcomes(Database database, long incarnation, int pipeline) {
        this.database = database;
        this.incarnation = incarnation;
        this.pipeline = pipeline;
    }

    OutcomeToken token(long batch) {
        return new OutcomeToken.Batch(incarnation, pipeline, batch);
    }

    /** That of the next batch. */
    BatchFence fence(long batch, long highestId, KnownEntities entities) {
        return new BatchFence(
                batch, highestId, committedBatch, entities, connection -> missed(connection, batch, entities));
    }

    /**
     * Why a fence was missed: others have declared the node dead, a deletion was announced, or the database is another
     * than it was. A restored one is, and a standby that had not got all when it became the primary.
     */
    private StoreException missed(Connection connection, long batch, KnownEntities entities) throws SQLException {
        String notWritten = "; " + describe(batch) + " was not written";
        Traces.PipelineRow row = Traces.pipeline(connection, incarnation, pipeline);
        if (row != null
                && row.alive()
                && row.batch() == committedBatch
                && row.announcedDeletions() != entities.announcedDeletions()) {
            entities.forget(row.announcedDeletions());
            return new DeletionAnnouncedException("the deletion of a queue was announced" + notWritten);
        }
        return row == null || !row.alive()
                ? new StoreException(Kind.FENCED, "the incarnation was declared dead" + notWritten, null)
                : new LostCommitsException(
                        "the database has lost what it had committed: the last batch of the pipeline is "
                                + row.batch() + ", and had been " + committedBatch
                                + ". It was restored, or a standby that had not got all has become the primary"
                                + notWritten);
    }

    StoreException notWritten(long batch, SQLException cause) {
        return database.failures().of(describe(batch) + " was not written", cause);
    }

    /** It has been committed, whatever becomes of the note. */
    void committed(long batch, Runnable note) {
        committedBatch = batch;
        try {
            note.run();
        } catch (RuntimeException | Error e) {
            LOG.error("{} was committed, but what it wrote could not be noted", describe(batch), e);
        }
    }

    /**
     * The answer to its COMMIT was lost.
     *
     * @param note what is to be done when it is known to have been committed
     */
    BatchInDoubtException inDoubt(long batch, BatchResult result, Runnable note, Throwable cause) {
        ifCommitted = note;
        OutcomeToken token = token(batch);
        return new BatchInDoubtException(
                describe(batch) + ": COMMIT failed, its outcome is not known; it can be asked for by the token "
                        + token,
                token,
                result,
                cause);
    }

    /**
     * Asks over a connection of its own whether a batch was committed. Nothing is told before the question itself is
     * committed: where standbys confirm what is, they have got the batch then. One that a crash has left visible, and
     * nobody has copied, may yet be lost; and a server that was the primary knows nothing of what came after.
     *
     * @param forGood whether it never will be then
     */
    boolean ask(long batch, boolean forGood) {
        String doing = "the outcome of " + describe(batch) + " can't be read";
        database.upkeep().requireDurable();
        try {
            boolean committed = database.onDedicated(fresh -> {
                try (ConnectionLimits.Guard guard = database.limits().guard(fresh)) {
                    return database.inTransaction(fresh, connection -> isThere(connection, batch, forGood, doing));
                }
            });
            database.upkeep().requireDurable();
            Runnable note = ifCommitted;
            ifCommitted = null;
            if (committed) {
                committed(batch, note == null ? () -> {} : note);
            }
            return committed;
        } catch (SQLException e) {
            throw database.failures().of(doing, e);
        }
    }

    private boolean isThere(Connection connection, long batch, boolean forGood, String doing) throws SQLException {
        Traces.PipelineRow row = Traces.lockPipeline(connection, incarnation, pipeline);
        if (row == null) {
            throw new OutcomeUnknownException(
                    doing + ": incarnation " + incarnation + " was declared dead and forgotten", token(batch), null);
        }
        boolean found = row.batch() >= batch;
        if (!found && forGood && row.alive()) {
            Traces.voidBatch(connection, incarnation, pipeline, batch);
        }
        return found;
    }

    private String describe(long batch) {
        return "batch " + batch + " of pipeline " + pipeline + " of incarnation " + incarnation + " in "
                + database.where();
    }
}
