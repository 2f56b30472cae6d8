package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.view.EntityTraffic;
import dev.restante.model.Delivery;
import dev.restante.model.TimeSource;
import dev.restante.node.lock.HoldCounts;
import dev.restante.node.lock.LockTable;
import dev.restante.node.worker.AlarmClock;
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
 * Counts what goes through a node, for each entity. Counting is an adder that only grows; every few seconds all of them
 * are read once, and a rate is the difference to a minute ago. Thread-safe.
 */
public final class Traffic {

    private static final long SAMPLE_MILLIS = TimeUnit.SECONDS.toMillis(5);
    private static final long WINDOW_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long SHORTEST_MILLIS = TimeUnit.SECONDS.toMillis(1);

    /** What went through an entity since the node was opened. */
    public record Totals(long sent, long received, long completed) {
        public static final Totals NONE = new Totals(0, 0, 0);
    }

    private record Sample(long atMillis, Map<Long, Totals> totals) {}

    private final TimeSource time;
    private final LockTable locks;
    private final AlarmClock.Alarm alarm;
    private final Map<Long, LongAdder> sent = new ConcurrentHashMap<>();

    /** The oldest first; the first is the only one that may be older than the window. */
    @GuardedBy("samples")
    private final Deque<Sample> samples = new ArrayDeque<>();

    public Traffic(TimeSource time, LockTable locks, AlarmClock clock) {
        this.time = time;
        this.locks = locks;
        this.alarm = clock.alarm("traffic", this::sample);
    }

    /** Begins to look at the counters. */
    public void start() {
        synchronized (samples) {
            samples.add(new Sample(time.steadyMillis(), Map.of()));
        }
        alarm.ringIn(SAMPLE_MILLIS);
    }

    /** One message was sent to an entity. */
    public void sent(long entityId) {
        sent(entityId, 1);
    }

    /** So many were. */
    void sent(long entityId, long count) {
        LongAdder counter = sent.get(entityId);
        (counter != null ? counter : sent.computeIfAbsent(entityId, id -> new LongAdder())).add(count);
    }

    /** What these changes of senders store was sent. */
    void sent(List<Change> changes) {
        for (Change change : changes) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    sent(delivery.entityId());
                }
            }
        }
    }

    /** An entity is gone. */
    public void forget(long entityId) {
        sent.remove(entityId);
    }

    /** What was counted of an entity. */
    public EntityTraffic of(long entityId) {
        Totals now = totals(entityId);
        long nowMillis = time.steadyMillis();
        Sample before = before(nowMillis);
        Totals then = before.totals().getOrDefault(entityId, Totals.NONE);
        double seconds = Math.max(SHORTEST_MILLIS, nowMillis - before.atMillis()) / 1000.0;
        return new EntityTraffic(
                now.sent(),
                now.received(),
                now.completed(),
                locks.holds().counts(entityId).lost(),
                rate(now.sent(), then.sent(), seconds),
                rate(now.received(), then.received(), seconds),
                rate(now.completed(), then.completed(), seconds));
    }

    /** An entity that was forgotten in between begins anew. */
    private static double rate(long now, long then, double seconds) {
        return Math.max(0, now - then) / seconds;
    }

    private Totals totals(long entityId) {
        LongAdder counter = sent.get(entityId);
        HoldCounts holds = locks.holds().counts(entityId);
        return new Totals(counter == null ? 0 : counter.sum(), holds.received(), holds.completed());
    }

    /** The last sample that is as old as the window, or the oldest. */
    private Sample before(long nowMillis) {
        synchronized (samples) {
            Sample before = samples.getFirst();
            for (Sample sample : samples) {
                if (sample.atMillis() <= nowMillis - WINDOW_MILLIS) {
                    before = sample;
                }
            }
            return before;
        }
    }

    /** What was counted of all entities. */
    public Map<Long, Totals> totals() {
        Set<Long> entityIds = new HashSet<>(sent.keySet());
        entityIds.addAll(locks.holds().counted());
        Map<Long, Totals> totals = new HashMap<>();
        entityIds.forEach(entityId -> totals.put(entityId, totals(entityId)));
        return totals;
    }

    private void sample() {
        long nowMillis = time.steadyMillis();
        Map<Long, Totals> totals = totals();
        synchronized (samples) {
            samples.add(new Sample(nowMillis, totals));
            while (second().atMillis() <= nowMillis - WINDOW_MILLIS) {
                samples.removeFirst();
            }
        }
        alarm.ringIn(SAMPLE_MILLIS);
    }

    @GuardedBy("samples")
    private Sample second() {
        Sample first = samples.removeFirst();
        Sample second = samples.getFirst();
        samples.addFirst(first);
        return second;
    }
}
