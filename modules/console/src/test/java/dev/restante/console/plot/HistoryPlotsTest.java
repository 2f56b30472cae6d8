package dev.restante.console.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.StoreHistory;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Plots of the recorded history")
@Timeout(60)
class HistoryPlotsTest {

    private static final HistoryPoint POINT = new HistoryPoint(Instant.EPOCH, 1L, 2, 2, 3, null);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger readings = new AtomicInteger();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private Instant failingOnce() {
        if (readings.incrementAndGet() == 1) {
            throw new IllegalStateException("the clock cannot be read");
        }
        return Instant.EPOCH;
    }

    @Test
    @DisplayName("the history is read again after a failure to read the store clock")
    void shouldReadAgainAfterClockFailed() {
        HistoryPlots historyPlots = new HistoryPlots(
                scale -> new HistoryPlots.RecordedHistory(
                        failingOnce(), new StoreHistory(scale, true, name -> List.of(POINT))),
                nanos::get,
                Thread::new,
                log::add);
        assertThat(historyPlots.rates("q")).isEmpty();
        assertThat(log).singleElement().asString().contains("the clock cannot be read");
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        assertThat(historyPlots.rates("q")).contains(new HistoryPlots.MessageRates(2, 3));
    }
}
