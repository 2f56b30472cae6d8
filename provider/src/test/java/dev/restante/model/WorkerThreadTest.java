package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.CapturedLog;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("a worker thread")
final class WorkerThreadTest {

    private final BlockingQueue<Integer> taken = new ArrayBlockingQueue<>(100);
    private final AtomicInteger turns = new AtomicInteger();

    static List<Throwable> failures() {
        return List.of(
                new IOException("thrown by the test"),
                new NumberFormatException("thrown by the test"),
                new StackOverflowError("thrown by the test"),
                new NoClassDefFoundError("thrown by the test"),
                new OutOfMemoryError("thrown by the test"),
                new InterruptedException("thrown by the test"));
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAny(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @ParameterizedTest
    @MethodSource("failures")
    @DisplayName("a worker thread continues with its next turn after any failure")
    void shouldGoOn(Throwable failure) throws InterruptedException {
        WorkerThread thread = WorkerThread.repeating(
                () -> {
                    int turn = turns.incrementAndGet();
                    if (turn <= 2) {
                        throwAny(failure);
                    }
                    taken.add(turn);
                    return turn < 4;
                },
                "test");
        thread.start();
        assertThat(taken.poll(20, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(taken.poll(20, TimeUnit.SECONDS)).isEqualTo(4);
        thread.awaitEnd();
        assertThat(turns).hasValue(4);
    }

    @Test
    @DisplayName("an interrupt during a pause does not end a worker thread")
    void shouldNotEndByInterrupt() throws InterruptedException {
        WorkerThread thread = WorkerThread.repeatingForApplication(
                () -> {
                    int turn = turns.incrementAndGet();
                    Thread.currentThread().interrupt();
                    taken.add(turn);
                    if (turn < 3) {
                        throw new IllegalStateException("thrown by the test");
                    }
                    return false;
                },
                "test");
        thread.start();
        for (int turn = 1; turn <= 3; turn++) {
            assertThat(taken.poll(20, TimeUnit.SECONDS)).isEqualTo(turn);
        }
        thread.awaitEnd();
    }

    @Test
    @DisplayName("a single task runs once, and its failure is logged")
    void shouldDoATaskOnce() {
        try (CapturedLog log = new CapturedLog(WorkerThread.class)) {
            WorkerThread thread = new WorkerThread(
                    () -> {
                        turns.incrementAndGet();
                        throw new IllegalStateException("thrown by the test");
                    },
                    "single");
            thread.start();
            thread.awaitEnd();
            assertThat(turns).hasValue(1);
            assertThat(log.lines())
                    .anyMatch(line -> line.contains("single"))
                    .anyMatch(line -> line.contains("thrown by the test"));
        }
    }

    @Test
    @DisplayName("a thread of a node inherits no class loader, but a thread that calls the application does")
    void shouldInheritForTheApplicationOnly() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader application = new ClassLoader() {};
        Thread.currentThread().setContextClassLoader(application);
        try {
            assertThat(new WorkerThread(() -> {}, "node").getContextClassLoader())
                    .isNotSameAs(application);
            assertThat(WorkerThread.forApplication(() -> {}, "application").getContextClassLoader())
                    .isSameAs(application);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
