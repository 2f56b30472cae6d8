package dev.restante.node.admin;

import dev.restante.model.EntityFigures;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryScale;
import dev.restante.model.codec.HistoryCodec;
import dev.restante.node.commit.Traffic.Totals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The account of a node of what has changed since the last interval of a scale. It asks nobody. For one thread at a
 * time.
 */
final class HistoryAccount {

    /** The bytes of what has changed, in one interval. */
    static final int MOST_CHANGED_BYTES = 12 * 1024;

    /** How many depths are told again in one interval that have not changed for long: some 4 KiB. */
    static final int MOST_REPEATED = 200;

    /** Within that many intervals each depth is told again, so that a reader need not look further back. */
    static final int REPEATED_WITHIN = 50;

    /**
     * What a node has counted since it was opened.
     *
     * @param traffic of each entity
     * @param heldMillis for how long its receivers had deliveries of each entity
     */
    record Counted(Map<Long, Totals> traffic, Map<Long, Long> heldMillis) {}

    /**
     * An interval that is over.
     *
     * @param fromMillis when it begins on its scale
     * @param incarnation of the node at its end
     */
    record Closed(long fromMillis, long incarnation, HistoryInterval interval) {}

    private final HistoryScale scale;
    private Counted before = new Counted(Map.of(), Map.of());
    private long beganAtMillis;

    /** The depths as they were told, without those that are empty; the one that was told longest ago is the first. */
    private final Map<Long, Long> told = new LinkedHashMap<>();

    /** Whether all depths were told once. */
    private boolean counting;

    /** When depths were told again last. */
    private long repeatedAtMillis;

    private @Nullable Closed unwritten;

    HistoryAccount(HistoryScale scale) {
        this.scale = scale;
    }

    HistoryScale scale() {
        return scale;
    }

    /** False as long as it has to be told all depths. */
    boolean counting() {
        return counting;
    }

    /** Begins anew at an instant. */
    void begin(long nowMillis, Counted now) {
        beganAtMillis = nowMillis;
        before = now;
        counting = false;
        told.clear();
        unwritten = null;
    }

    /**
     * The interval that was closed and may not be stored; null for none. The next one rests on it, and its outcome may
     * be unknown: so it is written again as it is, before the next is closed.
     */
    @Nullable
    Closed unwritten() {
        return unwritten;
    }

    /** The {@link #unwritten} figures are stored, or have nothing to tell. */
    void written() {
        unwritten = null;
    }

    /**
     * Closes an interval, which is {@link #unwritten} then, and begins the next one.
     *
     * @param depths how many messages are in each entity; null if they were not counted this time
     * @param oldest whether it is this node that counts them
     */
    HistoryInterval close(
            long nowMillis, long incarnation, Counted now, @Nullable Map<Long, Long> depths, boolean oldest) {
        if (unwritten != null) {
            throw new IllegalStateException("the interval from " + unwritten.fromMillis() + " is not written");
        }
        Map<Long, EntityFigures> changed = through(now);
        if (!oldest) {
            counting = false;
            told.clear();
        }
        boolean first = depths != null && !counting;
        int notRepeated = 0;
        List<EntityFigures> repeated = List.of();
        if (depths != null) {
            if (counting) {
                long since = repeatedSince(nowMillis);
                repeated = repeated(depths, (told.size() * since + REPEATED_WITHIN - 1) / REPEATED_WITHIN);
                notRepeated = (int) Math.max(0, told.size() - MOST_REPEATED * REPEATED_WITHIN / since);
            }
            repeatedAtMillis = nowMillis;
            depthsChanged(depths, first, changed);
            counting = true;
        }
        HistoryInterval interval = HistoryCodec.fitting(
                new HistoryInterval(
                        Math.max(0, nowMillis - beganAtMillis),
                        counting,
                        first,
                        notRepeated,
                        List.copyOf(changed.values())),
                MOST_CHANGED_BYTES);
        tell(changed, interval.figures());
        before = now;
        beganAtMillis = nowMillis;
        HistoryInterval whole = with(interval, repeated);
        unwritten = new Closed(scale.beginning(nowMillis) - scale.millis(), incarnation, whole);
        return whole;
    }

    /**
     * For how many intervals nothing was told again: counts may rest, and the store may have been away. Where they are
     * so many that what was told before may be out of a reader's sight by the next time, all of it is due.
     */
    private long repeatedSince(long nowMillis) {
        long since = Math.max(1, (nowMillis - repeatedAtMillis) / scale.millis());
        return since > scale.intervals() - REPEATED_WITHIN ? Math.max(since, REPEATED_WITHIN) : since;
    }

    private Map<Long, EntityFigures> through(Counted now) {
        Map<Long, EntityFigures> changed = new HashMap<>();
        now.traffic().forEach((entityId, totals) -> {
            Totals last = before.traffic().getOrDefault(entityId, Totals.NONE);
            long held = now.heldMillis().getOrDefault(entityId, 0L)
                    - before.heldMillis().getOrDefault(entityId, 0L);
            EntityFigures figures = new EntityFigures(
                    entityId,
                    // An entity that was made anew begins with nothing.
                    Math.max(0, totals.sent() - last.sent()),
                    Math.max(0, totals.received() - last.received()),
                    Math.max(0, totals.completed() - last.completed()),
                    Math.max(0, held),
                    EntityFigures.UNKNOWN,
                    EntityFigures.UNKNOWN);
            if (!figures.isNothing()) {
                changed.put(entityId, figures);
            }
        });
        return changed;
    }

    /** Those that are as they were, and were told of longest ago; a few each time. */
    private List<EntityFigures> repeated(Map<Long, Long> depths, long wanted) {
        long due = Math.min(MOST_REPEATED, wanted);
        List<EntityFigures> repeated = new ArrayList<>();
        for (Map.Entry<Long, Long> entry : told.entrySet()) {
            if (repeated.size() == due) {
                break;
            }
            long depth = entry.getValue();
            if (depths.getOrDefault(entry.getKey(), 0L) == depth) {
                repeated.add(EntityFigures.nothingOf(entry.getKey()).withDepth(depth, depth));
            }
        }
        return repeated;
    }

    private void depthsChanged(Map<Long, Long> depths, boolean first, Map<Long, EntityFigures> changed) {
        Map<Long, Long> all = new HashMap<>(depths);
        told.keySet().forEach(entityId -> all.putIfAbsent(entityId, 0L));
        all.forEach((entityId, depth) -> {
            long last = told.getOrDefault(entityId, first ? EntityFigures.UNKNOWN : 0L);
            if (depth != last && (depth > 0 || last != EntityFigures.UNKNOWN || !first)) {
                changed.put(
                        entityId,
                        changed.getOrDefault(entityId, EntityFigures.nothingOf(entityId))
                                .withDepth(last, depth));
            }
        });
    }

    /** What did not fit is told when there is room. */
    private void tell(Map<Long, EntityFigures> changed, List<EntityFigures> fitting) {
        changed.values().stream()
                .filter(figures -> figures.depth() != EntityFigures.UNKNOWN)
                .forEach(figures -> told.put(figures.entityId(), EntityFigures.UNKNOWN));
        for (EntityFigures figures : fitting) {
            if (figures.depth() != EntityFigures.UNKNOWN) {
                told.remove(figures.entityId());
                if (figures.depth() > 0) {
                    told.put(figures.entityId(), figures.depth());
                }
            }
        }
    }

    private HistoryInterval with(HistoryInterval interval, List<EntityFigures> repeated) {
        Map<Long, EntityFigures> all = new TreeMap<>();
        repeated.forEach(figures -> {
            all.put(figures.entityId(), figures);
            told.remove(figures.entityId());
            told.put(figures.entityId(), figures.depth());
        });
        interval.figures()
                .forEach(figures -> all.merge(
                        figures.entityId(),
                        figures,
                        (again, through) -> through.withDepth(again.depthBefore(), again.depth())));
        return new HistoryInterval(
                interval.coveredMillis(),
                interval.counting(),
                interval.first(),
                interval.leftOut(),
                List.copyOf(all.values()));
    }
}
