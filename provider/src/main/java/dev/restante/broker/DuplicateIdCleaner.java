package dev.restante.broker;

import dev.restante.broker.worker.AlarmClock;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets duplicate ids whose time is over (SND-06). Nothing depends on when: an id that is over counts as forgotten. */
final class DuplicateIdCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(DuplicateIdCleaner.class);
    private static final long INTERVAL_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final int PAGE = 1_000;

    private final NodeContext context;
    private final AlarmClock.Alarm alarm;

    DuplicateIdCleaner(NodeContext context, AlarmClock clock) {
        this.context = context;
        this.alarm = clock.alarm("duplicate ids", this::clean);
    }

    void start() {
        again(context.time().millis());
    }

    private void again(long nowMillis) {
        alarm.set(nowMillis + INTERVAL_MILLIS);
    }

    private void clean() {
        long nowMillis = context.time().millis();
        try {
            int forgotten;
            do {
                forgotten = context.store().duplicateIds().forgetExpired(nowMillis, PAGE);
            } while (forgotten == PAGE);
        } catch (RuntimeException e) {
            LOG.warn("Duplicate ids whose time is over could not be forgotten; it is tried again in a minute", e);
        }
        again(nowMillis);
    }
}
