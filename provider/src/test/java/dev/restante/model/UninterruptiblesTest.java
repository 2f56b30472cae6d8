package dev.restante.model;

import static dev.restante.JmsContract.PATIENCE_MILLIS;
import static dev.restante.JmsContract.awaitWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("waits and work that an interrupt does not end")
final class UninterruptiblesTest {

    @AfterEach
    void clear() {
        boolean unused = Thread.interrupted();
    }

    @Test
    @DisplayName("RCV-22 a wait of an interrupted thread ends at its event, and the thread stays interrupted")
    void shouldWaitOn() {
        CountDownLatch reason = new CountDownLatch(1);
        List<Integer> waits = new ArrayList<>();
        Thread.currentThread().interrupt();
        boolean came = Uninterruptibles.await(TimeUnit.MINUTES.toNanos(1), leftNanos -> {
            waits.add(waits.size());
            if (waits.size() < 3) {
                // The thread is interrupted while it waits.
                Thread.currentThread().interrupt();
            } else {
                reason.countDown();
            }
            return reason.await(leftNanos, TimeUnit.NANOSECONDS);
        });
        assertThat(came).isTrue();
        assertThat(waits).hasSize(3);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @DisplayName("RCV-22 interrupts do not make a wait longer than its limit")
    void shouldEndAtTheTimeout() {
        List<Long> left = new ArrayList<>();
        long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(20);
        long startedNanos = System.nanoTime();
        long last = Uninterruptibles.await(timeoutNanos, leftNanos -> {
            left.add(leftNanos);
            if (leftNanos > 0) {
                throw new InterruptedException();
            }
            return leftNanos;
        });
        assertThat(last).isLessThanOrEqualTo(0);
        assertThat(System.nanoTime() - startedNanos).isGreaterThanOrEqualTo(timeoutNanos);
        assertThat(left).isSortedAccordingTo((one, other) -> Long.compare(other, one));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @DisplayName("a thread that was not interrupted before a call is not interrupted after it")
    void shouldInterruptNobody() {
        Uninterruptibles.await(0, leftNanos -> true);
        Uninterruptibles.sleep(1);
        Uninterruptibles.call(() -> true);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    @DisplayName("work runs without the interrupt, which is restored even if the work fails")
    void shouldKeepInterruptsFromWork() {
        Thread.currentThread().interrupt();
        assertThatIOException()
                .isThrownBy(() -> Uninterruptibles.call(() -> {
                    throw new IOException(
                            "interrupted: " + Thread.currentThread().isInterrupted());
                }))
                .withMessage("interrupted: false");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Starts a thread, and returns when it waits. Its wait must outlast the test. */
    private static Thread waiting(Runnable waiting) {
        Thread thread = new Thread(waiting, "waiting");
        thread.start();
        awaitWaiting(thread);
        return thread;
    }

    private static void requireEnd(Thread thread) throws InterruptedException {
        thread.join(PATIENCE_MILLIS);
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    @Timeout(60)
    @DisplayName("RCV-22 a thread misses no notification that follows an interrupt immediately")
    void shouldHearNotificationBehindInterrupt() throws InterruptedException {
        Object monitor = new Object();
        AtomicBoolean told = new AtomicBoolean();
        Thread thread = waiting(() -> {
            synchronized (monitor) {
                while (!told.get()) {
                    Uninterruptibles.awaitNotify(monitor, Long.MAX_VALUE);
                }
            }
        });
        synchronized (monitor) {
            thread.interrupt();
            while (thread.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            told.set(true);
            monitor.notifyAll();
        }
        requireEnd(thread);
    }

    @Test
    @Timeout(60)
    @DisplayName("RCV-22 a thread misses no signal that follows an interrupt immediately")
    void shouldHearSignalBehindInterrupt() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        AtomicBoolean told = new AtomicBoolean();
        Thread thread = waiting(() -> {
            lock.lock();
            try {
                while (!told.get()) {
                    long unused = Uninterruptibles.awaitSignal(condition, Long.MAX_VALUE);
                }
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        try {
            thread.interrupt();
            while (!lock.hasQueuedThread(thread)) {
                Thread.onSpinWait();
            }
            told.set(true);
            condition.signalAll();
        } finally {
            lock.unlock();
        }
        requireEnd(thread);
    }

    @Test
    @DisplayName("RCV-22 a wait for a signal returns its remaining time, and keeps an interrupt")
    void shouldTellTheTimeLeft() {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        try {
            assertThat(Uninterruptibles.awaitSignal(condition, 1_000)).isLessThanOrEqualTo(0);
            Thread.currentThread().interrupt();
            assertThat(Uninterruptibles.awaitSignal(condition, 1_000)).isLessThanOrEqualTo(0);
        } finally {
            lock.unlock();
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @DisplayName("a sleep of an interrupted thread takes its full time")
    void shouldPauseInFull() {
        long nanos = TimeUnit.MILLISECONDS.toNanos(2);
        long startedNanos = System.nanoTime();
        Thread.currentThread().interrupt();
        Uninterruptibles.sleep(nanos);
        assertThat(System.nanoTime() - startedNanos).isGreaterThanOrEqualTo(nanos);
        assertThat(Thread.interrupted()).isTrue();
    }
}
