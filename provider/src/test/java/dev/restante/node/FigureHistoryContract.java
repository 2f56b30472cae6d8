package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.view.StoreHistory;
import dev.restante.broker.view.StoreHistory.Point;
import dev.restante.model.Entity;
import dev.restante.model.EntityFigures;
import dev.restante.model.HistoryScale;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.admin.NodeHistory;
import dev.restante.store.HistoryRepository;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The history of figures that a node records. */
abstract class FigureHistoryContract extends BrokerContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** For a count; it rests for a hundred times as long. */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private HistoryRepository stored() {
        return broker.node.parts().context.store().history();
    }

    private int rows(HistoryScale scale) {
        return stored().since(scale, 0).size();
    }

    /** Lets minutes go by, each of which writes a row. */
    private void pass(int minutes) {
        for (int i = 0; i < minutes; i++) {
            long before = lastWritten();
            broker.time.advance(MINUTE);
            eventually("a row is written", () -> lastWritten() > before);
        }
    }

    private long lastWritten() {
        List<HistoryRepository.Row> rows = stored().since(HistoryScale.HOUR, 0);
        return rows.isEmpty() ? -1 : rows.get(rows.size() - 1).fromMillis();
    }

    /** Somebody wants it; the first minute that begins is the first that is recorded. */
    private void want() {
        assertThat(broker.node.history().read(HistoryScale.HOUR)).isEmpty();
        begin();
        pass(1);
    }

    /** The next minute is the first that is recorded. */
    private void begin() {
        broker.time.advance(MINUTE);
        eventually("it records", () -> ((NodeHistory) broker.node.history()).recording());
    }

    private List<Point> points(Entity entity, HistoryScale scale) {
        return new StoreHistory(scale, broker.node.history().read(scale)).of(entity.id());
    }

    private Point last(Entity entity) {
        List<Point> points = points(entity, HistoryScale.HOUR);
        return points.get(points.size() - 1);
    }

    @Test
    @DisplayName("VIS-10 a row that is damaged, or of a newer release, is missing, and keeps nobody from the others")
    void shouldDoWithoutUnreadableRows() {
        Entity queue = broker.queue("q");
        want();
        broker.send(queue, "a", "b");
        pass(1);
        List<HistoryRepository.Row> rows = stored().since(HistoryScale.HOUR, 0);
        HistoryRepository.Row last = rows.get(rows.size() - 1);
        for (byte[] unreadable : List.of(new byte[0], new byte[] {99, 1, 2}, new byte[] {1, 0, 2, 0, 120})) {
            stored().write(
                            HistoryScale.HOUR,
                            new HistoryRepository.Row(last.fromMillis(), last.incarnation() + 1, unreadable));
            StoreHistory history =
                    new StoreHistory(HistoryScale.HOUR, broker.node.history().read(HistoryScale.HOUR));
            assertThat(history.complete()).isFalse();
            assertThat(last(queue).sent()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName(
            "VIS-10 nothing is recorded before somebody asks; then what is there and what goes through, minute by minute")
    void shouldRecord() {
        Entity queue = broker.queue("q");
        Entity other = broker.queue("other");
        broker.send(queue, "a", "b");
        broker.time.advance(Duration.ofMinutes(10));
        assertThat(rows(HistoryScale.HOUR)).isZero();
        want();
        assertThat(last(queue).depth()).isEqualTo(2);
        assertThat(last(queue).sent()).isZero();
        broker.send(queue, "c", "d", "e");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.complete(consumer.next());
        }
        pass(1);
        Point point = last(queue);
        assertThat(List.of(point.sent(), point.received(), point.completed())).containsExactly(3L, 1L, 1L);
        assertThat(point.coveredMillis()).isEqualTo(MINUTE.toMillis());
        // What it costs to count forbids it for some real seconds.
        eventually("it is counted again", () -> {
            broker.time.advance(MINUTE);
            return last(queue).depth() == 4;
        });
        pass(1);
        assertThat(last(queue).sent()).isZero();
        assertThat(last(queue).depth()).isEqualTo(4);
        assertThat(last(other).depth()).isZero();
    }

    @Test
    @DisplayName(
            "VIS-10 an hour is kept by the minute, a day by five minutes, and a day after the last question all of it goes")
    void shouldForget() {
        want();
        pass(70);
        eventually("what is older is removed", () -> rows(HistoryScale.HOUR) == 60);
        assertThat(rows(HistoryScale.DAY)).isBetween(14, 15);
        broker.time.advance(Duration.ofHours(25));
        eventually("nothing is left", () -> rows(HistoryScale.HOUR) + rows(HistoryScale.DAY) == 0);
        eventually("no wish is left", () -> stored().wantedUntil() == 0);
        broker.time.advance(MINUTE);
        broker.time.advance(MINUTE);
        assertThat(rows(HistoryScale.HOUR)).isZero();
    }

    @Test
    @DisplayName("VIS-10 a node that is opened anew goes on, as somebody wanted it")
    void shouldGoOnAfterRestart() {
        Entity queue = broker.queue("q");
        want();
        broker.reopen();
        broker.send(queue, "a");
        begin();
        pass(1);
        assertThat(last(queue).depth()).isEqualTo(1);
    }

    @Test
    @DisplayName("VIS-10 for how long receivers have messages is added up")
    void shouldTellProcessingTime() {
        Entity queue = broker.queue("q");
        want();
        broker.send(queue, "a", "b");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.complete(consumer.next());
            assertThat(consumer.next()).isNotNull();
            eventually("it is seen", () -> {
                broker.time.advance(Duration.ofSeconds(5));
                return last(queue).heldMillis() > 0;
            });
        }
        assertThat(last(queue).heldMillis()).isLessThanOrEqualTo(2 * MINUTE.toMillis());
    }

    @Test
    @DisplayName("VIS-10 what could not be written is written later, once, and the depths are those that were")
    void shouldMakeUpForFailures() {
        Entity queue = broker.queue("q");
        Entity still = broker.queue("still");
        want();
        broker.send(still, "a");
        pass(1);
        for (boolean inDoubt : new boolean[] {false, true}) {
            broker.send(queue, "a", "b");
            int failed = broker.store.history.failed();
            broker.store.history.fail(inDoubt);
            for (int i = 1; i <= 2; i++) {
                int times = failed + i;
                broker.time.advance(MINUTE);
                // An attempt may be made again before the next minute.
                eventually("not written", () -> broker.store.history.failed() >= times);
            }
            broker.store.history.restore();
            pass(1);
        }
        eventually("all is counted", () -> {
            broker.time.advance(MINUTE);
            return last(queue).depth() == 4;
        });
        assertThat(points(queue, HistoryScale.HOUR).stream()
                        .mapToLong(Point::sent)
                        .sum())
                .isEqualTo(4);
        assertThat(last(still).depth()).isEqualTo(1);
    }

    @Test
    @DisplayName("VIS-10 where the messages can't be counted, what goes through is recorded all the same")
    void shouldDoWithoutCounts() {
        Entity queue = broker.queue("q");
        broker.store.history.uncountable(true);
        want();
        broker.send(queue, "a", "b");
        pass(1);
        assertThat(last(queue).sent()).isEqualTo(2);
        assertThat(last(queue).depth()).isEqualTo(EntityFigures.UNKNOWN);
        broker.store.history.uncountable(false);
        eventually("it is counted", () -> {
            broker.time.advance(MINUTE);
            return last(queue).depth() == 2;
        });
    }

    @Test
    @DisplayName("VIS-10 a count that took long and failed rests, the first one too")
    void shouldRestAfterFailedCount() {
        assertThat(broker.node.history().read(HistoryScale.HOUR)).isEmpty();
        begin();
        broker.store.history.uncountable(true);
        try (SharedStore.Hold unused = broker.store.history.holdCount()) {
            broker.time.advance(MINUTE);
            eventually("it is about to count", broker.store.history::countHeld);
            long beganNanos = System.nanoTime();
            eventually("that takes long", () -> System.nanoTime() - beganNanos > LONG_NANOS);
        }
        eventually("a row is written", () -> lastWritten() > 0);
        pass(3);
        assertThat(broker.store.history.uncounted()).isEqualTo(1);
    }

    @Test
    @DisplayName("VIS-10 who counts takes no loader, and completes nothing that receive calls have returned")
    void shouldDisturbNobody() {
        Entity queue = broker.queue("q");
        assertThat(broker.node.history().read(HistoryScale.HOUR)).isEmpty();
        begin();
        HeldDelivery held;
        try (SharedStore.Hold unused = broker.store.history.hold()) {
            broker.time.advance(MINUTE);
            eventually("it is about to count", broker.store.history::held);
            assertThat(((ThreadPoolExecutor) broker.node.parts().loaders).getActiveCount())
                    .isZero();
            broker.send(queue, "a");
            held = broker.consumer(queue, ReceiverOptions.Hold.UNTIL_SETTLED).next();
            broker.node.parts().lingerings.add(held, ended -> {});
        }
        eventually("a row is written", () -> lastWritten() > 0);
        assertThat(last(queue).depth()).isEqualTo(1);
        assertThat(held.locked()).isTrue();
    }
}
