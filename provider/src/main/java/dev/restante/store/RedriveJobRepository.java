package dev.restante.store;

import dev.restante.model.RedriveJob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Repository of redrive jobs, which move dead letters in the background, with the node that runs each job.
 * {@link Change.UpdateJobProgress} writes their progress in the batches that move the messages.
 */
public interface RedriveJobRepository {

    /**
     * Stores a new job.
     *
     * @param maxRunning maximum number of running jobs, including the new one
     * @return false if that many jobs are running; then the job is not stored
     * @throws StoreException with FENCED if the owner of the job was declared dead
     */
    boolean add(RedriveJob job, int maxRunning);

    /** Returns all readable jobs, newest first. */
    List<RedriveJob> list();

    Optional<RedriveJob> find(long jobId);

    /** Returns the running jobs that an incarnation or no live node owns. */
    List<RedriveJob> orphaned(long incarnation);

    /**
     * Makes an incarnation the owner of a running job.
     *
     * @param former expected owner
     * @param incarnation new owner
     * @return false if the job is not running or has another owner
     * @throws StoreException with FENCED if the new owner was declared dead
     */
    boolean takeOver(long jobId, long former, long incarnation);

    /**
     * Releases all running jobs of an incarnation.
     *
     * @return the other live incarnation that joined last, which can adopt the jobs that no live node runs; empty if
     *     there is no such incarnation or no such job
     */
    OptionalLong release(long incarnation);

    /**
     * Ends a running job, regardless of its owner.
     *
     * @param failure reason of a failed job; null otherwise
     * @return false if the job was not running
     */
    boolean end(long jobId, RedriveJob.StoredRedriveJobState state, long nowMillis, @Nullable String failure);

    /** Deletes jobs that ended before an instant, and all but the newest {@code maxKept} ended jobs. */
    void deleteEnded(long beforeMillis, int maxKept);
}
