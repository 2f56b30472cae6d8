package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.view.EntityThroughput;
import dev.restante.model.Delivery;
import dev.restante.model.TimeSource;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.lock.ReceiveCounts;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.Change;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of sent, received and completed messages for each entity, with rates of the last minute. Counts only grow; a
 * sample every five seconds gives the rates. Thread-safe.
 */
public final class ThroughputCounters {

    private static final long SAMPLE_MILLIS = TimeUnit.SECONDS.toMillis(5);
    private static final long WINDOW_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long SHORTEST_MILLIS = TimeUnit.SECONDS.toMillis(1);

    /** Counts of an entity since the node was opened. */
    public record ThroughputTotals(long sent, long received, long completed) {
        public static final ThroughputTotals NONE = new ThroughputTotals(0, 0, 0);
    }

    private record ThroughputSample(long atMillis, Map<Long, ThroughputTotals> totals) {}

    private final TimeSource time;
    private final LockRegistry locks;
    private final NodeScheduler.ScheduledTask task;
    private final Map<Long, LongAdder> sent = new ConcurrentHashMap<>();

    /** Samples, oldest first; only the first one may be older than the window. */
    @GuardedBy("samples")
    private final Deque<ThroughputSample> samples = new ArrayDeque<>();

    public ThroughputCounters(TimeSource time, LockRegistry locks, NodeScheduler scheduler) {
        this.time = time;
        this.locks = locks;
        this.task = scheduler.task("throughput counters", this::sample);
    }

    public void start() {
        synchronized (samples) {
            samples.add(new ThroughputSample(time.monotonicMillis(), Map.of()));
        }
        task.scheduleIn(SAMPLE_MILLIS);
    }

    public void countSent(long entityId) {
        countSent(entityId, 1);
    }

    void countSent(long entityId, long count) {
        LongAdder counter = sent.get(entityId);
        (counter != null ? counter : sent.computeIfAbsent(entityId, id -> new LongAdder())).add(count);
    }

    /** Counts the messages that changes of senders enqueue. */
    void countSent(List<Change> changes) {
        for (Change change : changes) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    countSent(delivery.entityId());
                }
            }
        }
    }

    public void removeEntity(long entityId) {
        sent.remove(entityId);
    }

    /** Returns the counts and rates of an entity. */
    public EntityThroughput countersOf(long entityId) {
        ThroughputTotals now = totals(entityId);
        long nowMillis = time.monotonicMillis();
        ThroughputSample before = before(nowMillis);
        ThroughputTotals then = before.totals().getOrDefault(entityId, ThroughputTotals.NONE);
        double seconds = Math.max(SHORTEST_MILLIS, nowMillis - before.atMillis()) / 1000.0;
        return new EntityThroughput(
                now.sent(),
                now.received(),
                now.completed(),
                locks.inFlight().counts(entityId).lost(),
                rate(now.sent(), then.sent(), seconds),
                rate(now.received(), then.received(), seconds),
                rate(now.completed(), then.completed(), seconds));
    }

    /** Returns a rate; an entity that was removed in between has rate 0. */
    private static double rate(long now, long then, double seconds) {
        return Math.max(0, now - then) / seconds;
    }

    private ThroughputTotals totals(long entityId) {
        LongAdder counter = sent.get(entityId);
        ReceiveCounts receiveCounts = locks.inFlight().counts(entityId);
        return new ThroughputTotals(
                counter == null ? 0 : counter.sum(), receiveCounts.received(), receiveCounts.completed());
    }

    /** Returns the latest sample that is at least as old as the window, or the oldest one. */
    private ThroughputSample before(long nowMillis) {
        synchronized (samples) {
            ThroughputSample before = samples.getFirst();
            for (ThroughputSample sample : samples) {
                if (sample.atMillis() <= nowMillis - WINDOW_MILLIS) {
                    before = sample;
                }
            }
            return before;
        }
    }

    public Map<Long, ThroughputTotals> totals() {
        Set<Long> entityIds = new HashSet<>(sent.keySet());
        entityIds.addAll(locks.inFlight().countedEntityIds());
        Map<Long, ThroughputTotals> totals = new HashMap<>();
        entityIds.forEach(entityId -> totals.put(entityId, totals(entityId)));
        return totals;
    }

    private void sample() {
        long nowMillis = time.monotonicMillis();
        Map<Long, ThroughputTotals> totals = totals();
        synchronized (samples) {
            samples.add(new ThroughputSample(nowMillis, totals));
            while (second().atMillis() <= nowMillis - WINDOW_MILLIS) {
                samples.removeFirst();
            }
        }
        task.scheduleIn(SAMPLE_MILLIS);
    }

    @GuardedBy("samples")
    private ThroughputSample second() {
        ThroughputSample first = samples.removeFirst();
        ThroughputSample second = samples.getFirst();
        samples.addFirst(first);
        return second;
    }
}
