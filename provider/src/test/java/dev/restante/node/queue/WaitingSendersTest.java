package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.WakeUpListener;
import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.FetchProgress;
import dev.restante.node.queue.buffer.FetchRange;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchSize;
import dev.restante.node.queue.selector.NoSelectorBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SND-05 non-persistent messages that bypass the store")
final class WaitingSendersTest {

    private static final long NO_PATIENCE = 0;

    private final ReentrantLock lock = new ReentrantLock();
    private final CaughtUpTracker caughtUp = new CaughtUpTracker(new FetchRange());
    private final ConsumerSlots slots = new ConsumerSlots();
    private final FetchProgress fetchProgress = new FetchProgress(lock.newCondition(), delivery -> Delivery.NEVER);
    private final NoSelectorBuffer noSelectorBuffer =
            new NoSelectorBuffer(delivery -> Delivery.NEVER, new PendingAcquisitions(fetchProgress));
    private final PrefetchSize prefetch = PrefetchSize.forExclusiveStore(100);
    private final BufferCapacity capacity = new BufferCapacity(
            new PrefetchLimits(100, 100, 1_000), true, noSelectorBuffer, fetchProgress, slots, prefetch);
    private final WaitingSenders senders =
            new WaitingSenders(lock.newCondition(), caughtUp, slots, fetchProgress, prefetch, capacity);

    @BeforeEach
    void catchUp() {
        lock.lock();
        slots.open(() -> {});
        slots.want();
        fetchProgress.begin();
        caughtUp.announce(0, 0, 0, true);
        fetchProgress.acquired(true);
        caughtUp.fetchCommitted(0);
        fetchProgress.end();
    }

    @AfterEach
    void unlock() {
        lock.unlock();
    }

    @Test
    @DisplayName("a message may stay in memory if a receiver listens, no earlier message can come, and there is room")
    void shouldPass() {
        assertThat(senders.awaitMaySend(NO_PATIENCE)).isTrue();
        slots.endAll();
        assertThat(senders.awaitMaySend(NO_PATIENCE)).isFalse();
    }

    @Test
    @DisplayName("a message may not stay in memory while an earlier message is on its way through the store")
    void shouldNotOvertake() {
        caughtUp.spillBegun();
        assertThat(senders.awaitMaySend(NO_PATIENCE)).isFalse();
        caughtUp.spillsEnded();
        assertThat(senders.awaitMaySend(NO_PATIENCE)).isTrue();
    }

    @Test
    @DisplayName("a message may not stay in memory while the prefetched bytes are at their limit")
    void shouldKeepToTheLimitOfBytes() {
        noSelectorBuffer.addAll(List.of(message(1), message(2)));
        assertThat(senders.awaitMaySend(NO_PATIENCE)).isFalse();
        noSelectorBuffer.drain();
        assertThat(senders.awaitMaySend(NO_PATIENCE)).isTrue();
    }

    @Test
    @DisplayName("a sender waits for room until a receiver takes messages")
    void shouldWaitForRoom() throws InterruptedException {
        assertThat(awaitRoom()).isFalse();
    }

    /** Sends while a receiver makes room. Returns whether the sender is interrupted afterwards. */
    private boolean awaitRoom() throws InterruptedException {
        noSelectorBuffer.addAll(List.of(message(1), message(2)));
        Thread receiver = new Thread(() -> {
            // The receiver gets the lock only when the sender waits.
            lock.lock();
            try {
                noSelectorBuffer.drain();
                senders.capacityFreed();
            } finally {
                lock.unlock();
            }
        });
        receiver.start();
        boolean passed = senders.awaitMaySend(TimeUnit.MINUTES.toNanos(1));
        boolean interrupted = Thread.interrupted();
        assertThat(passed).isTrue();
        receiver.join();
        return interrupted;
    }

    @Test
    @DisplayName("RCV-22 an interrupt does not end a sender's wait for room, and the thread stays interrupted")
    void shouldWaitForRoomInAnInterruptedThread() throws InterruptedException {
        Thread.currentThread().interrupt();
        assertThat(awaitRoom()).isTrue();
    }

    /** Listener of a receiver that is sometimes busy. */
    private static final class Owned implements WakeUpListener {
        private final CountDownLatch woken = new CountDownLatch(1);
        private volatile boolean away;

        @Override
        public void run() {
            woken.countDown();
        }

        @Override
        public boolean isBusy() {
            return away;
        }
    }

    @Test
    @DisplayName("SES-04 a busy receiver that a sender waits for is woken, and lets the message pass when it is ready")
    void shouldTellWhoIsAway() throws InterruptedException {
        Owned owned = new Owned();
        slots.enqueue(slots.open(owned));
        noSelectorBuffer.addAll(List.of(message(1), message(2)));
        Thread receiver = new Thread(() -> {
            lock.lock();
            try {
                owned.away = true;
                noSelectorBuffer.drain();
                senders.capacityFreed();
            } finally {
                lock.unlock();
            }
            try {
                owned.woken.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            lock.lock();
            try {
                owned.away = false;
                slots.want();
                senders.capacityFreed();
            } finally {
                lock.unlock();
            }
        });
        receiver.start();
        assertThat(senders.awaitMaySend(TimeUnit.MINUTES.toNanos(1))).isTrue();
        receiver.join();
    }
}
