package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.view.MergedHistory;
import dev.restante.broker.view.MergedHistory.EntityHistoryPoint;
import dev.restante.model.Entity;
import dev.restante.model.EntityIntervalStatistics;
import dev.restante.model.HistoryResolution;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.feature.history.NodeHistory;
import dev.restante.store.HistoryRepository;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Recording of the history by a node. */
abstract class RecordedHistoryContract extends BrokerContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Duration of a slow count; the next count waits a hundred times as long. */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private HistoryRepository stored() {
        return broker.node.components().node.context().store().history();
    }

    private int rows(HistoryResolution resolution) {
        return stored().since(resolution, 0).size();
    }

    /** Lets minutes pass, each of which writes a row. */
    private void passMinutes(int minutes) {
        for (int i = 0; i < minutes; i++) {
            long before = lastWritten();
            broker.time.advance(MINUTE);
            eventually("a row is written", () -> lastWritten() > before);
        }
    }

    private long lastWritten() {
        List<HistoryRepository.HistoryRow> rows = stored().since(HistoryResolution.HOUR, 0);
        return rows.isEmpty() ? -1 : rows.get(rows.size() - 1).fromMillis();
    }

    /** Requests the history, and lets the first recorded minute pass. */
    private void requestHistory() {
        assertThat(broker.node.history().read(HistoryResolution.HOUR)).isEmpty();
        awaitRecording();
        passMinutes(1);
    }

    /** Waits until the node records. The next minute is the first recorded one. */
    private void awaitRecording() {
        broker.time.advance(MINUTE);
        eventually("the node records the history", () -> ((NodeHistory) broker.node.history()).isRecording());
    }

    private List<EntityHistoryPoint> points(Entity entity, HistoryResolution resolution) {
        return new MergedHistory(resolution, broker.node.history().read(resolution)).points(entity.id());
    }

    private EntityHistoryPoint last(Entity entity) {
        List<EntityHistoryPoint> points = points(entity, HistoryResolution.HOUR);
        return points.get(points.size() - 1);
    }

    @Test
    @DisplayName("VIS-10 a row that is damaged, or of a newer release, is missing and does not hide other rows")
    void shouldDoWithoutUnreadableRows() {
        Entity queue = broker.queue("q");
        requestHistory();
        broker.send(queue, "a", "b");
        passMinutes(1);
        List<HistoryRepository.HistoryRow> rows = stored().since(HistoryResolution.HOUR, 0);
        HistoryRepository.HistoryRow last = rows.get(rows.size() - 1);
        for (byte[] unreadable : List.of(new byte[0], new byte[] {99, 1, 2}, new byte[] {1, 0, 2, 0, 120})) {
            stored().write(
                            HistoryResolution.HOUR,
                            new HistoryRepository.HistoryRow(last.fromMillis(), last.incarnation() + 1, unreadable));
            MergedHistory history = new MergedHistory(
                    HistoryResolution.HOUR, broker.node.history().read(HistoryResolution.HOUR));
            assertThat(history.isComplete()).isFalse();
            assertThat(last(queue).sum().sent()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("VIS-10 a node records depths and throughput by the minute, after the first request")
    void shouldRecord() {
        Entity queue = broker.queue("q");
        Entity other = broker.queue("other");
        broker.send(queue, "a", "b");
        broker.time.advance(Duration.ofMinutes(10));
        assertThat(rows(HistoryResolution.HOUR)).isZero();
        requestHistory();
        assertThat(last(queue).sum().depth()).isEqualTo(2);
        assertThat(last(queue).sum().sent()).isZero();
        broker.send(queue, "c", "d", "e");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.complete(consumer.next());
        }
        passMinutes(1);
        EntityHistoryPoint point = last(queue);
        assertThat(List.of(
                        point.sum().sent(), point.sum().received(), point.sum().completed()))
                .containsExactly(3L, 1L, 1L);
        assertThat(point.coveredMillis()).isEqualTo(MINUTE.toMillis());
        // The duration of the last count forbids another count for some seconds of real time.
        eventually("the message is counted again", () -> {
            broker.time.advance(MINUTE);
            return last(queue).sum().depth() == 4;
        });
        passMinutes(1);
        assertThat(last(queue).sum().sent()).isZero();
        assertThat(last(queue).sum().depth()).isEqualTo(4);
        assertThat(last(other).sum().depth()).isZero();
    }

    @Test
    @DisplayName("VIS-10 an hour is kept by the minute and a day by five minutes, until a day after the last request")
    void shouldForget() {
        requestHistory();
        passMinutes(70);
        eventually("older rows are removed", () -> rows(HistoryResolution.HOUR) == 60);
        assertThat(rows(HistoryResolution.DAY)).isBetween(14, 15);
        broker.time.advance(Duration.ofHours(25));
        eventually("no row is left", () -> rows(HistoryResolution.HOUR) + rows(HistoryResolution.DAY) == 0);
        eventually("no request for the history is left", () -> stored().recordingRequestedUntil() == 0);
        broker.time.advance(MINUTE);
        broker.time.advance(MINUTE);
        assertThat(rows(HistoryResolution.HOUR)).isZero();
    }

    @Test
    @DisplayName("VIS-10 a node that opens again continues to record, because the request is stored")
    void shouldGoOnAfterRestart() {
        Entity queue = broker.queue("q");
        requestHistory();
        broker.reopen();
        broker.send(queue, "a");
        awaitRecording();
        passMinutes(1);
        assertThat(last(queue).sum().depth()).isEqualTo(1);
    }

    @Test
    @DisplayName("VIS-10 the history adds up the time for which messages are in flight")
    void shouldTellProcessingTime() {
        Entity queue = broker.queue("q");
        requestHistory();
        broker.send(queue, "a", "b");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.complete(consumer.next());
            assertThat(consumer.next()).isNotNull();
            eventually("the history shows the message in flight", () -> {
                broker.time.advance(Duration.ofSeconds(5));
                return last(queue).sum().inFlightMillis() > 0;
            });
        }
        assertThat(last(queue).sum().inFlightMillis()).isLessThanOrEqualTo(2 * MINUTE.toMillis());
    }

    @Test
    @DisplayName("VIS-10 rows that could not be written are written later, once and with the depths of their time")
    void shouldMakeUpForFailures() {
        Entity queue = broker.queue("q");
        Entity still = broker.queue("still");
        requestHistory();
        broker.send(still, "a");
        passMinutes(1);
        for (boolean inDoubt : new boolean[] {false, true}) {
            broker.send(queue, "a", "b");
            int failed = broker.store.history.failed();
            broker.store.history.fail(inDoubt);
            for (int i = 1; i <= 2; i++) {
                int times = failed + i;
                broker.time.advance(MINUTE);
                // The node may make another attempt before the next minute.
                eventually("the write has failed", () -> broker.store.history.failed() >= times);
            }
            broker.store.history.restore();
            passMinutes(1);
        }
        eventually("all messages are counted", () -> {
            broker.time.advance(MINUTE);
            return last(queue).sum().depth() == 4;
        });
        assertThat(points(queue, HistoryResolution.HOUR).stream()
                        .mapToLong(point -> point.sum().sent())
                        .sum())
                .isEqualTo(4);
        assertThat(last(still).sum().depth()).isEqualTo(1);
    }

    @Test
    @DisplayName("VIS-10 a node that cannot count messages still records their throughput")
    void shouldDoWithoutCounts() {
        Entity queue = broker.queue("q");
        broker.store.history.uncountable(true);
        requestHistory();
        broker.send(queue, "a", "b");
        passMinutes(1);
        assertThat(last(queue).sum().sent()).isEqualTo(2);
        assertThat(last(queue).sum().depth()).isEqualTo(EntityIntervalStatistics.UNKNOWN_DEPTH);
        broker.store.history.uncountable(false);
        eventually("both messages are counted", () -> {
            broker.time.advance(MINUTE);
            return last(queue).sum().depth() == 2;
        });
    }

    @Test
    @DisplayName("VIS-10 after a long count that failed, even the first one, the node counts nothing for a while")
    void shouldRestAfterFailedCount() {
        assertThat(broker.node.history().read(HistoryResolution.HOUR)).isEmpty();
        awaitRecording();
        broker.store.history.uncountable(true);
        try (SharedStore.Hold unused = broker.store.history.holdCount()) {
            broker.time.advance(MINUTE);
            eventually("the node is about to count", broker.store.history::countHeld);
            long beganNanos = System.nanoTime();
            eventually("the count has taken long", () -> System.nanoTime() - beganNanos > LONG_NANOS);
        }
        eventually("a row is written", () -> lastWritten() > 0);
        passMinutes(3);
        assertThat(broker.store.history.uncounted()).isEqualTo(1);
    }

    @Test
    @DisplayName("VIS-10 a count needs no loader thread and ends no delayed completion")
    void shouldDisturbNobody() {
        Entity queue = broker.queue("q");
        assertThat(broker.node.history().read(HistoryResolution.HOUR)).isEmpty();
        awaitRecording();
        InFlightDelivery delivery;
        try (SharedStore.Hold unused = broker.store.history.hold()) {
            broker.time.advance(MINUTE);
            eventually("the node is about to count", broker.store.history::held);
            assertThat(((ThreadPoolExecutor) broker.node.components().loaderThreads).getActiveCount())
                    .isZero();
            broker.send(queue, "a");
            delivery = broker.consumer(queue, ReceiverOptions.ReceiveMode.UNTIL_SETTLED)
                    .next();
            broker.node.components().delayedCompletions.add(delivery, ended -> {});
        }
        eventually("a row is written", () -> lastWritten() > 0);
        assertThat(last(queue).sum().depth()).isEqualTo(1);
        assertThat(delivery.locked()).isTrue();
    }
}
