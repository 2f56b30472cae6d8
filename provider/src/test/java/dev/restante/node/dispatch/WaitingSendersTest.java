package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.WakeUp;
import dev.restante.model.Delivery;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SND-05 when a non-persistent message goes past the store")
final class WaitingSendersTest {

    private static final long NO_PATIENCE = 0;

    private final ReentrantLock lock = new ReentrantLock();
    private final Arrivals arrivals = new Arrivals(new WideFetch());
    private final Seats seats = new Seats();
    private final Fetches fetches = new Fetches(lock.newCondition(), delivery -> Delivery.NEVER);
    private final CommonBuffer buffer = new CommonBuffer(delivery -> Delivery.NEVER, new Reading(fetches));
    private final PrefetchSize prefetch = PrefetchSize.unshared(100);
    private final Room room = new Room(new DispatchBounds(100, 100, 1_000), true, buffer, fetches, seats, prefetch);
    private final WaitingSenders senders =
            new WaitingSenders(lock.newCondition(), arrivals, seats, fetches, prefetch, room);

    @BeforeEach
    void catchUp() {
        lock.lock();
        seats.open(() -> {});
        seats.want();
        fetches.begin();
        arrivals.decide(0, 0, 0, true);
        fetches.acquired(true);
        arrivals.fetched(0);
        fetches.end();
    }

    @AfterEach
    void unlock() {
        lock.unlock();
    }

    @Test
    @DisplayName("where somebody listens, nothing older can come, and there is room")
    void shouldPass() {
        assertThat(senders.maySend(NO_PATIENCE)).isTrue();
        seats.end();
        assertThat(senders.maySend(NO_PATIENCE)).isFalse();
    }

    @Test
    @DisplayName("not while one is on its way through the store")
    void shouldNotOvertake() {
        arrivals.storeBoundBegun();
        assertThat(senders.maySend(NO_PATIENCE)).isFalse();
        arrivals.storeBoundEnded();
        assertThat(senders.maySend(NO_PATIENCE)).isTrue();
    }

    @Test
    @DisplayName("not while the bytes that wait are at their limit")
    void shouldKeepToTheLimitOfBytes() {
        buffer.addAll(List.of(message(1), message(2)));
        assertThat(senders.maySend(NO_PATIENCE)).isFalse();
        buffer.drain();
        assertThat(senders.maySend(NO_PATIENCE)).isTrue();
    }

    @Test
    @DisplayName("its sender waits for room while nobody has waited in vain lately")
    void shouldWaitForRoom() throws InterruptedException {
        assertThat(awaitRoom()).isFalse();
    }

    /** Sends while a receiver makes room; returns whether the sender is interrupted afterwards. */
    private boolean awaitRoom() throws InterruptedException {
        buffer.addAll(List.of(message(1), message(2)));
        Thread receiver = new Thread(() -> {
            // Gets the lock only when the sender waits.
            lock.lock();
            try {
                buffer.drain();
                senders.roomMade();
            } finally {
                lock.unlock();
            }
        });
        receiver.start();
        boolean passed = senders.maySend(TimeUnit.MINUTES.toNanos(1));
        boolean interrupted = Thread.interrupted();
        assertThat(passed).isTrue();
        receiver.join();
        return interrupted;
    }

    @Test
    @DisplayName("RCV-22 an interrupt does not end a sender's wait for room, and is kept")
    void shouldWaitForRoomInAnInterruptedThread() throws InterruptedException {
        Thread.currentThread().interrupt();
        assertThat(awaitRoom()).isTrue();
    }

    /** A receiver whose owner is busy now and then. */
    private static final class Owned implements WakeUp {
        private final CountDownLatch woken = new CountDownLatch(1);
        private volatile boolean away;

        @Override
        public void run() {
            woken.countDown();
        }

        @Override
        public boolean away() {
            return away;
        }
    }

    @Test
    @DisplayName("SES-04 a receiver that is away when it would have passed is told, and lets it pass when it is back")
    void shouldTellWhoIsAway() throws InterruptedException {
        Owned owned = new Owned();
        seats.await(seats.open(owned));
        buffer.addAll(List.of(message(1), message(2)));
        Thread receiver = new Thread(() -> {
            lock.lock();
            try {
                owned.away = true;
                buffer.drain();
                senders.roomMade();
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
                seats.want();
                senders.roomMade();
            } finally {
                lock.unlock();
            }
        });
        receiver.start();
        assertThat(senders.maySend(TimeUnit.MINUTES.toNanos(1))).isTrue();
        receiver.join();
    }
}
