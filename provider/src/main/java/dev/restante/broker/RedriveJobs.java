package dev.restante.broker;

import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.model.Entity;
import dev.restante.model.RedriveJob;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Operations that start, list and cancel redrive jobs, which move dead letters in the background on any live node
 * (BEY-07). Thread-safe.
 */
public interface RedriveJobs {

    /**
     * Starts a redrive job at this node. Counts the messages without reading them.
     *
     * @param requestedBy the name of the requester for administrators; or null
     * @throws BrokerException with INVALID_ARGUMENT if source and target are identical or too many jobs are running
     */
    RedriveJob start(Entity entity, RedriveRequest redrive, @Nullable String requestedBy);

    /** Returns the running and recently ended jobs, newest first. */
    List<RedriveJob> list();

    Optional<RedriveJob> find(long jobId);

    /**
     * Cancels a running job of any node. Moved messages stay in their targets.
     *
     * @return false if the job is not running
     */
    boolean cancel(long jobId);
}
