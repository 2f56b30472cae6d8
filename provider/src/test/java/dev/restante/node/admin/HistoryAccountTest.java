package dev.restante.node.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.view.StoreHistory;
import dev.restante.broker.view.StoreHistory.Point;
import dev.restante.broker.view.StoreHistory.Recorded;
import dev.restante.model.EntityFigures;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryScale;
import dev.restante.model.codec.HistoryCodec;
import dev.restante.node.commit.Traffic.Totals;
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

/** What is read of a history against what really was. */
@Label("the history of figures")
class HistoryAccountTest {

    private static final long MINUTE = HistoryScale.HOUR.millis();
    private static final int ENTITIES = 12;
    private static final int MINUTES = 150;

    /** What really was, minute by minute, by entity. */
    private final List<Map<Long, Long>> depths = new ArrayList<>();

    private final List<Map<Long, Long>> sent = new ArrayList<>();
    private final List<Recorded> recorded = new ArrayList<>();

    /** Two nodes that count for themselves; which of them is the oldest changes, and sometimes nobody records. */
    private void live(Random random) {
        HistoryAccount[] accounts = {new HistoryAccount(HistoryScale.HOUR), new HistoryAccount(HistoryScale.HOUR)};
        List<Map<Long, Totals>> totals = List.of(new HashMap<>(), new HashMap<>());
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
                                    new Totals(count, 0, 0),
                                    (one, more) -> new Totals(one.sent() + more.sent(), 0, 0));
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
                HistoryAccount.Counted now = new HistoryAccount.Counted(Map.copyOf(totals.get(node)), Map.of());
                if (!recording || !goesOn) {
                    accounts[node].begin(endMillis, now);
                } else {
                    HistoryInterval interval = accounts[node].close(
                            endMillis, node, now, node == oldest ? present(depth) : null, node == oldest);
                    accounts[node].written();
                    byte[] row = HistoryCodec.encode(interval);
                    assertThat(row).hasSizeLessThan(16 * 1024);
                    recorded.add(new Recorded(minute * MINUTE, HistoryCodec.decode(row)));
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
    @Label("tells of any hour how many messages there were and what went through, whoever recorded it")
    void shouldTellWhatWas(@ForAll long seed) {
        depths.clear();
        sent.clear();
        recorded.clear();
        live(new Random(seed));
        for (int from = 0; from <= MINUTES - HistoryScale.HOUR.intervals(); from += 7) {
            long fromMillis = from * MINUTE;
            long untilMillis = fromMillis + HistoryScale.HOUR.intervals() * MINUTE;
            StoreHistory history = new StoreHistory(
                    HistoryScale.HOUR,
                    recorded.stream()
                            .filter(row -> row.fromMillis() >= fromMillis && row.fromMillis() < untilMillis)
                            .toList());
            assertThat(history.complete()).isTrue();
            for (long id = 1; id <= ENTITIES; id++) {
                for (Point point : history.of(id)) {
                    int minute = (int) (point.fromMillis() / MINUTE);
                    assertThat(point.sent()).isEqualTo(sent.get(minute).getOrDefault(id, 0L));
                    assertThat(point.coveredMillis()).isEqualTo(MINUTE);
                    // Behind a gap it is not always known at once, but never wrong.
                    if (point.depth() != EntityFigures.UNKNOWN) {
                        assertThat(point.depth())
                                .as("entity " + id + " in minute " + minute + ", seen from " + from)
                                .isEqualTo(depths.get(minute).getOrDefault(id, 0L));
                    }
                }
            }
        }
    }

    @Example
    @Label("knows all depths of an hour without gaps, also of what has not changed for long")
    void shouldKnowWhatStays() {
        HistoryAccount account = new HistoryAccount(HistoryScale.HOUR);
        Map<Long, Long> depth = Map.of(1L, 7L, 2L, 1L);
        account.begin(0, new HistoryAccount.Counted(Map.of(), Map.of()));
        for (int minute = 1; minute <= 400; minute++) {
            HistoryInterval interval =
                    account.close(minute * MINUTE, 1, new HistoryAccount.Counted(Map.of(), Map.of()), depth, true);
            account.written();
            recorded.add(new Recorded((minute - 1) * MINUTE, interval));
        }
        StoreHistory last = new StoreHistory(HistoryScale.HOUR, recorded.subList(340, 400));
        assertThat(last.of(1)).hasSize(60).allMatch(point -> point.depth() == 7);
        assertThat(last.of(2)).hasSize(60).allMatch(point -> point.depth() == 1);
        assertThat(last.of(3)).hasSize(60).allMatch(point -> point.depth() == 0);
    }

    @Example
    @Label(
            "tells of the busiest entities where there are too many, says that something is missing, and makes up for it")
    void shouldBeBounded() {
        HistoryAccount account = new HistoryAccount(HistoryScale.HOUR);
        HistoryAccount.Counted nothing = new HistoryAccount.Counted(Map.of(), Map.of());
        account.begin(0, nothing);
        Map<Long, Long> depth = new HashMap<>();
        for (long id = 1; id <= 10_000; id++) {
            depth.put(id, id);
        }
        int minute = 0;
        do {
            HistoryInterval interval = account.close(++minute * MINUTE, 1, nothing, depth, true);
            account.written();
            assertThat(HistoryCodec.encode(interval)).hasSizeLessThan(16 * 1024);
            recorded.add(new Recorded((minute - 1) * MINUTE, interval));
        } while (recorded.get(recorded.size() - 1).interval().leftOut() > 0 && minute < 60);
        assertThat(minute).isBetween(3, 20);
        StoreHistory history = new StoreHistory(HistoryScale.HOUR, recorded);
        assertThat(history.complete()).isFalse();
        assertThat(history.of(10_000).get(0).depth()).isEqualTo(10_000);
        for (long id = 1; id <= 10_000; id++) {
            List<Point> points = history.of(id);
            assertThat(points.get(points.size() - 1).depth()).isEqualTo(id);
        }
    }

    @Example
    @Label("tells processing times by what receivers had in their hands")
    void shouldAddUpHolds() {
        HistoryAccount account = new HistoryAccount(HistoryScale.HOUR);
        account.begin(0, new HistoryAccount.Counted(Map.of(1L, new Totals(5, 5, 5)), Map.of(1L, 1_000L)));
        HistoryInterval interval = account.close(
                MINUTE,
                1,
                new HistoryAccount.Counted(Map.of(1L, new Totals(6, 15, 15)), Map.of(1L, 21_000L)),
                null,
                false);
        assertThat(interval.figures())
                .containsExactly(new EntityFigures(1, 1, 10, 10, 20_000, EntityFigures.UNKNOWN, EntityFigures.UNKNOWN));
    }

    @Property(tries = 150)
    @Label("tells what was, and nothing twice, also where rows can't be written or counts rest, for long")
    void shouldTellWhatWasInSpiteOfFailures(@ForAll long seed) {
        Random random = new Random(seed);
        HistoryAccount account = new HistoryAccount(HistoryScale.HOUR);
        TreeMap<Long, Recorded> rows = new TreeMap<>();
        Map<Long, Long> depth = new HashMap<>();
        Map<Long, Map<Long, Long>> counted = new HashMap<>();
        long sent = 0;
        long sentUntilWritten = 0;
        int badUntil = 0;
        int restUntil = 0;
        account.begin(0, sentOf(0));
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
            write(account, rows, bad, random);
            if (account.unwritten() == null) {
                boolean counts = minute >= restUntil || !account.counting();
                account.close(minute * MINUTE, 1, sentOf(sent), counts ? present(depth) : null, true);
                sentUntilWritten = sent;
                if (counts) {
                    counted.put((minute - 1) * MINUTE, present(depth));
                }
                write(account, rows, bad, random);
            }
        }
        write(account, rows, false, random);
        assertThat(new StoreHistory(HistoryScale.HOUR, List.copyOf(rows.values()))
                        .of(1).stream().mapToLong(Point::sent).sum())
                .isEqualTo(sentUntilWritten);
        counted.keySet()
                .forEach(last -> assertDepths(
                        rows.subMap(last - (HistoryScale.HOUR.intervals() - 1) * MINUTE, last + 1), counted));
    }

    /** Between counts nobody knows how it was. */
    private static void assertDepths(Map<Long, Recorded> rows, Map<Long, Map<Long, Long>> counted) {
        StoreHistory history = new StoreHistory(HistoryScale.HOUR, List.copyOf(rows.values()));
        for (long id = 1; id <= ENTITIES; id++) {
            for (Point point : history.of(id)) {
                Map<Long, Long> depths = counted.get(point.fromMillis());
                if (depths != null && point.depth() != EntityFigures.UNKNOWN) {
                    assertThat(point.depth())
                            .as("entity " + id + " in minute " + point.fromMillis() / MINUTE)
                            .isEqualTo(depths.getOrDefault(id, 0L));
                }
            }
        }
    }

    private static HistoryAccount.Counted sentOf(long sent) {
        return new HistoryAccount.Counted(Map.of(1L, new Totals(sent, 0, 0)), Map.of());
    }

    /** A row that can't be written is there all the same, sometimes. */
    private static void write(HistoryAccount account, Map<Long, Recorded> rows, boolean bad, Random random) {
        HistoryAccount.Closed closed = account.unwritten();
        if (closed != null) {
            if (!bad || random.nextBoolean()) {
                rows.put(closed.fromMillis(), new Recorded(closed.fromMillis(), closed.interval()));
            }
            if (!bad) {
                account.written();
            }
        }
    }
}
