package dev.restante.console.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.StoreStatistics;
import jakarta.jms.JMSException;
import java.util.Map;
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

    private void fails(Census census, Class<? extends Exception> with) {
        assertThatThrownBy(census::look).isInstanceOf(with);
    }

    @Test
    @DisplayName("rests where the store has failed, whatever is changed, and tells each page that it has")
    void shouldRestAfterFailure() {
        try (Census census = new Census(
                () -> {
                    looks.incrementAndGet();
                    throw new JMSException("away");
                },
                nanos::get,
                Thread::new)) {
            for (int i = 0; i < 3; i++) {
                fails(census, JMSException.class);
                census.outdate();
            }
            assertThat(looks).hasValue(1);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            fails(census, JMSException.class);
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    @DisplayName("rests as long as a failure took, of whatever kind")
    void shouldRestAsLongAsItTook() {
        try (Census census = new Census(
                () -> {
                    looks.incrementAndGet();
                    nanos.addAndGet(TimeUnit.SECONDS.toNanos(30));
                    throw new IllegalArgumentException("broken");
                },
                nanos::get,
                Thread::new)) {
            fails(census, IllegalStateException.class);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(29));
            fails(census, IllegalStateException.class);
            assertThat(looks).hasValue(1);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            fails(census, IllegalStateException.class);
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    @DisplayName("is not waited for where it takes longer than a page would wait")
    void shouldNotBeWaitedFor() throws Exception {
        StoreStatistics statistics = new StoreStatistics(Map.of(), Map.of());
        CountDownLatch shown = new CountDownLatch(1);
        try (Census census = new Census(
                () -> {
                    if (looks.incrementAndGet() > 1) {
                        awaitUninterruptibly(shown);
                    }
                    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
                    return statistics;
                },
                nanos::get,
                Thread::new)) {
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
                    return new StoreStatistics(Map.of(), Map.of());
                },
                nanos::get,
                Thread::new)) {
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
