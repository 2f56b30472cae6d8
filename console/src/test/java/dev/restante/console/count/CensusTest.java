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

@DisplayName("The census of the console")
class CensusTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AtomicInteger looks = new AtomicInteger();
    private final List<String> log = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName("rests where the store has failed, whatever is changed, says so, and tells the log once")
    void shouldRestAfterFailure() {
        try (Census census = new Census(
                () -> {
                    looks.incrementAndGet();
                    throw new JMSException("away");
                },
                () -> Instant.EPOCH,
                nanos::get,
                Thread::new,
                log::add)) {
            assertThat(census.absence()).contains("still being counted");
            for (int i = 0; i < 3; i++) {
                assertThat(census.look()).isEmpty();
                census.outdate();
            }
            assertThat(census.absence()).contains("could not be counted");
            assertThat(looks).hasValue(1);
            assertThat(log).singleElement().asString().contains("failed to count the messages", "away");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertThat(census.look()).isEmpty();
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    @DisplayName(
            "rests as long as a failure took, of whatever kind, and twice as long after the next one, to forty times")
    void shouldRestLongerEachTime() {
        try (Census census = new Census(
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
                assertThat(census.look()).isEmpty();
                assertThat(looks).hasValue(++failures);
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(30 * times - 1));
                assertThat(census.look()).isEmpty();
                assertThat(looks).hasValue(failures);
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    @Test
    @DisplayName("counts again after a failure that no store makes, too")
    void shouldCountAfterErrors() {
        try (Census census = new Census(
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
            assertThat(census.look()).isEmpty();
            assertThat(census.absence()).contains("could not be counted");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertThat(census.look()).isPresent();
        }
    }

    @Test
    @DisplayName("goes on with the last counts where no newer ones can be had")
    void shouldShowTheLastOnes() {
        StoreStatistics statistics = new StoreStatistics(Map.of(), Map.of(), 0);
        try (Census census = new Census(
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
            Census.Counts first = census.look().orElseThrow();
            census.outdate();
            assertThat(census.look()).containsSame(first);
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    @DisplayName("is not waited for where it takes longer than a page would wait")
    void shouldNotBeWaitedFor() throws Exception {
        StoreStatistics statistics = new StoreStatistics(Map.of(), Map.of(), 0);
        CountDownLatch shown = new CountDownLatch(1);
        try (Census census = new Census(
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
            Census.Counts first = census.look().orElseThrow();
            census.outdate();
            long began = System.nanoTime();
            assertThat(census.look()).containsSame(first);
            assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(2));
            shown.countDown();
        }
    }

    @Test
    @DisplayName("can begin before a page asks, which waits for newer counts only where they come soon")
    void shouldBeginAhead() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        try (Census census = new Census(
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
            census.begin();
            assertThat(census.look()).isPresent();
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
