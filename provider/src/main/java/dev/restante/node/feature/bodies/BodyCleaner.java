package dev.restante.node.feature.bodies;

import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.BodyRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleaner of large bodies: ends retentions (entries that prevent the deletion of a body) of this node and deletes
 * bodies that nothing references (LRG-02). A message or a retention of a live node references a body. The cleaner runs
 * when a retention ends, and once a minute for bodies of dead nodes and of messages that were removed without a
 * receive.
 *
 * <p>It runs on the sweeper's thread and deletes a few chunks at a time, so that other tasks get their turn. Callers
 * that end a retention do not wait.
 */
final class BodyCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(BodyCleaner.class);
    private static final long INTERVAL_MILLIS = TimeUnit.MINUTES.toMillis(1);

    /** Highest number of chunks that one run deletes: 4 MiB. */
    private static final int CHUNKS_PER_RUN = 16;

    private final BodyRepository bodies;
    private final NodeScheduler.ScheduledTask task;
    private final Queue<Long> released = new ConcurrentLinkedQueue<>();

    BodyCleaner(BodyRepository bodies, NodeScheduler scheduler) {
        this.bodies = bodies;
        this.task = scheduler.task("large bodies", this::clean);
    }

    /** Schedules a run, because the last message of a body may have been removed. */
    void schedule() {
        task.scheduleWithin(0);
    }

    /** Ends a retention of this node. */
    void endRetention(long retentionId) {
        released.add(retentionId);
        schedule();
    }

    private void clean() {
        List<Long> ending = new ArrayList<>(1);
        for (Long next = released.poll(); next != null; next = released.poll()) {
            ending.add(next);
        }
        boolean more = false;
        try {
            if (!ending.isEmpty()) {
                bodies.release(ending);
                ending.clear();
            }
            more = bodies.removeUnused(CHUNKS_PER_RUN);
        } catch (RuntimeException e) {
            released.addAll(ending);
            LOG.warn("Unused large bodies could not be deleted. Restante tries again in a minute.", e);
        }
        task.scheduleWithin(more ? 0 : INTERVAL_MILLIS);
    }
}
