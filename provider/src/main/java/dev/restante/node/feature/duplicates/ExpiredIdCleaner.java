package dev.restante.node.feature.duplicates;

import dev.restante.node.core.NodeContext;
import dev.restante.node.lease.StoreClock;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.Store;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleaner of records with a retention time: duplicate ids, receive attempts, and commit outcomes (SND-06, VIS-09,
 * SND-09). Readers ignore a record after its retention time, even before the cleaner deletes it.
 */
public final class ExpiredIdCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(ExpiredIdCleaner.class);
    private static final long INTERVAL_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final int PAGE = 1_000;

    /** Deletion of one page of records, in its own transaction. */
    @FunctionalInterface
    interface ForgetPage {
        /**
         * Deletes records whose retention time has passed, up to a limit, and returns the number of deleted records.
         */
        int delete(long nowMillis, int limit);
    }

    private final StoreClock storeClock;
    private final String recordKind;
    private final ForgetPage page;
    private final NodeScheduler.ScheduledTask task;

    private ExpiredIdCleaner(StoreClock storeClock, NodeScheduler scheduler, String recordKind, ForgetPage page) {
        this.storeClock = storeClock;
        this.recordKind = recordKind;
        this.page = page;
        this.task = scheduler.task(recordKind, this::clean);
    }

    /** Creates the cleaners of a node, one for each kind of record. */
    public static List<ExpiredIdCleaner> createAll(NodeContext context, NodeScheduler scheduler) {
        Store store = context.store();
        return List.of(
                new ExpiredIdCleaner(
                        context.storeClock(), scheduler, "duplicate ids", store.duplicateIds()::deleteExpired),
                new ExpiredIdCleaner(
                        context.storeClock(), scheduler, "receive attempts", store.receiveAttempts()::deleteExpired),
                new ExpiredIdCleaner(
                        context.storeClock(), scheduler, "outcomes", store.commitOutcomes()::deleteExpired));
    }

    public void start() {
        task.scheduleIn(INTERVAL_MILLIS);
    }

    private void clean() {
        task.scheduleIn(INTERVAL_MILLIS);
        long nowMillis = storeClock.measureConfirmedMillis();
        try {
            int forgotten;
            do {
                forgotten = page.delete(nowMillis, PAGE);
            } while (forgotten == PAGE);
        } catch (RuntimeException e) {
            LOG.warn("Expired {} could not be deleted. Restante tries again in a minute.", recordKind, e);
        }
    }
}
