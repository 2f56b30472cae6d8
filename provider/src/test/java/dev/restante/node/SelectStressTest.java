package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Receivers with disjoint or overlapping selectors, or without a selector, while messages are sent and released. No
 * message is lost, forgotten, or delivered to a receiver that does not select it.
 */
@DisplayName("selectors under load")
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SelectStressTest {

    private static final int SENDERS = 3;
    private static final int EACH = 1_500;
    private static final int COLOURS = 4;

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<BrokerNode> nodes = new ArrayList<>();
    private final Set<String> completed = ConcurrentHashMap.newKeySet();
    private final Set<String> complaints = ConcurrentHashMap.newKeySet();
    private final AtomicInteger completions = new AtomicInteger();
    private final AtomicBoolean done = new AtomicBoolean();

    @AfterEach
    void end() {
        done.set(true);
        threads.shutdownNow();
        nodes.forEach(BrokerNode::close);
    }

    private BrokerNode open(Store store, String name) {
        BrokerSettings defaults = BrokerSettings.defaults(name);
        BrokerNode node = BrokerNode.open(
                store,
                new BrokerSettings(
                        name,
                        defaults.lease(),
                        defaults.storeTimeout(),
                        Duration.ofMillis(200),
                        defaults.maxMessageBytes(),
                        1L << 30,
                        256 << 10),
                MachineClock.SYSTEM);
        nodes.add(node);
        return node;
    }

    /** Task that receives until the test is done. It completes most messages, and releases some. */
    private final class Receiving implements Runnable {
        private final BrokerNode node;
        private final Entity queue;
        private final int number;
        private final String selector;
        private final Set<Integer> colours;

        Receiving(BrokerNode node, Entity queue, int number, String selector, Set<Integer> colours) {
            this.node = node;
            this.queue = queue;
            this.number = number;
            this.selector = selector;
            this.colours = colours;
        }

        @Override
        public void run() {
            Random random = new Random(number);
            ReceiverOptions options = selector.isEmpty()
                    ? new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED)
                    : BrokerFixture.selecting(selector);
            Semaphore wakeUps = new Semaphore(0);
            while (!done.get()) {
                // From time to time a receiver closes and another one opens, under load.
                int most = 50 + random.nextInt(400);
                try (Receiver receiver = node.openReceiver(queue, options, wakeUps::release)) {
                    for (int i = 0; i < most && !done.get(); i++) {
                        InFlightDelivery delivery =
                                random.nextInt(20) == 0 ? receiver.pollOrFetch() : receiver.pollPrefetched();
                        if (delivery != null) {
                            receive(delivery, random);
                        } else if (!wakeUps.tryAcquire(2, TimeUnit.SECONDS) && random.nextBoolean()) {
                            break;
                        }
                    }
                } catch (InterruptedException e) {
                    return;
                } catch (RuntimeException e) {
                    if (!done.get()) {
                        complaints.add(selector + ": " + e);
                    }
                    return;
                }
            }
        }

        private void receive(InFlightDelivery delivery, Random random) {
            String text = BrokerFixture.text(delivery);
            int colour = (Integer) delivery.message().header().properties().get("colour");
            if (!colours.contains(colour)) {
                complaints.add(text + " came to " + selector);
            }
            if (delivery.deliveryCount() < 5 && random.nextInt(15) == 0) {
                node.settler().release(List.of(delivery));
            } else {
                node.settler().complete(List.of(delivery));
                completions.incrementAndGet();
                if (!completed.add(text)) {
                    complaints.add(text + " was completed twice");
                }
            }
        }
    }

    private void send(BrokerNode node, Entity queue, int number) {
        Random random = new Random(100 + number);
        for (int i = 0; i < EACH; i++) {
            TestMessage mail = TestMessage.of(number + ":" + i)
                    .properties(Map.of("colour", random.nextInt(COLOURS)))
                    .priority(random.nextInt(8) == 0 ? 7 : 4);
            switch (random.nextInt(4)) {
                case 0 -> node.sender().send(BrokerFixture.prepared(node, queue, mail));
                case 1 -> node.sender().send(BrokerFixture.prepared(node, queue, mail.nonPersistent()));
                case 2 ->
                    node.sender().sendAsync(BrokerFixture.prepared(node, queue, mail), refusal -> {
                        if (refusal != null) {
                            complaints.add(refusal.toString());
                        }
                    });
                default -> {
                    UnitOfWork unit = node.newUnitOfWork();
                    unit.send(BrokerFixture.prepared(node, queue, mail));
                    unit.commit();
                }
            }
        }
    }

    private void receiveAllThatIsSent(boolean withoutSelectorToo) throws Exception {
        BrokerNode first = nodes.get(0);
        Entity created = first.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 100));
        List<Future<?>> senders = new ArrayList<>();
        int number = 0;
        for (BrokerNode node : nodes) {
            Entity queue = node.queueAdministration().queue(created.name(), false);
            threads.execute(new Receiving(node, queue, number++, "colour = 0", Set.of(0)));
            threads.execute(new Receiving(node, queue, number++, "colour = 0", Set.of(0)));
            threads.execute(new Receiving(node, queue, number++, "colour BETWEEN 1 AND 2", Set.of(1, 2)));
            threads.execute(new Receiving(node, queue, number++, "colour > 1", Set.of(2, 3)));
            threads.execute(new Receiving(node, queue, number++, "colour = 9", Set.of()));
            if (withoutSelectorToo) {
                threads.execute(new Receiving(node, queue, number++, "", Set.of(0, 1, 2, 3)));
            }
        }
        for (int i = 0; i < SENDERS; i++) {
            BrokerNode node = nodes.get(i % nodes.size());
            int sender = i;
            senders.add(
                    threads.submit(() -> send(node, node.queueAdministration().queue("q", false), sender)));
        }
        for (Future<?> sender : senders) {
            sender.get(120, TimeUnit.SECONDS);
        }
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (completions.get() < SENDERS * EACH && complaints.isEmpty() && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(5_000_000);
        }
        assertThat(complaints).isEmpty();
        assertThat(completions.get())
                .as("completed messages; left: %s", first.statistics().statistics(created))
                .isEqualTo(SENDERS * EACH);
        assertThat(completed).hasSize(SENDERS * EACH);
    }

    @Test
    @DisplayName("BEY-05 disjoint, overlapping and unmatched selectors on one embedded node lose no message")
    void shouldReceiveEverythingOnHsqldb() throws Exception {
        open(StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", "")), "one");
        receiveAllThatIsSent(false);
    }

    @Test
    @DisplayName("BEY-05 receivers with and without selectors on one embedded node lose no message")
    void shouldReceiveEverythingOnHsqldbWithOthers() throws Exception {
        open(StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", "")), "one");
        receiveAllThatIsSent(true);
    }

    @Test
    @DisplayName("BEY-05 receivers with and without selectors on two PostgreSQL nodes lose no message")
    void shouldReceiveEverythingOnTwoNodes() throws Exception {
        String url = PostgresServer.newDatabase();
        open(StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")), "here");
        open(StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")), "there");
        receiveAllThatIsSent(true);
    }
}
