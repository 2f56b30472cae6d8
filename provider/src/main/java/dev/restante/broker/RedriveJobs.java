package dev.restante.broker;

import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.model.Entity;
import dev.restante.model.RedriveJob;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Redrives in the background (BEY-07): some live node of the store works at them, and another one goes on when that is
 * gone. Thread-safe.
 */
public interface RedriveJobs {

    /**
     * Begins one at this node. Counts what is there, without reading it.
     *
     * @param requestedBy who asks for it, in words for people; or null
     * @throws BrokerException with INVALID_ARGUMENT if they would be moved to where they are, or as many jobs are
     *     running as may
     */
    RedriveJob start(Entity entity, Redrive redrive, @Nullable String requestedBy);

    /** Those that are running, and those that have ended not long ago; the newest first. */
    List<RedriveJob> list();

    /** One of them. */
    Optional<RedriveJob> find(long jobId);

    /**
     * Ends one that is running, on whichever node. What has moved stays where it is.
     *
     * @return false if it is not running
     */
    boolean cancel(long jobId);
}
