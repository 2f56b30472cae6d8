package dev.restante.broker.view;

import dev.restante.model.EntityFigures;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryScale;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The history of the figures of all entities, put together from what nodes have recorded. Immutable.
 *
 * <p>A node tells the depth of an entity only where that has changed, with what it was before. So an entity of which
 * nothing is told is as it was, and where it was never told of, it was empty.
 */
public final class StoreHistory {

    /**
     * An interval as a node recorded it.
     *
     * @param fromMillis when it begins
     */
    public record Recorded(long fromMillis, HistoryInterval interval) {}

    /**
     * An interval of one entity.
     *
     * @param fromMillis when it begins
     * @param coveredMillis for how much of it was counted what went through
     * @param sent by all nodes, as are the next three
     * @param received by receivers
     * @param completed by receivers
     * @param heldMillis for how long receivers had deliveries in their hands, all together
     * @param depth how many messages there were at its end; {@link EntityFigures#UNKNOWN} if nobody counted them
     */
    public record Point(
            long fromMillis,
            long coveredMillis,
            long sent,
            long received,
            long completed,
            long heldMillis,
            long depth) {}

    private final HistoryScale scale;
    private final SortedMap<Long, List<HistoryInterval>> intervals = new TreeMap<>();
    private final boolean complete;

    /** A history of what was recorded, with the figures of each interval in the order of their entities. */
    public StoreHistory(HistoryScale scale, List<Recorded> recorded) {
        this.scale = scale;
        recorded.forEach(row -> intervals
                .computeIfAbsent(row.fromMillis(), unused -> new ArrayList<>())
                .add(row.interval()));
        this.complete = recorded.stream().allMatch(row -> row.interval().leftOut() == 0);
    }

    /** How long its intervals are. */
    public HistoryScale scale() {
        return scale;
    }

    /** False if something is missing because the nodes had too much to tell, or what they wrote can't be read. */
    public boolean complete() {
        return complete;
    }

    /** The intervals of an entity in which anybody recorded, the oldest first. */
    public List<Point> of(long entityId) {
        Depths depths = new Depths();
        List<Point> points = new ArrayList<>();
        intervals.forEach((fromMillis, parts) -> {
            long coveredMillis = 0;
            EntityFigures sum = EntityFigures.nothingOf(entityId);
            for (HistoryInterval part : parts) {
                coveredMillis = Math.max(coveredMillis, part.coveredMillis());
                sum = plus(sum, find(part.figures(), entityId));
            }
            depths.next(parts, sum);
            points.add(new Point(
                    fromMillis, coveredMillis, sum.sent(), sum.received(), sum.completed(), sum.heldMillis(), 0));
        });
        List<Long> known = depths.all();
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            points.set(
                    i,
                    new Point(
                            point.fromMillis(),
                            point.coveredMillis(),
                            point.sent(),
                            point.received(),
                            point.completed(),
                            point.heldMillis(),
                            known.get(i)));
        }
        return points;
    }

    private static EntityFigures find(List<EntityFigures> sorted, long entityId) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            EntityFigures figures = sorted.get(middle);
            if (figures.entityId() == entityId) {
                return figures;
            }
            if (figures.entityId() < entityId) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return EntityFigures.nothingOf(entityId);
    }

    /** Where several nodes have counted the depth, one of them took over from the other: the last one knows. */
    private static EntityFigures plus(EntityFigures one, EntityFigures other) {
        boolean counted = other.depth() != EntityFigures.UNKNOWN;
        return new EntityFigures(
                one.entityId(),
                one.sent() + other.sent(),
                one.received() + other.received(),
                one.completed() + other.completed(),
                one.heldMillis() + other.heldMillis(),
                counted ? other.depthBefore() : one.depthBefore(),
                counted ? other.depth() : one.depth());
    }

    /** The depths of an entity, one interval after the other. */
    private final class Depths {

        private final List<Long> depths = new ArrayList<>();
        private long depth = EntityFigures.UNKNOWN;
        private boolean told;

        /** Where it is not known what it was, until the next change tells. */
        private final List<Integer> open = new ArrayList<>();

        void next(List<HistoryInterval> parts, EntityFigures figures) {
            boolean counting = parts.stream().anyMatch(HistoryInterval::counting);
            if (figures.depth() != EntityFigures.UNKNOWN) {
                if (figures.depthBefore() != EntityFigures.UNKNOWN) {
                    open.forEach(index -> depths.set(index, figures.depthBefore()));
                }
                become(figures.depth());
            } else if (parts.stream().anyMatch(HistoryInterval::first)) {
                // Whoever counts for the first time names all that are not empty, and knows nothing of before.
                become(parts.stream().allMatch(part -> part.leftOut() == 0) ? 0 : EntityFigures.UNKNOWN);
            }
            if (counting && depth == EntityFigures.UNKNOWN) {
                open.add(depths.size());
            }
            depths.add(counting ? depth : EntityFigures.UNKNOWN);
        }

        private void become(long now) {
            depth = now;
            told = true;
            open.clear();
        }

        List<Long> all() {
            if (!told && complete) {
                open.forEach(index -> depths.set(index, 0L));
            }
            return depths;
        }
    }
}
