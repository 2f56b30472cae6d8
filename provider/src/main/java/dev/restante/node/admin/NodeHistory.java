package dev.restante.node.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Administration.History;
import dev.restante.broker.BrokerException;
import dev.restante.broker.view.QueueStatistics;
import dev.restante.broker.view.StoreHistory;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryScale;
import dev.restante.model.WorkerThread;
import dev.restante.model.codec.CorruptMessageException;
import dev.restante.model.codec.HistoryCodec;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.lock.LockTable;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.HistoryRepository;
import dev.restante.store.HistoryRepository.Row;
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
 * The history of figures: writes what has changed, once a minute while somebody wants it, and reads what all nodes
 * wrote. What is in entities is counted by the oldest node alone, at the {@link CountingPace} that its cost allows.
 *
 * <p>The timer's thread only adds up. The store is asked on a thread of its own, of which there is one at most, while
 * there is something to ask: a count takes as long as it takes, and nobody waits for it.
 */
public final class NodeHistory implements History {

    private static final Logger LOG = LoggerFactory.getLogger(NodeHistory.class);
    private static final long MINUTE_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long HOLD_SAMPLE_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final NodeContext context;
    private final NodeLife life;
    private final NodeStoreSettings settings;
    private final Traffic traffic;
    private final LockTable locks;
    private final NodeStatistics statistics;
    private final AlarmClock.Alarm minute;
    private final AlarmClock.Alarm holds;
    private final AtomicBoolean busy = new AtomicBoolean();

    /** The minute that is over and was not worked on yet; 0 for none. */
    private final AtomicLong dueMillis = new AtomicLong();

    private volatile boolean recording;

    private final AtomicBoolean unreadableTold = new AtomicBoolean();

    /** For how long receivers had deliveries of each entity since recording began. */
    @GuardedBy("heldMillis")
    private final Map<Long, Long> heldMillis = new HashMap<>();

    /** Touched by whoever is {@link #busy}. */
    private final List<HistoryAccount> accounts =
            List.of(new HistoryAccount(HistoryScale.HOUR), new HistoryAccount(HistoryScale.DAY));

    private final CountingPace pace = new CountingPace();

    /** True if the last count has failed; touched by whoever is {@link #busy}. */
    private boolean uncountable;

    /** Not started. */
    public NodeHistory(
            NodeContext context,
            NodeLife life,
            NodeStoreSettings settings,
            Traffic traffic,
            LockTable locks,
            NodeStatistics statistics,
            AlarmClock timer) {
        this.context = context;
        this.life = life;
        this.settings = settings;
        this.traffic = traffic;
        this.locks = locks;
        this.statistics = statistics;
        this.minute = timer.alarm("history", this::minute);
        this.holds = timer.alarm("history of holds", this::holds);
    }

    /** Begins to look, each minute, whether it has to record. */
    public void start() {
        again(context.time().millis());
    }

    /** True while it records: from the first minute that begins after somebody wanted it. */
    public boolean recording() {
        return recording;
    }

    private void again(long nowMillis) {
        long nextMillis = Math.floorDiv(nowMillis, MINUTE_MILLIS) * MINUTE_MILLIS + MINUTE_MILLIS;
        minute.set(nextMillis);
        // Should the store's clock be set back, the next minute comes all the same.
        minute.ringWithin(nextMillis - nowMillis + HOLD_SAMPLE_MILLIS);
    }

    @Override
    public List<StoreHistory.Recorded> read(HistoryScale scale) {
        life.checkOpen();
        return life.guarded(() -> {
            settings.wantHistory();
            long sinceMillis = scale.oldest(context.time().millis());
            List<StoreHistory.Recorded> recorded = new ArrayList<>();
            for (Row row : context.store().history().since(scale, sinceMillis)) {
                recorded.add(new StoreHistory.Recorded(row.fromMillis(), decoded(row)));
            }
            return recorded;
        });
    }

    /** A row that is damaged, or of a newer release, is missing and no more. */
    private HistoryInterval decoded(Row row) {
        try {
            return HistoryCodec.decode(row.figures());
        } catch (CorruptMessageException e) {
            if (!unreadableTold.getAndSet(true)) {
                LOG.warn(
                        "A row of the history of figures can't be read; neither this one nor others are told again", e);
            }
            return HistoryInterval.MISSING;
        }
    }

    private void minute() {
        long nowMillis = context.time().millis();
        again(nowMillis);
        boolean wanted = settings.historyWanted() && life.mayHandOver();
        if (wanted || recording || settings.historyIsOver()) {
            dueMillis.set(nowMillis);
            if (busy.compareAndSet(false, true)) {
                new WorkerThread(this::work, "restante-history").start();
            }
        }
    }

    /** Adds up what receivers have now, as if they had it until the next time. */
    private void holds() {
        if (!recording) {
            return;
        }
        synchronized (heldMillis) {
            for (long entityId : locks.holds().counted()) {
                long inFlight = locks.holds().inFlight(entityId);
                if (inFlight > 0) {
                    heldMillis.merge(entityId, inFlight * HOLD_SAMPLE_MILLIS, Long::sum);
                }
            }
        }
        holds.ringIn(HOLD_SAMPLE_MILLIS);
    }

    private void work() {
        do {
            long nowMillis = dueMillis.getAndSet(0);
            try {
                if (nowMillis > 0) {
                    record(nowMillis);
                }
            } finally {
                busy.set(false);
            }
        } while (dueMillis.get() > 0 && busy.compareAndSet(false, true));
    }

    private void record(long nowMillis) {
        try {
            if (!(settings.historyWanted() && life.mayHandOver())) {
                end(nowMillis);
            } else if (!recording) {
                begin(nowMillis);
            } else {
                write(nowMillis);
            }
        } catch (RuntimeException e) {
            if (life.mayHandOver()) {
                LOG.warn("The history of figures could not be recorded; it is tried again in a minute", e);
            } else {
                LOG.debug("The history of figures could not be recorded, as nothing can be at this node", e);
            }
        }
    }

    private void begin(long nowMillis) {
        synchronized (heldMillis) {
            heldMillis.clear();
        }
        HistoryAccount.Counted now = counted();
        accounts.forEach(account -> account.begin(nowMillis, now));
        recording = true;
        holds();
    }

    /** Nobody has wanted it for a day, so nobody misses it. */
    private void end(long nowMillis) {
        recording = false;
        HistoryRepository history = context.store().history();
        if (settings.historyIsOver()) {
            for (HistoryScale scale : HistoryScale.values()) {
                history.forget(scale, nowMillis);
            }
            history.forgetWishes(nowMillis);
            settings.historyForgotten();
        }
    }

    private HistoryAccount.Counted counted() {
        synchronized (heldMillis) {
            return new HistoryAccount.Counted(traffic.totals(), Map.copyOf(heldMillis));
        }
    }

    private void write(long nowMillis) {
        accounts.forEach(this::store);
        HistoryRepository history = context.store().history();
        long incarnation = context.incarnation();
        boolean oldest = history.isOldest(incarnation);
        HistoryAccount.Counted now = counted();
        List<HistoryAccount> closing = accounts.stream()
                .filter(account -> account.scale().beginning(nowMillis) == HistoryScale.HOUR.beginning(nowMillis))
                .toList();
        Map<Long, Long> depths = oldest ? depths(closing.stream().allMatch(HistoryAccount::counting)) : null;
        for (HistoryAccount account : closing) {
            HistoryScale scale = account.scale();
            HistoryInterval interval = account.close(nowMillis, incarnation, now, depths, oldest);
            if (interval.figures().isEmpty() && !oldest) {
                account.written();
            }
            store(account);
            if (oldest) {
                history.forget(scale, scale.oldest(nowMillis));
            }
        }
        if (oldest) {
            history.forgetWishes(nowMillis);
        }
    }

    /** Writes what was not written yet, in place of what may have been without an answer. */
    private void store(HistoryAccount account) {
        HistoryAccount.Closed closed = account.unwritten();
        if (closed != null) {
            Row row = new Row(closed.fromMillis(), closed.incarnation(), HistoryCodec.encode(closed.interval()));
            context.store().history().write(account.scale(), row);
            account.written();
        }
    }

    /** How many messages are in each entity; null while what it costs forbids it, or if they can't be counted. */
    private @Nullable Map<Long, Long> depths(boolean mayRest) {
        long beganNanos = System.nanoTime();
        if ((mayRest || uncountable) && pace.rests(beganNanos)) {
            return null;
        }
        Map<Long, Long> depths = new HashMap<>();
        List<Entity> entities = context.registry().list().stream()
                .filter(entity -> entity.kind() != EntityKind.TOPIC)
                .toList();
        uncountable = true;
        try {
            statistics.counted(entities).forEach((entity, figures) -> {
                if (depth(figures) > 0) {
                    depths.put(entity.id(), depth(figures));
                }
            });
            uncountable = false;
        } catch (BrokerException e) {
            if (!life.mayHandOver()) {
                throw e;
            }
            LOG.warn("The messages could not be counted for the history of figures; it goes on without, for now", e);
            return null;
        } finally {
            pace.counted(beganNanos, System.nanoTime());
        }
        return depths;
    }

    private static long depth(QueueStatistics figures) {
        return figures.available() + figures.inFlight() + figures.scheduled() + figures.deferred();
    }
}
