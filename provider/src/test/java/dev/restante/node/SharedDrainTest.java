package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes drain one queue by the real clock. */
@DisplayName("two nodes drain one queue")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SharedDrainTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(10);
    private static final int BACKLOG = 3_000;
    private static final int SENT_MEANWHILE = 1_000;
    private static final int ALL = BACKLOG + SENT_MEANWHILE;

    /** While the slow receiver has one message, so many are received by the other, or all that are left. */
    private static final int SLOWNESS = 40;

    private final String url = PostgresServer.newDatabase();
    private final BrokerNode fast = open();
    private final BrokerNode slow = open();
    private final Entity queue = fast.queueAdministration().create("q", EntityOptions.DEFAULT);
    private final Progress progress = new Progress();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** What has been received by all together. */
    private static final class Progress {
        private final List<String> received = new ArrayList<>();
        private final List<Semaphore> receivers = new ArrayList<>();

        synchronized Semaphore join() {
            Semaphore woken = new Semaphore(0);
            receivers.add(woken);
            return woken;
        }

        synchronized void add(String text) {
            received.add(text);
            notifyAll();
            if (received.size() == ALL) {
                receivers.forEach(Semaphore::release);
            }
        }

        synchronized int count() {
            return received.size();
        }

        synchronized List<String> received() {
            return List.copyOf(received);
        }

        synchronized void await(int count) throws InterruptedException {
            while (received.size() < count) {
                wait();
            }
        }
    }

    private interface Task {
        void perform() throws InterruptedException;
    }

    private JdbcStore store() {
        return StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }

    private BrokerNode open() {
        return BrokerNode.open(
                store(),
                new BrokerSettings(
                        "test", Duration.ofSeconds(30), Duration.ofSeconds(20), POLL, 1 << 20, 1L << 30, 1 << 20),
                MachineClock.SYSTEM);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        fast.close();
        slow.close();
    }

    private void send(BrokerNode node, int from, int to) throws InterruptedException {
        CountDownLatch sent = new CountDownLatch(to - from);
        for (int i = from; i < to; i++) {
            node.sending()
                    .sendAsync(BrokerFixture.prepared(node, queue, Mail.of("m" + i)), refusal -> sent.countDown());
        }
        sent.await();
    }

    /** Receives and completes until all have been received by somebody. */
    private int drain(BrokerNode node, Task task) throws InterruptedException {
        Semaphore woken = progress.join();
        int count = 0;
        try (Receiver receiver =
                node.openReceiver(queue, new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED), woken::release)) {
            while (progress.count() < ALL) {
                HeldDelivery held = receiver.poll();
                if (held == null) {
                    woken.acquire();
                    continue;
                }
                assertThat(held.deliveryCount()).isEqualTo(1);
                task.perform();
                node.settlement().complete(List.of(held));
                progress.add(BrokerFixture.text(held));
                count++;
            }
        }
        return count;
    }

    @Test
    @DisplayName("RCV-02 what a fast and a slow node drain together comes once, and the slow one keeps nobody waiting")
    void shouldDrainTogetherEachOnce() throws Exception {
        send(fast, 0, BACKLOG);
        CountDownLatch begun = new CountDownLatch(1);
        Future<Integer> slowly = threads.submit(() -> drain(slow, () -> {
            begun.countDown();
            progress.await(Math.min(progress.count() + SLOWNESS, ALL - 1));
        }));
        // The slow one has its buffer full when the fast one begins.
        begun.await();
        Future<Integer> quickly = threads.submit(() -> drain(fast, () -> {}));
        send(slow, BACKLOG, ALL);

        int byBoth = slowly.get() + quickly.get();
        assertThat(byBoth).isEqualTo(ALL);
        assertThat(progress.received())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, ALL).mapToObj(i -> "m" + i).toList());
    }

    @Test
    @DisplayName("RCV-02 RCV-07 within a heartbeat a receiver gets what another node has acquired and does not use")
    void shouldShareWithinAHeartbeat() throws InterruptedException {
        send(slow, 0, 50);
        try (Receiver busy =
                slow.openReceiver(queue, new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED), () -> {})) {
            HeldDelivery inHand = busy.pollNow();
            assertThat(inHand).isNotNull();
            Semaphore woken = new Semaphore(0);
            try (Receiver waiting =
                    fast.openReceiver(queue, new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED), woken::release)) {
                for (int i = 1; i < 50; i++) {
                    HeldDelivery received = waiting.poll();
                    while (received == null) {
                        assertThat(woken.tryAcquire(LEASE.toMillis() / 3, TimeUnit.MILLISECONDS))
                                .as("woken for what the other node gave back")
                                .isTrue();
                        received = waiting.poll();
                    }
                    assertThat(received.deliveryCount()).isEqualTo(1);
                    fast.settlement().complete(List.of(received));
                }
            }
            slow.settlement().complete(List.of(inHand));
        }
    }

    @Test
    @DisplayName("RCV-02 a node that gives back with each poll hands out in order what nobody else takes")
    void shouldKeepOrderWhileGivingBack() throws Exception {
        // It says that it waits, and never takes anything.
        try (JdbcStore store = store()) {
            store.membership().announceWaiting(slow.parts().context.incarnation(), Set.of(queue.id()));
        }
        Semaphore woken = new Semaphore(0);
        List<String> taken = new ArrayList<>();
        try (Receiver receiver =
                fast.openReceiver(queue, new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED), woken::release)) {
            assertThat(receiver.poll()).isNull();
            Future<?> sender = threads.submit(() -> {
                send(fast, 0, BACKLOG);
                return null;
            });
            while (taken.size() < BACKLOG) {
                HeldDelivery held = receiver.poll();
                if (held == null) {
                    woken.acquire();
                    continue;
                }
                taken.add(BrokerFixture.text(held));
                fast.settlement().complete(List.of(held));
            }
            sender.get();
        }
        assertThat(taken)
                .isEqualTo(IntStream.range(0, BACKLOG).mapToObj(i -> "m" + i).toList());
    }
}
