package dev.restante.node.feature.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.view.MergedHistory;
import dev.restante.broker.view.MergedHistory.EntityHistoryPoint;
import dev.restante.broker.view.MergedHistory.RecordedInterval;
import dev.restante.model.EntityIntervalStatistics;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryResolution;
import dev.restante.model.codec.HistoryCodec;
import dev.restante.node.commit.ThroughputCounters.ThroughputTotals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/** Comparison of a merged history with the counts that really occurred. */
@Label("the history of figures")
class MergedHistoryTest {

    private static final long MINUTE = HistoryResolution.HOUR.millis();
    private static final int ENTITIES = 12;
    private static final int MINUTES = 150;

    /** Actual depths by entity, one map for each minute. */
    private final List<Map<Long, Long>> depths = new ArrayList<>();

    private final List<Map<Long, Long>> sent = new ArrayList<>();
    private final List<RecordedInterval> recordedIntervals = new ArrayList<>();

    /** Simulates two nodes that count their own sends; the oldest node changes, and sometimes no node records. */
    private void live(Random random) {
        HistoryIntervalBuilder[] builders = {
            new HistoryIntervalBuilder(HistoryResolution.HOUR), new HistoryIntervalBuilder(HistoryResolution.HOUR)
        };
        List<Map<Long, ThroughputTotals>> totals = List.of(new HashMap<>(), new HashMap<>());
        Map<Long, Long> depth = new HashMap<>();
        int oldest = 0;
        boolean recording = false;
        for (int minute = 0; minute < MINUTES; minute++) {
            boolean goesOn = random.nextInt(40) > 0;
            if (random.nextInt(40) == 0) {
                oldest = 1 - oldest;
            }
            Map<Long, Long> through = new HashMap<>();
            for (long id = 1; id <= ENTITIES; id++) {
                if (random.nextInt(6) == 0) {
                    long count = random.nextInt(300);
                    int node = random.nextInt(2);
                    totals.get(node)
                            .merge(
                                    id,
                                    new ThroughputTotals(count, 0, 0),
                                    (one, more) -> new ThroughputTotals(one.sent() + more.sent(), 0, 0));
                    through.put(id, count);
                }
                if (random.nextInt(id > ENTITIES / 2 ? 60 : 5) == 0) {
                    depth.put(id, random.nextInt(3) == 0 ? 0L : random.nextInt(100));
                }
            }
            depths.add(new HashMap<>(depth));
            sent.add(through);
            long endMillis = (minute + 1) * MINUTE;
            for (int node = 0; node < 2; node++) {
                HistoryIntervalBuilder.CounterTotals now =
                        new HistoryIntervalBuilder.CounterTotals(Map.copyOf(totals.get(node)), Map.of());
                if (!recording || !goesOn) {
                    builders[node].restart(endMillis, now);
                } else {
                    HistoryInterval interval = builders[node].closeInterval(
                            endMillis, node, now, node == oldest ? present(depth) : null, node == oldest);
                    builders[node].onWritten();
                    byte[] row = HistoryCodec.encode(interval);
                    assertThat(row).hasSizeLessThan(16 * 1024);
                    recordedIntervals.add(new RecordedInterval(minute * MINUTE, HistoryCodec.decode(row)));
                }
            }
            recording = goesOn;
        }
    }

    private static Map<Long, Long> present(Map<Long, Long> depth) {
        Map<Long, Long> present = new HashMap<>(depth);
        present.values().removeIf(count -> count == 0);
        return present;
    }

    @Property(tries = 150)
    @Label("the history of any hour has the correct depths and counts, whichever node recorded it")
    void shouldTellWhatWas(@ForAll long seed) {
        depths.clear();
        sent.clear();
        recordedIntervals.clear();
        live(new Random(seed));
        for (int from = 0; from <= MINUTES - HistoryResolution.HOUR.intervals(); from += 7) {
            long fromMillis = from * MINUTE;
            long untilMillis = fromMillis + HistoryResolution.HOUR.intervals() * MINUTE;
            MergedHistory history = new MergedHistory(
                    HistoryResolution.HOUR,
                    recordedIntervals.stream()
                            .filter(recordedInterval -> recordedInterval.fromMillis() >= fromMillis
                                    && recordedInterval.fromMillis() < untilMillis)
                            .toList());
            assertThat(history.isComplete()).isTrue();
            for (long id = 1; id <= ENTITIES; id++) {
                for (EntityHistoryPoint point : history.points(id)) {
                    int minute = (int) (point.fromMillis() / MINUTE);
                    assertThat(point.sum().sent()).isEqualTo(sent.get(minute).getOrDefault(id, 0L));
                    assertThat(point.coveredMillis()).isEqualTo(MINUTE);
                    // After a gap the depth is not always known at once, but it is never wrong.
                    if (point.sum().depth() != EntityIntervalStatistics.UNKNOWN_DEPTH) {
                        assertThat(point.sum().depth())
                                .as("entity " + id + " in minute " + minute + ", seen from " + from)
                                .isEqualTo(depths.get(minute).getOrDefault(id, 0L));
                    }
                }
            }
        }
    }

    @Example
    @Label("without gaps the history has all depths of an hour, even of entities that have not changed")
    void shouldKnowWhatStays() {
        HistoryIntervalBuilder builder = new HistoryIntervalBuilder(HistoryResolution.HOUR);
        Map<Long, Long> depth = Map.of(1L, 7L, 2L, 1L);
        builder.restart(0, new HistoryIntervalBuilder.CounterTotals(Map.of(), Map.of()));
        for (int minute = 1; minute <= 400; minute++) {
            HistoryInterval interval = builder.closeInterval(
                    minute * MINUTE, 1, new HistoryIntervalBuilder.CounterTotals(Map.of(), Map.of()), depth, true);
            builder.onWritten();
            recordedIntervals.add(new RecordedInterval((minute - 1) * MINUTE, interval));
        }
        MergedHistory last = new MergedHistory(HistoryResolution.HOUR, recordedIntervals.subList(340, 400));
        assertThat(last.points(1)).hasSize(60).allMatch(point -> point.sum().depth() == 7);
        assertThat(last.points(2)).hasSize(60).allMatch(point -> point.sum().depth() == 1);
        assertThat(last.points(3)).hasSize(60).allMatch(point -> point.sum().depth() == 0);
    }

    @Example
    @Label("with too many entities the history has the busiest, reports that it is incomplete, and catches up")
    void shouldBeBounded() {
        HistoryIntervalBuilder builder = new HistoryIntervalBuilder(HistoryResolution.HOUR);
        HistoryIntervalBuilder.CounterTotals nothing = new HistoryIntervalBuilder.CounterTotals(Map.of(), Map.of());
        builder.restart(0, nothing);
        Map<Long, Long> depth = new HashMap<>();
        for (long id = 1; id <= 10_000; id++) {
            depth.put(id, id);
        }
        int minute = 0;
        do {
            HistoryInterval interval = builder.closeInterval(++minute * MINUTE, 1, nothing, depth, true);
            builder.onWritten();
            assertThat(HistoryCodec.encode(interval)).hasSizeLessThan(16 * 1024);
            recordedIntervals.add(new RecordedInterval((minute - 1) * MINUTE, interval));
        } while (recordedIntervals.get(recordedIntervals.size() - 1).interval().omittedEntities() > 0 && minute < 60);
        assertThat(minute).isBetween(3, 20);
        MergedHistory history = new MergedHistory(HistoryResolution.HOUR, recordedIntervals);
        assertThat(history.isComplete()).isFalse();
        assertThat(history.points(10_000).get(0).sum().depth()).isEqualTo(10_000);
        for (long id = 1; id <= 10_000; id++) {
            List<EntityHistoryPoint> points = history.points(id);
            assertThat(points.get(points.size() - 1).sum().depth()).isEqualTo(id);
        }
    }

    @Example
    @Label("the history derives processing times from the times in flight")
    void shouldAddUpHolds() {
        HistoryIntervalBuilder builder = new HistoryIntervalBuilder(HistoryResolution.HOUR);
        builder.restart(
                0,
                new HistoryIntervalBuilder.CounterTotals(
                        Map.of(1L, new ThroughputTotals(5, 5, 5)), Map.of(1L, 1_000L)));
        HistoryInterval interval = builder.closeInterval(
                MINUTE,
                1,
                new HistoryIntervalBuilder.CounterTotals(
                        Map.of(1L, new ThroughputTotals(6, 15, 15)), Map.of(1L, 21_000L)),
                null,
                false);
        assertThat(interval.entities())
                .containsExactly(new EntityIntervalStatistics(
                        1,
                        1,
                        10,
                        10,
                        20_000,
                        EntityIntervalStatistics.UNKNOWN_DEPTH,
                        EntityIntervalStatistics.UNKNOWN_DEPTH));
    }

    @Property(tries = 150)
    @Label("the history counts each message once and has no wrong depth, even if writes fail or counts pause")
    void shouldTellWhatWasInSpiteOfFailures(@ForAll long seed) {
        Random random = new Random(seed);
        HistoryIntervalBuilder builder = new HistoryIntervalBuilder(HistoryResolution.HOUR);
        TreeMap<Long, RecordedInterval> recordedIntervals = new TreeMap<>();
        Map<Long, Long> depth = new HashMap<>();
        Map<Long, Map<Long, Long>> counted = new HashMap<>();
        long sent = 0;
        long sentUntilWritten = 0;
        int badUntil = 0;
        int restUntil = 0;
        builder.restart(0, sentOf(0));
        for (int minute = 1; minute <= 3 * MINUTES; minute++) {
            for (long id = 1; id <= ENTITIES; id++) {
                if (random.nextInt(id > ENTITIES / 2 ? 120 : 5) == 0) {
                    depth.put(id, (long) random.nextInt(4));
                }
            }
            sent += random.nextInt(3);
            if (random.nextInt(20) == 0) {
                badUntil = minute + random.nextInt(40);
            }
            if (random.nextInt(20) == 0) {
                restUntil = minute + random.nextInt(40);
            }
            boolean bad = minute < badUntil;
            write(builder, recordedIntervals, bad, random);
            if (builder.unwritten() == null) {
                boolean counts = minute >= restUntil || !builder.allDepthsWritten();
                builder.closeInterval(minute * MINUTE, 1, sentOf(sent), counts ? present(depth) : null, true);
                sentUntilWritten = sent;
                if (counts) {
                    counted.put((minute - 1) * MINUTE, present(depth));
                }
                write(builder, recordedIntervals, bad, random);
            }
        }
        write(builder, recordedIntervals, false, random);
        assertThat(new MergedHistory(HistoryResolution.HOUR, List.copyOf(recordedIntervals.values()))
                        .points(1).stream()
                                .mapToLong(point -> point.sum().sent())
                                .sum())
                .isEqualTo(sentUntilWritten);
        counted.keySet()
                .forEach(last -> assertDepths(
                        recordedIntervals.subMap(last - (HistoryResolution.HOUR.intervals() - 1) * MINUTE, last + 1),
                        counted));
    }

    /** Checks depths only at the instants of counts, because depths between counts are unknown. */
    private static void assertDepths(
            Map<Long, RecordedInterval> recordedIntervals, Map<Long, Map<Long, Long>> counted) {
        MergedHistory history = new MergedHistory(HistoryResolution.HOUR, List.copyOf(recordedIntervals.values()));
        for (long id = 1; id <= ENTITIES; id++) {
            for (EntityHistoryPoint point : history.points(id)) {
                Map<Long, Long> depths = counted.get(point.fromMillis());
                if (depths != null && point.sum().depth() != EntityIntervalStatistics.UNKNOWN_DEPTH) {
                    assertThat(point.sum().depth())
                            .as("entity " + id + " in minute " + point.fromMillis() / MINUTE)
                            .isEqualTo(depths.getOrDefault(id, 0L));
                }
            }
        }
    }

    private static HistoryIntervalBuilder.CounterTotals sentOf(long sent) {
        return new HistoryIntervalBuilder.CounterTotals(Map.of(1L, new ThroughputTotals(sent, 0, 0)), Map.of());
    }

    /** Writes the closed interval. A failed write sometimes stores the row all the same. */
    private static void write(
            HistoryIntervalBuilder builder, Map<Long, RecordedInterval> recordedIntervals, boolean bad, Random random) {
        HistoryIntervalBuilder.ClosedInterval closed = builder.unwritten();
        if (closed != null) {
            if (!bad || random.nextBoolean()) {
                recordedIntervals.put(
                        closed.fromMillis(), new RecordedInterval(closed.fromMillis(), closed.interval()));
            }
            if (!bad) {
                builder.onWritten();
            }
        }
    }
}
