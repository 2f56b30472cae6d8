package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.Browsed;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.TimeSource;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.FakeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many senders and receivers at once, by the real clock: nothing is lost, nothing comes twice unannounced, and order is kept. */
@DisplayName("the broker under load")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BrokerStressTest {

    private static final int SENDERS = 4;

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<BrokerException> unexpected = java.util.Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private BrokerNode open() {
        return open(16L << 20);
    }

    private BrokerNode open(long bufferBytes) {
        return open(bufferBytes, TimeSource.SYSTEM);
    }

    private BrokerNode open(long bufferBytes, TimeSource time) {
        BrokerSettings defaults = BrokerSettings.defaults("stress");
        return BrokerNode.open(
                StoreOpening.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", "")),
                new BrokerSettings(
                        "stress",
                        defaults.lease(),
                        defaults.storeTimeout(),
                        defaults.pollInterval(),
                        defaults.maxMessageBytes(),
                        bufferBytes),
                time);
    }

    /** What one sender sent, in order, without what it rolled back. */
    private final class Sender implements Callable<List<String>> {
        private final BrokerNode node;
        private final Entity queue;
        private final int number;
        private final int count;

        Sender(BrokerNode node, Entity queue, int number, int count) {
            this.node = node;
            this.queue = queue;
            this.number = number;
            this.count = count;
        }

        @Override
        public List<String> call() {
            Random random = new Random(number);
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Mail mail = Mail.of("s" + number + ":" + String.format("%06d", i));
                switch (number % SENDERS) {
                    case 0 -> node.sending().send(BrokerFixture.prepared(node, queue, mail));
                    case 1 -> node.sending().send(BrokerFixture.prepared(node, queue, mail.nonPersistent()));
                    case 2 -> node.sending().sendAsync(BrokerFixture.prepared(node, queue, mail), this::note);
                    default -> {
                        UnitOfWork unit = node.newUnitOfWork();
                        unit.send(BrokerFixture.prepared(node, queue, mail));
                        if (random.nextInt(10) == 0) {
                            unit.rollback();
                            continue;
                        }
                        unit.commit();
                    }
                }
                sent.add(mail.text());
            }
            return sent;
        }

        private void note(BrokerException refusal) {
            if (refusal != null) {
                unexpected.add(refusal);
            }
        }
    }

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
            senders.add(threads.submit(new Sender(node, queue, i, 1_500)));
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
                .flatMap(found -> node.parts().context.registry().find(found.deadLetterQueueId()))
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

    private void note(BrokerException refusal) {
        if (refusal != null) {
            unexpected.add(refusal);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "the order of each sender is kept for one receiver that comes and goes, born acquired or not, with rollbacks")
    void shouldKeepOrder(boolean rollingBack) throws Exception {
        BrokerNode node = open(256 << 10);
        Entity queue = node.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1_000_000));
        int count = 1_500;
        List<Future<List<String>>> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            senders.add(threads.submit(new Sender(node, queue, i, count)));
        }
        Map<String, String> last = new HashMap<>();
        List<String> disorder = new ArrayList<>();
        Random random = new Random(7);
        Semaphore wakeUps = new Semaphore(0);
        int received = 0;
        boolean ended = false;
        while (!ended) {
            try (Receiver receiver = node.openReceiver(
                    queue, new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED), wakeUps::release)) {
                UnitOfWork unit = node.newUnitOfWork();
                Map<String, String> inUnit = new HashMap<>();
                int inUnitCount = 0;
                for (int i = random.nextInt(500); i >= 0; i--) {
                    boolean allSent = senders.stream().allMatch(Future::isDone);
                    HeldDelivery held = allSent ? receiver.pollNow() : receiver.poll();
                    if (held == null && allSent) {
                        ended = true;
                        break;
                    }
                    if (held == null) {
                        wakeUps.tryAcquire(100, TimeUnit.MILLISECONDS);
                        continue;
                    }
                    unit.receive(held);
                    inUnitCount++;
                    String text = BrokerFixture.text(held);
                    String sender = text.substring(0, text.indexOf(':'));
                    String before = inUnit.getOrDefault(sender, last.getOrDefault(sender, ""));
                    if (text.compareTo(before) <= 0) {
                        disorder.add(text + " after " + before);
                    }
                    inUnit.put(sender, text);
                    if (random.nextInt(20) == 0) {
                        if (rollingBack && random.nextInt(3) == 0) {
                            unit.rollback();
                        } else {
                            unit.commit();
                            last.putAll(inUnit);
                            received += inUnitCount;
                        }
                        inUnit.clear();
                        inUnitCount = 0;
                    }
                }
                if (rollingBack && !ended && random.nextBoolean()) {
                    unit.rollback();
                } else {
                    unit.commit();
                    last.putAll(inUnit);
                    received += inUnitCount;
                }
            }
        }
        int sent = 0;
        for (Future<List<String>> sender : senders) {
            sent += sender.get().size();
        }
        node.close();
        assertThat(disorder).isEmpty();
        assertThat(received).isEqualTo(sent);
        assertThat(unexpected).isEmpty();
    }

    @Test
    @DisplayName(
            "a node that closes under load ends in clear errors, and keeps every persistent message that it accepted")
    void shouldCloseUnderLoad() throws Exception {
        BrokerNode node = open();
        Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
        Set<String> accepted = ConcurrentHashMap.newKeySet();
        Set<String> completed = ConcurrentHashMap.newKeySet();
        Set<BrokerException.Reason> reasons = ConcurrentHashMap.newKeySet();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            workers.add(threads.submit(() -> {
                try {
                    for (int n = 0; ; n++) {
                        Mail mail = Mail.of(number + ":" + n);
                        node.sending().send(BrokerFixture.prepared(node, queue, mail));
                        accepted.add(mail.text());
                    }
                } catch (BrokerException e) {
                    reasons.add(e.reason());
                }
            }));
            workers.add(threads.submit(() -> {
                Semaphore wakeUps = new Semaphore(0);
                try (Receiver receiver = node.openReceiver(
                        queue, new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), wakeUps::release)) {
                    while (true) {
                        HeldDelivery held = receiver.poll();
                        if (held == null) {
                            assertThat(wakeUps.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
                        } else {
                            node.settlement().complete(List.of(held));
                            completed.add(BrokerFixture.text(held));
                        }
                    }
                } catch (BrokerException e) {
                    reasons.add(e.reason());
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        while (completed.size() < 2_000) {
            Thread.onSpinWait();
        }
        node.close();
        for (Future<?> worker : workers) {
            worker.get(20, TimeUnit.SECONDS);
        }
        assertThat(reasons).containsExactly(BrokerException.Reason.CLOSED);

        BrokerNode next = open();
        Set<String> left = new HashSet<>();
        AtomicInteger suspects = new AtomicInteger();
        next.browse(queue, null, 1_000_000).forEach(each -> {
            left.add(BrokerFixture.text(each.message().body()));
            if (each.delivery().suspect()) {
                suspects.incrementAndGet();
            }
        });
        next.close();
        Set<String> all = new HashSet<>(left);
        all.addAll(completed);
        assertThat(all).containsAll(accepted);
        assertThat(left).doesNotContainAnyElementsOf(completed);
        assertThat(suspects.get())
                .as("only what an application had, one for each receiver")
                .isLessThanOrEqualTo(3);
    }
}
