package dev.restante.store;

import dev.restante.model.RedriveJob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Redrives in the background. Each call is a transaction of its own; their progress is written by
 * {@link Change.AdvanceJob}, in the batches that move the messages.
 */
public interface RedriveJobRepository {

    /**
     * Stores a new job.
     *
     * @param most how many may be running, this one included
     * @return false if there are as many already; then it is not stored
     * @throws StoreException with FENCED if its owner was declared dead
     */
    boolean add(RedriveJob job, int most);

    /** All jobs, the newest first. What can't be read is left out. */
    List<RedriveJob> list();

    /** One job. */
    Optional<RedriveJob> find(long jobId);

    /** The jobs that are running, and at which no live node works, and those of an incarnation. */
    List<RedriveJob> orphaned(long incarnation);

    /**
     * Takes over a job that is running.
     *
     * @param former who had it
     * @param incarnation who has it from now on
     * @return false if somebody else was faster
     * @throws StoreException with FENCED if that one was declared dead
     */
    boolean take(long jobId, long former, long incarnation);

    /**
     * Gives up all jobs that an incarnation has.
     *
     * @return who can take what nobody works at now: the other live incarnation that has joined last; empty if there is
     *     none, or no such job
     */
    OptionalLong release(long incarnation);

    /**
     * Ends a job that is running, whoever has it.
     *
     * @param failure null unless it has failed
     * @return false if it was not
     */
    boolean end(long jobId, RedriveJob.State state, long nowMillis, @Nullable String failure);

    /**
     * Forgets jobs that have ended.
     *
     * @param beforeMillis those that ended before
     * @param most so many are kept at most, the newest
     */
    void forget(long beforeMillis, int most);
}
