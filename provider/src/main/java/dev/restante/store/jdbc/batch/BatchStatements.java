package dev.restante.store.jdbc.batch;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** The prepared statements of one writer on its one connection. None of them begins, commits or rolls back. */
public interface BatchStatements extends AutoCloseable {

    /** The statements of one writer, prepared again on each connection that it opens. */
    @FunctionalInterface
    interface Preparation {
        BatchStatements on(Connection connection);
    }

    /**
     * Writes the batch number to the pipeline's row, as {@link PipelineFence}.
     *
     * @return false if the fence is missed
     */
    boolean fence(BatchFence fence) throws SQLException;

    /**
     * Does {@link #fence} and {@link #keep} in one round trip, where the database can.
     *
     * @return whether all of it is done; otherwise nothing is
     */
    default boolean fenceAndKeep(BatchFence fence, SortedSet<Long> entityIds) throws SQLException {
        return false;
    }

    /** How many operations a batch has at most that is sent {@linkplain #whole}; 0 where none is. */
    default int mostWhole() {
        return 0;
    }

    /**
     * Makes a batch that consists of sends and completions ready to be sent whole; nothing is sent yet.
     *
     * @param removals by ascending delivery id
     * @return null if it must be written statement by statement
     */
    default @Nullable WholeBatch whole(BatchFence fence, List<Change.Enqueue> enqueues, List<FencedRow> removals)
            throws SQLException {
        return null;
    }

    /**
     * The subscription-set versions of topics; where others could change them, they can't until the transaction ends.
     *
     * @return by topic id, without those that are gone
     */
    Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException;

    /**
     * Keeps entities from being deleted until the transaction ends. An entity whose deletion is under way is left out:
     * the deletion may wait for this batch.
     *
     * @return for each entity that is kept, whether its deletion is announced
     */
    Map<Long, Boolean> keep(SortedSet<Long> entityIds) throws SQLException;

    /** Returns the entities that are there, those under deletion included. */
    Set<Long> existing(SortedSet<Long> entityIds) throws SQLException;

    /**
     * Remembers duplicate ids, unless they are remembered already.
     *
     * @param onces by ascending entity and duplicate id, each once
     * @return for each whether it is new
     */
    boolean[] remember(List<Change.Once> onces) throws SQLException;

    /** Those of last values. */
    LastValueStatements lastValues();

    /** Inserts messages and their deliveries. */
    void insert(List<Change.Enqueue> enqueues) throws SQLException;

    /**
     * Executes changes of one kind. Removing the last delivery of a message removes the message.
     *
     * @param rows by ascending delivery id
     * @return for each row whether its fence held
     */
    boolean[] apply(FencedKind kind, List<FencedRow> rows) throws SQLException;

    /**
     * Remembers a receive.
     *
     * @return whether nothing else was remembered under its id but what it knows
     */
    boolean remember(Change.RememberReceive receive) throws SQLException;

    /**
     * Executes a change to a message group.
     *
     * @return whether its author has the group
     */
    boolean apply(Change.OfGroup change) throws SQLException;

    /**
     * Executes a change to a transaction branch.
     *
     * @return whether the branch is in the state that it is for
     */
    boolean apply(Change.OfBranch change) throws SQLException;

    /**
     * Tells the progress of a redrive in the background.
     *
     * @param moved how many messages more have moved
     * @return whether its owner still works at it
     */
    boolean advance(Change.AdvanceJob change, int moved) throws SQLException;

    /** Stores a chunk of a body, which nobody else writes. */
    void put(Change.PutChunk chunk) throws SQLException;

    /** Forgets a duplicate id. */
    void forget(Change.ForgetOnce id) throws SQLException;

    /**
     * Acquires for the incarnation of the pipeline, in retrieval order, notes included.
     *
     * @return null if the transaction must be rolled back and run again, because something new about the entity was
     *     found that needs other locks
     */
    @Nullable
    Acquired acquire(AcquireRequest request) throws SQLException;

    /** The batch has been committed. */
    void committed(List<Operation> operations, List<Outcome> outcomes);

    /** About how many rows were written to tables on disk since the last call; 0 where nobody needs to know. */
    long takeRowsWritten();

    /** Forgets rows that were bound and not executed because a statement before them failed. */
    void forgetBoundRows() throws SQLException;

    @Override
    void close() throws SQLException;
}
