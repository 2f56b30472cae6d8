package dev.restante.console.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.StoreStatistics;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Cache of message counts in the console")
class EntityCountCacheTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AtomicInteger looks = new AtomicInteger();
    private final List<String> log = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName("the cache pauses after a failed count despite changes, reports the failure and logs it once")
    void shouldRestAfterFailure() {
        try (EntityCountCache countCache = new EntityCountCache(
                () -> {
                    looks.incrementAndGet();
                    throw new JMSException("away");
                },
                () -> Instant.EPOCH,
                nanos::get,
                Thread::new,
                log::add)) {
            assertThat(countCache.unavailableReason()).contains("still being counted");
            for (int i = 0; i < 3; i++) {
                assertThat(countCache.currentCounts()).isEmpty();
                countCache.invalidate();
            }
            assertThat(countCache.unavailableReason()).contains("could not be counted");
            assertThat(looks).hasValue(1);
            assertThat(log).singleElement().asString().contains("failed to count the messages", "away");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertThat(countCache.currentCounts()).isEmpty();
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    @DisplayName("the cache counts again after a failure to read the store clock")
    void shouldCountAfterClockFailed() {
        AtomicInteger readings = new AtomicInteger();
        try (EntityCountCache countCache = new EntityCountCache(
                () -> new StoreStatistics(Map.of(), Map.of(), 0),
                () -> {
                    if (readings.incrementAndGet() == 1) {
                        throw new IllegalStateException("the clock cannot be read");
                    }
                    return Instant.EPOCH;
                },
                nanos::get,
                Thread::new,
                log::add)) {
            assertThat(countCache.currentCounts()).isEmpty();
            assertThat(log).singleElement().asString().contains("the clock cannot be read");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertThat(countCache.currentCounts()).isPresent();
        }
    }

    @Test
    @DisplayName("the pause after a failure is as long as the count, and doubles with each failure up to forty times")
    void shouldRestLongerEachTime() {
        try (EntityCountCache countCache = new EntityCountCache(
                () -> {
                    looks.incrementAndGet();
                    nanos.addAndGet(TimeUnit.SECONDS.toNanos(30));
                    throw new IllegalArgumentException("broken");
                },
                () -> Instant.EPOCH,
                nanos::get,
                Thread::new,
                log::add)) {
            int failures = 0;
            for (int times : new int[] {1, 2, 4, 8, 16, 32, 40, 40}) {
                assertThat(countCache.currentCounts()).isEmpty();
                assertThat(looks).hasValue(++failures);
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(30 * times - 1));
                assertThat(countCache.currentCounts()).isEmpty();
                assertThat(looks).hasValue(failures);
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    @Test
    @DisplayName("the cache counts again after a Java error")
    void shouldCountAfterErrors() {
        try (EntityCountCache countCache = new EntityCountCache(
                () -> {
                    if (looks.incrementAndGet() == 1) {
                        throw new NoClassDefFoundError("of a library that is gone");
                    }
                    return new StoreStatistics(Map.of(), Map.of(), 0);
                },
                () -> Instant.EPOCH,
                nanos::get,
                Thread::new,
                log::add)) {
            assertThat(countCache.currentCounts()).isEmpty();
            assertThat(countCache.unavailableReason()).contains("could not be counted");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertThat(countCache.currentCounts()).isPresent();
        }
    }

    @Test
    @DisplayName("the cache returns the last counts if a newer count fails")
    void shouldShowTheLastOnes() {
        StoreStatistics statistics = new StoreStatistics(Map.of(), Map.of(), 0);
        try (EntityCountCache countCache = new EntityCountCache(
                () -> {
                    if (looks.incrementAndGet() > 1) {
                        throw new JMSException("away");
                    }
                    return statistics;
                },
                () -> Instant.EPOCH,
                nanos::get,
                Thread::new,
                log::add)) {
            EntityCountCache.StoreCountsSnapshot first =
                    countCache.currentCounts().orElseThrow();
            countCache.invalidate();
            assertThat(countCache.currentCounts()).containsSame(first);
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    @DisplayName("a page does not wait for a count that takes longer than its waiting time")
    void shouldNotBeWaitedFor() throws Exception {
        StoreStatistics statistics = new StoreStatistics(Map.of(), Map.of(), 0);
        CountDownLatch shown = new CountDownLatch(1);
        try (EntityCountCache countCache = new EntityCountCache(
                () -> {
                    if (looks.incrementAndGet() > 1) {
                        awaitUninterruptibly(shown);
                    }
                    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
                    return statistics;
                },
                () -> Instant.EPOCH,
                nanos::get,
                Thread::new,
                log::add)) {
            EntityCountCache.StoreCountsSnapshot first =
                    countCache.currentCounts().orElseThrow();
            countCache.invalidate();
            long began = System.nanoTime();
            assertThat(countCache.currentCounts()).containsSame(first);
            assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(2));
            shown.countDown();
        }
    }

    @Test
    @DisplayName("counting can start before the first request, which does not wait for a slow refresh")
    void shouldBeginAhead() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        try (EntityCountCache countCache = new EntityCountCache(
                () -> {
                    if (looks.incrementAndGet() > 1) {
                        awaitUninterruptibly(shown);
                    }
                    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
                    return new StoreStatistics(Map.of(), Map.of(), 0);
                },
                () -> Instant.EPOCH,
                nanos::get,
                Thread::new,
                log::add)) {
            countCache.startCounting();
            assertThat(countCache.currentCounts()).isPresent();
            assertThat(looks).hasValueGreaterThanOrEqualTo(1);
            shown.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
