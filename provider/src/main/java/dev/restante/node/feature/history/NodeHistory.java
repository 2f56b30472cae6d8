package dev.restante.node.feature.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerAdministration.HistoryAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.view.EntityStatistics;
import dev.restante.broker.view.MergedHistory;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryResolution;
import dev.restante.model.WorkerThread;
import dev.restante.model.codec.CorruptDataException;
import dev.restante.model.codec.HistoryCodec;
import dev.restante.node.admin.NodeStatisticsReader;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.admin.message.CountThrottle;
import dev.restante.node.commit.ThroughputCounters;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.HistoryRepository;
import dev.restante.store.HistoryRepository.HistoryRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorder and reader of the statistics history, which contains message counts and rates of queues and subscriptions.
 * While the history is requested, each node records changes once a minute. Reads combine the records of all nodes. Only
 * the oldest node counts the messages of entities, as often as {@link CountThrottle} permits.
 *
 * <p>The thread of the timer only adds in-flight samples. At most one other thread calls the store while there is work,
 * so that a slow count delays no timer task.
 */
public final class NodeHistory implements HistoryAdministration {

    private static final Logger LOG = LoggerFactory.getLogger(NodeHistory.class);
    private static final long MINUTE_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long IN_FLIGHT_SAMPLE_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final NodeContext context;
    private final NodeLifecycle lifecycle;
    private final NodeStoreSettings settings;
    private final ThroughputCounters throughput;
    private final LockRegistry locks;
    private final NodeStatisticsReader statistics;
    private final NodeScheduler.ScheduledTask minuteTask;
    private final NodeScheduler.ScheduledTask inFlightTask;
    private final AtomicBoolean running = new AtomicBoolean();

    private final AtomicLong dueMillis = new AtomicLong();

    private volatile boolean recording;

    private final AtomicBoolean unreadableLogged = new AtomicBoolean();

    /** Total in-flight time by entity since recording began. */
    @GuardedBy("inFlightMillis")
    private final Map<Long, Long> inFlightMillis = new HashMap<>();

    /** Accessed only by the thread that has set {@link #running}. */
    private final List<HistoryIntervalBuilder> builders = List.of(
            new HistoryIntervalBuilder(HistoryResolution.HOUR), new HistoryIntervalBuilder(HistoryResolution.DAY));

    private final CountThrottle throttle = new CountThrottle();

    /** True if the last count failed; accessed only by the thread that has set {@link #running}. */
    private boolean countFailed;

    public NodeHistory(
            NodeContext context,
            NodeLifecycle lifecycle,
            NodeStoreSettings settings,
            ThroughputCounters throughput,
            LockRegistry locks,
            NodeStatisticsReader statistics,
            NodeScheduler timerScheduler) {
        this.context = context;
        this.lifecycle = lifecycle;
        this.settings = settings;
        this.throughput = throughput;
        this.locks = locks;
        this.statistics = statistics;
        this.minuteTask = timerScheduler.task("history", this::recordMinute);
        this.inFlightTask = timerScheduler.task("in-flight samples", this::sampleInFlight);
    }

    /** Starts the task that checks every minute whether to record. */
    public void start() {
        scheduleNext(context.storeClock().storeMillis());
    }

    /** Returns whether this node records, which begins with the first minute after a request. */
    public boolean isRecording() {
        return recording;
    }

    private void scheduleNext(long nowMillis) {
        long nextMillis = Math.floorDiv(nowMillis, MINUTE_MILLIS) * MINUTE_MILLIS + MINUTE_MILLIS;
        minuteTask.scheduleAt(nextMillis);
        // If the store clock is set back, the monotonic clock still starts the next minute.
        minuteTask.scheduleWithin(nextMillis - nowMillis + IN_FLIGHT_SAMPLE_MILLIS);
    }

    @Override
    public List<MergedHistory.RecordedInterval> read(HistoryResolution resolution) {
        lifecycle.checkOpen();
        return lifecycle.callStore(() -> {
            settings.requestHistory();
            long sinceMillis =
                    resolution.oldestIntervalStart(context.storeClock().storeMillis());
            List<MergedHistory.RecordedInterval> recordedIntervals = new ArrayList<>();
            for (HistoryRow row : context.store().history().since(resolution, sinceMillis)) {
                recordedIntervals.add(new MergedHistory.RecordedInterval(row.fromMillis(), decoded(row)));
            }
            return recordedIntervals;
        });
    }

    /** Decodes a row; an unreadable row is treated as missing. */
    private HistoryInterval decoded(HistoryRow row) {
        try {
            return HistoryCodec.decode(row.figures());
        } catch (CorruptDataException e) {
            if (!unreadableLogged.getAndSet(true)) {
                LOG.warn(
                        "A row of the history cannot be read and counts as missing."
                                + " Further unreadable rows are not logged.",
                        e);
            }
            return HistoryInterval.MISSING;
        }
    }

    private void recordMinute() {
        long nowMillis = context.storeClock().storeMillis();
        scheduleNext(nowMillis);
        boolean wanted = settings.isHistoryRequested() && lifecycle.canDeliver();
        if (wanted || recording || settings.isHistoryToDelete()) {
            dueMillis.set(nowMillis);
            if (running.compareAndSet(false, true)) {
                new WorkerThread(this::work, "restante-history").start();
            }
        }
    }

    /** Adds the current in-flight counts, each multiplied by the time until the next sample. */
    private void sampleInFlight() {
        if (!recording) {
            return;
        }
        synchronized (inFlightMillis) {
            for (long entityId : locks.inFlight().countedEntityIds()) {
                long inFlight = locks.inFlight().inFlight(entityId);
                if (inFlight > 0) {
                    inFlightMillis.merge(entityId, inFlight * IN_FLIGHT_SAMPLE_MILLIS, Long::sum);
                }
            }
        }
        inFlightTask.scheduleIn(IN_FLIGHT_SAMPLE_MILLIS);
    }

    private void work() {
        do {
            long nowMillis = dueMillis.getAndSet(0);
            try {
                if (nowMillis > 0) {
                    record(nowMillis);
                }
            } finally {
                running.set(false);
            }
        } while (dueMillis.get() > 0 && running.compareAndSet(false, true));
    }

    private void record(long nowMillis) {
        try {
            if (!(settings.isHistoryRequested() && lifecycle.canDeliver())) {
                end(nowMillis);
            } else if (!recording) {
                begin(nowMillis);
            } else {
                write(nowMillis);
            }
        } catch (RuntimeException e) {
            if (lifecycle.canDeliver()) {
                LOG.warn("The history could not be recorded. Restante tries again in a minute.", e);
            } else {
                LOG.debug("The history could not be recorded because the node is closed or its lease is not valid", e);
            }
        }
    }

    private void begin(long nowMillis) {
        synchronized (inFlightMillis) {
            inFlightMillis.clear();
        }
        HistoryIntervalBuilder.CounterTotals now = counterTotals();
        builders.forEach(builder -> builder.restart(nowMillis, now));
        recording = true;
        sampleInFlight();
    }

    /** Stops recording and deletes the history, which no administrator has requested for a day. */
    private void end(long nowMillis) {
        recording = false;
        HistoryRepository history = context.store().history();
        if (settings.isHistoryToDelete()) {
            for (HistoryResolution resolution : HistoryResolution.values()) {
                history.deleteBefore(resolution, nowMillis);
            }
            history.removeExpiredRequests(nowMillis);
            settings.onHistoryDeleted();
        }
    }

    private HistoryIntervalBuilder.CounterTotals counterTotals() {
        synchronized (inFlightMillis) {
            return new HistoryIntervalBuilder.CounterTotals(throughput.totals(), Map.copyOf(inFlightMillis));
        }
    }

    private void write(long nowMillis) {
        builders.forEach(this::store);
        HistoryRepository history = context.store().history();
        long incarnation = context.incarnation();
        boolean oldest = history.isOldest(incarnation);
        HistoryIntervalBuilder.CounterTotals now = counterTotals();
        List<HistoryIntervalBuilder> closing = builders.stream()
                .filter(builder -> builder.resolution().intervalStart(nowMillis)
                        == HistoryResolution.HOUR.intervalStart(nowMillis))
                .toList();
        Map<Long, Long> depths =
                oldest ? depths(closing.stream().allMatch(HistoryIntervalBuilder::allDepthsWritten)) : null;
        for (HistoryIntervalBuilder builder : closing) {
            HistoryResolution resolution = builder.resolution();
            HistoryInterval interval = builder.closeInterval(nowMillis, incarnation, now, depths, oldest);
            if (interval.entities().isEmpty() && !oldest) {
                builder.onWritten();
            }
            store(builder);
            if (oldest) {
                history.deleteBefore(resolution, resolution.oldestIntervalStart(nowMillis));
            }
        }
        if (oldest) {
            history.removeExpiredRequests(nowMillis);
        }
    }

    /** Writes the unwritten interval again, which replaces a row whose outcome was unknown. */
    private void store(HistoryIntervalBuilder builder) {
        HistoryIntervalBuilder.ClosedInterval closed = builder.unwritten();
        if (closed != null) {
            HistoryRow row =
                    new HistoryRow(closed.fromMillis(), closed.incarnation(), HistoryCodec.encode(closed.interval()));
            context.store().history().write(builder.resolution(), row);
            builder.onWritten();
        }
    }

    /** Counts the messages by entity. Returns null if the throttle forbids a count or the count fails. */
    private @Nullable Map<Long, Long> depths(boolean mayRest) {
        long beganNanos = System.nanoTime();
        if ((mayRest || countFailed) && throttle.mustPause(beganNanos)) {
            return null;
        }
        Map<Long, Long> depths = new HashMap<>();
        List<Entity> entities = context.registry().list().stream()
                .filter(entity -> entity.kind() != EntityKind.TOPIC)
                .toList();
        countFailed = true;
        try {
            statistics.count(entities).forEach((entity, figures) -> {
                if (depth(figures) > 0) {
                    depths.put(entity.id(), depth(figures));
                }
            });
            countFailed = false;
        } catch (BrokerException e) {
            if (!lifecycle.canDeliver()) {
                throw e;
            }
            LOG.warn("The messages could not be counted. This interval of the history has no message counts.", e);
            return null;
        } finally {
            throttle.countDone(beganNanos, System.nanoTime());
        }
        return depths;
    }

    private static long depth(EntityStatistics statistics) {
        return statistics.available() + statistics.inFlight() + statistics.scheduled() + statistics.deferred();
    }
}
