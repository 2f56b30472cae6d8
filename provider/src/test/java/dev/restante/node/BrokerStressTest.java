package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.testing.Eventually;
import dev.restante.testing.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many concurrent senders and receivers by the real clock. No message is lost, and every redelivery is announced. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("the broker under load")
final class BrokerStressTest extends BrokerStressFixture {

    /** Record of how often each message came, and whether its delivery count announced each redelivery. */
    private static final class Ledger {
        final Map<String, Integer> completed = new ConcurrentHashMap<>();
        final Map<Long, Integer> highestCount = new ConcurrentHashMap<>();
        final Set<String> complaints = ConcurrentHashMap.newKeySet();
        final AtomicInteger completions = new AtomicInteger();

        void handedOver(InFlightDelivery delivery) {
            int count = delivery.deliveryCount();
            Integer before = highestCount.put(delivery.sequenceNumber(), count);
            if (before == null ? count != 1 : count != before + 1) {
                complaints.add(BrokerFixture.text(delivery) + " came with count " + count + " after " + before);
            }
        }

        void completed(String text) {
            completions.incrementAndGet();
            if (completed.merge(text, 1, Integer::sum) > 1) {
                complaints.add(text + " was completed twice");
            }
        }
    }

    @Test
    @DisplayName("RCV-02 RCV-06 under load no message is lost, and the delivery count announces each redelivery")
    void shouldLoseNothing() throws Exception {
        BrokerNode node = open(64 << 10);
        Entity queue = node.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1_000_000));
        Ledger ledger = new Ledger();
        AtomicBoolean stopped = new AtomicBoolean();
        List<Future<?>> receivers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int seed = i;
            receivers.add(threads.submit(() -> receive(node, queue, new Random(seed), ledger, stopped)));
        }
        List<Future<List<String>>> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            senders.add(threads.submit(new Sender(node, queue, i, 1_500, List.of(4))));
        }
        Set<String> sent = new HashSet<>();
        for (Future<List<String>> sender : senders) {
            sent.addAll(sender.get());
        }
        while (ledger.completions.get() < sent.size() / 2) {
            Eventually.pause();
        }
        stopped.set(true);
        for (Future<?> receiver : receivers) {
            receiver.get();
        }
        long closing = System.nanoTime();
        node.close();
        assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(20));

        BrokerNode next = open();
        try (Receiver receiver =
                next.openReceiver(queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION), () -> {})) {
            for (InFlightDelivery delivery = receiver.pollOrFetch();
                    delivery != null;
                    delivery = receiver.pollOrFetch()) {
                ledger.handedOver(delivery);
                ledger.completed(BrokerFixture.text(delivery));
                next.settler().completeAsync(delivery, refusal -> {});
            }
        }
        assertThat(next.statistics().statistics(queue).available()).isZero();
        next.close();
        assertThat(ledger.complaints).isEmpty();
        assertThat(unexpected).isEmpty();
        Set<String> missing = new HashSet<>(sent);
        missing.removeAll(ledger.completed.keySet());
        assertThat(missing).isEmpty();
        assertThat(ledger.completed).hasSameSizeAs(sent);
    }

    @Test
    @DisplayName("TTL-16 SND-07 under load each message that falls due is received once or dead-lettered once")
    void shouldSweepPagesBesideReceivers() throws Exception {
        FakeClock time = new FakeClock();
        BrokerNode node = open(16L << 20, time);
        Entity queue = node.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        int each = 3_000;
        Set<String> sent = new HashSet<>();
        for (int i = 0; i < each; i++) {
            for (TestMessage mail : List.of(
                    TestMessage.of("late " + i).delay(Duration.ofMinutes(1)),
                    TestMessage.of("dies " + i).timeToLive(Duration.ofMinutes(1)))) {
                node.sender().sendAsync(BrokerFixture.prepared(node, queue, mail), refusal -> {
                    if (refusal != null) {
                        unexpected.add(refusal);
                    }
                });
                sent.add(mail.text());
            }
        }
        Entity deadLetters = node.queueAdministration()
                .current(queue)
                .flatMap(found -> node.components().node.context().registry().cached(found.deadLetterQueueId()))
                .orElseThrow();
        while (node.statistics().statistics(queue).available()
                        + node.statistics().statistics(queue).scheduled()
                < sent.size()) {
            Eventually.pause();
        }
        Ledger ledger = new Ledger();
        AtomicBoolean stopped = new AtomicBoolean();
        List<Future<?>> receivers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            receivers.add(threads.submit(() -> completeAll(node, queue, ledger, stopped)));
        }
        time.advance(Duration.ofMinutes(1));
        while (ledger.completions.get()
                        + node.statistics().statistics(deadLetters).available()
                < sent.size()) {
            Eventually.pause();
        }
        stopped.set(true);
        for (Future<?> receiver : receivers) {
            receiver.get();
        }
        for (BrowsedMessage dead : node.browse(deadLetters, null, sent.size())) {
            ledger.completed(BrokerFixture.text(dead.message().body()));
        }
        node.close();
        assertThat(unexpected).isEmpty();
        assertThat(ledger.complaints).isEmpty();
        assertThat(ledger.completed.keySet()).isEqualTo(sent);
    }

    private static Void completeAll(BrokerNode node, Entity queue, Ledger ledger, AtomicBoolean stopped)
            throws InterruptedException {
        Semaphore wakeUps = new Semaphore(0);
        try (Receiver receiver = node.openReceiver(
                queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION), wakeUps::release)) {
            while (!stopped.get()) {
                InFlightDelivery delivery = receiver.pollPrefetched();
                if (delivery == null) {
                    wakeUps.tryAcquire(50, TimeUnit.MILLISECONDS);
                    continue;
                }
                ledger.handedOver(delivery);
                node.settler().complete(List.of(delivery));
                ledger.completed(BrokerFixture.text(delivery));
            }
        }
        return null;
    }

    /** Opens and closes receivers, and completes, abandons, releases, commits or rolls back their messages. */
    private Void receive(BrokerNode node, Entity queue, Random random, Ledger ledger, AtomicBoolean stopped)
            throws InterruptedException {
        Semaphore wakeUps = new Semaphore(0);
        while (!stopped.get()) {
            boolean transacted = random.nextBoolean();
            ReceiverOptions options = new ReceiverOptions(
                    transacted ? ReceiverOptions.ReceiveMode.UNTIL_SETTLED : ReceiverOptions.ReceiveMode.LOCK_DURATION);
            try (Receiver receiver = node.openReceiver(queue, options, wakeUps::release)) {
                UnitOfWork unit = node.newUnitOfWork();
                List<String> inUnit = new ArrayList<>();
                for (int i = random.nextInt(300); i >= 0 && !stopped.get(); i--) {
                    InFlightDelivery delivery =
                            random.nextInt(20) == 0 ? receiver.pollOrFetch() : receiver.pollPrefetched();
                    if (delivery == null) {
                        wakeUps.tryAcquire(50, TimeUnit.MILLISECONDS);
                        continue;
                    }
                    ledger.handedOver(delivery);
                    if (transacted) {
                        unit.complete(delivery);
                        inUnit.add(BrokerFixture.text(delivery));
                        if (random.nextInt(5) == 0) {
                            end(unit, inUnit, random, ledger);
                        }
                    } else if (random.nextInt(20) == 0) {
                        node.settler().abandon(delivery, Map.of(), null);
                    } else {
                        // Recorded before the settlement, so that the record shows if another receiver gets the message
                        // again.
                        ledger.completed(BrokerFixture.text(delivery));
                        if (random.nextBoolean()) {
                            node.settler().complete(List.of(delivery));
                        } else {
                            node.settler().completeAsync(delivery, this::note);
                        }
                    }
                }
                unit.rollback();
            }
        }
        return null;
    }

    private static void end(UnitOfWork unit, List<String> inUnit, Random random, Ledger ledger) {
        if (random.nextInt(4) == 0) {
            unit.rollback();
        } else {
            unit.commit();
            inUnit.forEach(ledger::completed);
        }
        inUnit.clear();
    }
}
