package dev.restante.node.expiry;

import dev.restante.node.core.NodeContext;
import dev.restante.node.lease.NodeTime;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Store;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cleaner of what is kept for a time only: ids of applications (SND-06, VIS-09), and outcomes of commits (SND-09).
 * Ids whose time is over count as forgotten before they are removed.
 */
public final class ExpiredIdCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(ExpiredIdCleaner.class);
    private static final long INTERVAL_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final int PAGE = 1_000;

    /** One page of forgetting, in a transaction of its own. */
    @FunctionalInterface
    interface Page {
        /** Forgets what was over at an instant, so many at most; returns how many it was. */
        int forget(long nowMillis, int limit);
    }

    private final NodeTime time;
    private final String what;
    private final Page page;
    private final AlarmClock.Alarm alarm;

    private ExpiredIdCleaner(NodeTime time, AlarmClock clock, String what, Page page) {
        this.time = time;
        this.what = what;
        this.page = page;
        this.alarm = clock.alarm(what, this::clean);
    }

    /** Those of a node. */
    public static List<ExpiredIdCleaner> all(NodeContext context, AlarmClock clock) {
        Store store = context.store();
        return List.of(
                new ExpiredIdCleaner(context.time(), clock, "duplicate ids", store.duplicateIds()::forgetExpired),
                new ExpiredIdCleaner(context.time(), clock, "receive attempts", store.receiveAttempts()::forgetExpired),
                new ExpiredIdCleaner(context.time(), clock, "outcomes", store.outcomes()::forgetExpired));
    }

    public void start() {
        alarm.ringIn(INTERVAL_MILLIS);
    }

    private void clean() {
        alarm.ringIn(INTERVAL_MILLIS);
        long nowMillis = time.measuredMillis();
        try {
            int forgotten;
            do {
                forgotten = page.forget(nowMillis, PAGE);
            } while (forgotten == PAGE);
        } catch (RuntimeException e) {
            LOG.warn("The {} whose time is over could not be forgotten; it is tried again in a minute", what, e);
        }
    }
}
