package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JvmFootprintTest {

    @Test
    void shouldReportWhatCameOnTop() {
        JvmFootprint before = new JvmFootprint(10, 20);

        assertThat(new JvmFootprint(12.5, 27).figuresSince(before)).isEqualTo(Map.of("heap, MiB", 2.5, "threads", 7.0));
    }

    @Test
    void shouldSeeHeapAndThreadsOfThisJvm() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        try {
            JvmFootprint footprint = JvmFootprint.measure();

            assertThat(footprint.heapMebibytes()).isPositive();
            assertThat(footprint.threads()).isGreaterThan(1);
        } finally {
            end.countDown();
            thread.join();
        }
    }
}
