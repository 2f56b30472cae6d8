package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import dev.restante.testing.FakeTime;
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

/** Many senders and receivers at once, by the real clock: nothing is lost, and nothing comes twice unannounced. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("the broker under load")
final class BrokerStressTest extends BrokerStressFixture {

    /** Counts how often each message came, and whether every repetition was announced. */
    private static final class Ledger {
        final Map<String, Integer> completed = new ConcurrentHashMap<>();
        final Map<Long, Integer> highestCount = new ConcurrentHashMap<>();
        final Set<String> complaints = ConcurrentHashMap.newKeySet();
        final AtomicInteger completions = new AtomicInteger();

        void handedOver(HeldDelivery held) {
            int count = held.deliveryCount();
            Integer before = highestCount.put(held.sequenceNumber(), count);
            if (before == null ? count != 1 : count != before + 1) {
                complaints.add(BrokerFixture.text(held) + " came with count " + count + " after " + before);
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
    @DisplayName(
            "RCV-02 RCV-06 nothing is lost and nothing repeated unannounced, with receivers that come, go, abandon and roll back")
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
            Thread.onSpinWait();
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
                next.openReceiver(queue, new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), () -> {})) {
            for (HeldDelivery held = receiver.pollNow(); held != null; held = receiver.pollNow()) {
                ledger.handedOver(held);
                ledger.completed(BrokerFixture.text(held));
                next.settlement().completeLazily(held, refusal -> {});
            }
        }
        assertThat(next.statistics().of(queue).available()).isZero();
        next.close();
        assertThat(ledger.complaints).isEmpty();
        assertThat(unexpected).isEmpty();
        Set<String> missing = new HashSet<>(sent);
        missing.removeAll(ledger.completed.keySet());
        assertThat(missing).isEmpty();
        assertThat(ledger.completed).hasSameSizeAs(sent);
    }

    @Test
    @DisplayName(
            "TTL-16 SND-07 what falls due in pages beside receivers that take it is received once or a dead letter once")
    void shouldSweepPagesBesideReceivers() throws Exception {
        FakeTime time = new FakeTime();
        BrokerNode node = open(16L << 20, time);
        Entity queue = node.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        int each = 3_000;
        Set<String> sent = new HashSet<>();
        for (int i = 0; i < each; i++) {
            for (Mail mail : List.of(
                    Mail.of("late " + i).delay(Duration.ofMinutes(1)),
                    Mail.of("dies " + i).timeToLive(Duration.ofMinutes(1)))) {
                node.sending().sendAsync(BrokerFixture.prepared(node, queue, mail), refusal -> {
                    if (refusal != null) {
                        unexpected.add(refusal);
                    }
                });
                sent.add(mail.text());
            }
        }
        Entity deadLetters = node.queueAdministration()
                .current(queue)
                .flatMap(found -> node.parts().context.registry().cached(found.deadLetterQueueId()))
                .orElseThrow();
        while (node.statistics().of(queue).available()
                        + node.statistics().of(queue).scheduled()
                < sent.size()) {
            Thread.onSpinWait();
        }
        Ledger ledger = new Ledger();
        AtomicBoolean stopped = new AtomicBoolean();
        List<Future<?>> receivers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            receivers.add(threads.submit(() -> completeAll(node, queue, ledger, stopped)));
        }
        time.advance(Duration.ofMinutes(1));
        while (ledger.completions.get() + node.statistics().of(deadLetters).available() < sent.size()) {
            Thread.onSpinWait();
        }
        stopped.set(true);
        for (Future<?> receiver : receivers) {
            receiver.get();
        }
        for (Browsed dead : node.browse(deadLetters, null, sent.size())) {
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
        try (Receiver receiver =
                node.openReceiver(queue, new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), wakeUps::release)) {
            while (!stopped.get()) {
                HeldDelivery held = receiver.poll();
                if (held == null) {
                    wakeUps.tryAcquire(50, TimeUnit.MILLISECONDS);
                    continue;
                }
                ledger.handedOver(held);
                node.settlement().complete(List.of(held));
                ledger.completed(BrokerFixture.text(held));
            }
        }
        return null;
    }

    /** Opens and closes receivers; completes, abandons, gives back, and commits or rolls back what it gets. */
    private Void receive(BrokerNode node, Entity queue, Random random, Ledger ledger, AtomicBoolean stopped)
            throws InterruptedException {
        Semaphore wakeUps = new Semaphore(0);
        while (!stopped.get()) {
            boolean transacted = random.nextBoolean();
            ReceiverOptions options = new ReceiverOptions(
                    transacted ? ReceiverOptions.Hold.UNTIL_SETTLED : ReceiverOptions.Hold.LOCK_DURATION);
            try (Receiver receiver = node.openReceiver(queue, options, wakeUps::release)) {
                UnitOfWork unit = node.newUnitOfWork();
                List<String> inUnit = new ArrayList<>();
                for (int i = random.nextInt(300); i >= 0 && !stopped.get(); i--) {
                    HeldDelivery held = random.nextInt(20) == 0 ? receiver.pollNow() : receiver.poll();
                    if (held == null) {
                        wakeUps.tryAcquire(50, TimeUnit.MILLISECONDS);
                        continue;
                    }
                    ledger.handedOver(held);
                    if (transacted) {
                        unit.receive(held);
                        inUnit.add(BrokerFixture.text(held));
                        if (random.nextInt(5) == 0) {
                            end(unit, inUnit, random, ledger);
                        }
                    } else if (random.nextInt(20) == 0) {
                        node.settlement().abandon(held, Map.of(), null);
                    } else {
                        // Noted first: somebody else might not see it later, but nobody may see it again.
                        ledger.completed(BrokerFixture.text(held));
                        if (random.nextBoolean()) {
                            node.settlement().complete(List.of(held));
                        } else {
                            node.settlement().completeLazily(held, this::note);
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
