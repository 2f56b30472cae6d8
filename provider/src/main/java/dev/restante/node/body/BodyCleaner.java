package dev.restante.node.body;

import dev.restante.node.worker.AlarmClock;
import dev.restante.store.BodyRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cleaner of bodies that are stored apart: ends holds of this node that nobody needs any more, and removes what no
 * message has and no live node holds (LRG-02). It looks as soon as a hold ends, and once in a minute for what others
 * have left, and for messages that went without having been received.
 *
 * <p>Works on the sweeper's thread, little at a time, so that others have their turn. Who ends a hold waits for
 * nothing.
 */
final class BodyCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(BodyCleaner.class);
    private static final long INTERVAL_MILLIS = TimeUnit.MINUTES.toMillis(1);

    /** So many chunks at a time: 4 MiB. */
    private static final int PAGE = 16;

    private final BodyRepository bodies;
    private final AlarmClock.Alarm alarm;
    private final Queue<Long> released = new ConcurrentLinkedQueue<>();

    BodyCleaner(BodyRepository bodies, AlarmClock clock) {
        this.bodies = bodies;
        this.alarm = clock.alarm("large bodies", this::clean);
    }

    /** Something may have gone that had a body. */
    void look() {
        alarm.ringWithin(0);
    }

    /** Nobody needs a hold of this node any more. */
    void release(long holdId) {
        released.add(holdId);
        look();
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
            more = bodies.removeUnused(PAGE);
        } catch (RuntimeException e) {
            released.addAll(ending);
            LOG.warn("Bodies that nobody has could not be removed; it is tried again in a minute", e);
        }
        alarm.ringWithin(more ? 0 : INTERVAL_MILLIS);
    }
}
