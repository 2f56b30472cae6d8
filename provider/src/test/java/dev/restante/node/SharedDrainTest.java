package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpener;
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

@DisplayName("two nodes that drain one queue")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SharedDrainTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(10);
    private static final int BACKLOG = 3_000;
    private static final int SENT_MEANWHILE = 1_000;
    private static final int ALL = BACKLOG + SENT_MEANWHILE;

    /** Messages that the fast receiver gets while the slow receiver has one message, or fewer at the end. */
    private static final int SLOWNESS = 40;

    private final String url = PostgresServer.newDatabase();
    private final BrokerNode fast = open();
    private final BrokerNode slow = open();
    private final Entity queue = fast.queueAdministration().create("q", EntityOptions.DEFAULT);
    private final Progress progress = new Progress();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Messages that all receivers together have received. */
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
        return StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
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
            node.sender()
                    .sendAsync(
                            BrokerFixture.prepared(node, queue, TestMessage.of("m" + i)), refusal -> sent.countDown());
        }
        sent.await();
    }

    /** Receives and completes messages until all messages are received. Returns the number of its own messages. */
    private int drain(BrokerNode node, Task task) throws InterruptedException {
        Semaphore woken = progress.join();
        int count = 0;
        try (Receiver receiver = node.openReceiver(
                queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED), woken::release)) {
            while (progress.count() < ALL) {
                InFlightDelivery delivery = receiver.pollPrefetched();
                if (delivery == null) {
                    woken.acquire();
                    continue;
                }
                assertThat(delivery.deliveryCount()).isEqualTo(1);
                task.perform();
                node.settler().complete(List.of(delivery));
                progress.add(BrokerFixture.text(delivery));
                count++;
            }
        }
        return count;
    }

    @Test
    @DisplayName("RCV-02 a fast and a slow node drain a queue together, each message once and without delay")
    void shouldDrainTogetherEachOnce() throws Exception {
        send(fast, 0, BACKLOG);
        CountDownLatch begun = new CountDownLatch(1);
        Future<Integer> slowly = threads.submit(() -> drain(slow, () -> {
            begun.countDown();
            progress.await(Math.min(progress.count() + SLOWNESS, ALL - 1));
        }));
        // The prefetch buffer of the slow node is full when the fast node begins.
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
    @DisplayName("RCV-02 RCV-07 within a heartbeat a receiver gets unused messages that another node has prefetched")
    void shouldShareWithinAHeartbeat() throws InterruptedException {
        send(slow, 0, 50);
        try (Receiver busy =
                slow.openReceiver(queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED), () -> {})) {
            InFlightDelivery inHand = busy.pollOrFetch();
            assertThat(inHand).isNotNull();
            Semaphore woken = new Semaphore(0);
            try (Receiver waiting = fast.openReceiver(
                    queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED), woken::release)) {
                for (int i = 1; i < 50; i++) {
                    InFlightDelivery received = waiting.pollPrefetched();
                    while (received == null) {
                        assertThat(woken.tryAcquire(LEASE.toMillis() / 3, TimeUnit.MILLISECONDS))
                                .as("wake-up for the messages that the other node returned")
                                .isTrue();
                        received = waiting.pollPrefetched();
                    }
                    assertThat(received.deliveryCount()).isEqualTo(1);
                    fast.settler().complete(List.of(received));
                }
            }
            slow.settler().complete(List.of(inHand));
        }
    }

    @Test
    @DisplayName("RCV-02 a node that returns surplus at each poll still receives its messages in order")
    void shouldKeepOrderWhileGivingBack() throws Exception {
        // The slow node announces that it waits, and never takes a message.
        try (JdbcStore store = store()) {
            store.membership().announceDemand(slow.components().node.context().incarnation(), Set.of(queue.id()));
        }
        Semaphore woken = new Semaphore(0);
        List<String> taken = new ArrayList<>();
        try (Receiver receiver = fast.openReceiver(
                queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED), woken::release)) {
            assertThat(receiver.pollPrefetched()).isNull();
            Future<?> sender = threads.submit(() -> {
                send(fast, 0, BACKLOG);
                return null;
            });
            while (taken.size() < BACKLOG) {
                InFlightDelivery delivery = receiver.pollPrefetched();
                if (delivery == null) {
                    woken.acquire();
                    continue;
                }
                taken.add(BrokerFixture.text(delivery));
                fast.settler().complete(List.of(delivery));
            }
            sender.get();
        }
        assertThat(taken)
                .isEqualTo(IntStream.range(0, BACKLOG).mapToObj(i -> "m" + i).toList());
    }
}
