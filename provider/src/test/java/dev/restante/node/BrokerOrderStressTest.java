package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.testing.Eventually;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("order and shutdown of the broker under load")
final class BrokerOrderStressTest extends BrokerStressFixture {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("a receiver that closes and reopens gets the messages of each sender in order, also after rollbacks")
    void shouldKeepOrder(boolean rollingBack) throws Exception {
        keepOrder(rollingBack, List.of(4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("RCV-21 a receiver gets the messages of each sender in order within each priority")
    void shouldKeepOrderWithinPriorities(boolean rollingBack) throws Exception {
        keepOrder(rollingBack, List.of(4, 9, 4, 0, 5, 4, 9));
    }

    private void keepOrder(boolean rollingBack, List<Integer> priorities) throws Exception {
        BrokerNode node = open(256 << 10);
        Entity queue = node.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1_000_000));
        int count = 1_500;
        List<Future<List<String>>> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            senders.add(threads.submit(new Sender(node, queue, i, count, priorities)));
        }
        Map<String, String> last = new HashMap<>();
        List<String> disorder = new ArrayList<>();
        Random random = new Random(7);
        Semaphore wakeUps = new Semaphore(0);
        int received = 0;
        boolean ended = false;
        while (!ended) {
            try (Receiver receiver = node.openReceiver(
                    queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED), wakeUps::release)) {
                UnitOfWork unit = node.newUnitOfWork();
                Map<String, String> inUnit = new HashMap<>();
                int inUnitCount = 0;
                for (int i = random.nextInt(500); i >= 0; i--) {
                    boolean allSent = senders.stream().allMatch(Future::isDone);
                    InFlightDelivery delivery = allSent ? receiver.pollOrFetch() : receiver.pollPrefetched();
                    if (delivery == null && allSent) {
                        ended = true;
                        break;
                    }
                    if (delivery == null) {
                        wakeUps.tryAcquire(100, TimeUnit.MILLISECONDS);
                        continue;
                    }
                    unit.complete(delivery);
                    inUnitCount++;
                    String text = BrokerFixture.text(delivery);
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
    @DisplayName("a node that closes under load fails calls as closed, and keeps each accepted persistent message")
    void shouldCloseUnderLoad() throws Exception {
        BrokerNode node = open();
        Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
        Set<String> accepted = ConcurrentHashMap.newKeySet();
        Set<String> completed = ConcurrentHashMap.newKeySet();
        Set<BrokerException.BrokerErrorReason> reasons = ConcurrentHashMap.newKeySet();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            workers.add(threads.submit(() -> {
                try {
                    for (int n = 0; ; n++) {
                        TestMessage mail = TestMessage.of(number + ":" + n);
                        node.sender().send(BrokerFixture.prepared(node, queue, mail));
                        accepted.add(mail.text());
                    }
                } catch (BrokerException e) {
                    reasons.add(e.reason());
                }
            }));
            workers.add(threads.submit(() -> {
                Semaphore wakeUps = new Semaphore(0);
                try (Receiver receiver = node.openReceiver(
                        queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION), wakeUps::release)) {
                    while (true) {
                        InFlightDelivery delivery = receiver.pollPrefetched();
                        if (delivery == null) {
                            assertThat(wakeUps.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
                        } else {
                            node.settler().complete(List.of(delivery));
                            completed.add(BrokerFixture.text(delivery));
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
            Eventually.pause();
        }
        node.close();
        for (Future<?> worker : workers) {
            worker.get(20, TimeUnit.SECONDS);
        }
        assertThat(reasons).containsExactly(BrokerException.BrokerErrorReason.CLOSED);

        BrokerNode next = open();
        Set<String> left = new HashSet<>();
        AtomicInteger suspects = new AtomicInteger();
        next.browse(queue, null, 1_000_000).forEach(each -> {
            left.add(BrokerFixture.text(each.message().body()));
            if (each.delivery().redeliverySuspected()) {
                suspects.incrementAndGet();
            }
        });
        next.close();
        Set<String> all = new HashSet<>(left);
        all.addAll(completed);
        assertThat(all).containsAll(accepted);
        assertThat(left).doesNotContainAnyElementsOf(completed);
        assertThat(suspects.get())
                .as("suspect messages; at most one for each receiver")
                .isLessThanOrEqualTo(3);
    }
}
