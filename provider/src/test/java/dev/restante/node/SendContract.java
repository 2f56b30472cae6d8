package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.IdLayout;
import dev.restante.model.StateCounts;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.feature.forwarding.Forwarder;
import dev.restante.option.QueueOption;
import dev.restante.testing.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sends, their order, and browsing. */
abstract class SendContract extends BrokerContract {

    @Test
    @DisplayName("SND-01 a persistent message is in the store when the send returns, even with a waiting receiver")
    void shouldStoreBeforeReturning() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1");
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("1");
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        broker.send(queue, "direct delivery");
        broker.crash();
        assertThat(broker.browse(queue)).containsExactly("direct delivery");
    }

    @Test
    @DisplayName("SND-05 a non-persistent message stays in memory if a receiver is caught up, or else is stored")
    void shouldDeliverNonPersistent() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("through the store").nonPersistent());
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery first = consumer.next();
        assertThat(broker.browse(queue)).isEmpty();
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        broker.send(queue, TestMessage.of("in memory").nonPersistent());
        InFlightDelivery second = consumer.next();
        assertThat(broker.browse(queue)).isEmpty();
        assertThat(second.hasRow()).isFalse();
        broker.abandon(second);
        InFlightDelivery again = consumer.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        broker.complete(List.of(first, again));
        consumer.assertNothing();
    }

    @Test
    @DisplayName("SND-05 a non-persistent message is delivered at most once, even after a crash")
    void shouldDeliverNonPersistentAtMostOnce() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("1").nonPersistent());
        broker.send(queue, TestMessage.of("2").nonPersistent());
        broker.send(queue, "persistent");
        Consumer consumer = broker.consumer(queue);
        consumer.next();
        broker.crash();
        assertThat(broker.browse(queue)).containsExactly("persistent");
    }

    @Test
    @DisplayName("SND-05 RCV-11 a deferred non-persistent message is received at most once, even after a crash")
    void shouldDeliverDeferredNonPersistentAtMostOnce() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("received").nonPersistent());
        broker.send(queue, TestMessage.of("set aside").nonPersistent());
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery received = consumer.next();
        InFlightDelivery setAside = consumer.next();
        broker.node.settler().defer(received, Map.of());
        broker.node.settler().defer(setAside, Map.of());
        broker.receiveDeferred(queue, List.of(received.sequenceNumber()));
        broker.crash();
        assertThat(broker.browse(queue)).isEmpty();
        assertThat(broker.node.deferredMessages().list(queue, 0, 10))
                .extracting(browsedMessage -> browsedMessage.delivery().id())
                .containsExactly(setAside.sequenceNumber());
    }

    @Test
    @DisplayName("SND-05 non-persistent messages that wait in memory survive an orderly end of the node")
    void shouldStoreWhatWaitsInMemory() {
        Entity queue = broker.queue("q");
        Consumer consumer = broker.consumer(queue);
        consumer.assertNothing();
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        for (int i = 0; i < 10; i++) {
            broker.send(queue, TestMessage.of("n" + i).nonPersistent());
        }
        assertThat(broker.node.statistics().statistics(queue).available()).isEqualTo(10);
        assertThat(consumer.take()).isEqualTo("n0");
        broker.reopen();
        Consumer next = broker.consumer(queue);
        assertThat(next.take(9))
                .isEqualTo(IntStream.range(1, 10).mapToObj(i -> "n" + i).toList());
        next.assertNothing();
    }

    @Test
    @DisplayName("messages come by priority, and in the order of their sends within a priority")
    void shouldKeepPriorityAndOrder() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 30; i++) {
            broker.send(queue, TestMessage.of(i % 10 + "-" + i / 10).priority(i % 10));
        }
        List<String> expected = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            for (int i = 0; i < 3; i++) {
                expected.add(priority + "-" + i);
            }
        }
        assertThat(broker.browse(queue)).isEqualTo(expected);
        assertThat(broker.consumer(queue).take(30)).isEqualTo(expected);
    }

    @Test
    @DisplayName("PRD a scheduled message is invisible until its delivery time, and then takes its position")
    void shouldScheduleInOrder() {
        Entity queue = broker.queue("q");
        Consumer consumer = broker.consumer(queue);
        broker.send(queue, TestMessage.of("third").delay(Duration.ofSeconds(30)));
        broker.send(queue, TestMessage.of("first").delay(Duration.ofSeconds(10)));
        broker.time.advance(Duration.ofSeconds(1));
        broker.send(queue, TestMessage.of("second").delay(Duration.ofSeconds(9)));
        broker.send(queue, TestMessage.of("non-persistent").nonPersistent().delay(Duration.ofSeconds(10)));
        consumer.assertNothing();
        assertThat(broker.browse(queue)).isEmpty();

        broker.time.advance(Duration.ofSeconds(9).minusMillis(1));
        consumer.assertNothing();
        broker.time.advance(Duration.ofMillis(1));
        assertThat(consumer.take(2)).containsExactly("first", "second");
        consumer.close();
        broker.time.advance(Duration.ofMinutes(1));
        broker.send(queue, "last");
        broker.eventuallyHolds(queue, 3, 0, 0);
        assertThat(broker.browse(queue)).containsExactly("non-persistent", "third", "last");
    }

    @Test
    @DisplayName("browsing shows available and locked messages page by page, and changes nothing")
    void shouldBrowseInPages() {
        Entity queue = broker.queue("q");
        for (int i = 0; i < 25; i++) {
            broker.send(queue, TestMessage.of("m" + i).priority(i % 2 == 0 ? 4 : 7));
        }
        Consumer consumer = broker.consumer(queue);
        consumer.next();
        List<String> all = broker.browse(queue);
        assertThat(all).hasSize(25);
        List<String> paged = new ArrayList<>();
        List<BrowsedMessage> page = broker.node.browse(queue, null, 10);
        while (!page.isEmpty()) {
            page.forEach(each -> paged.add(BrokerFixture.text(each.message().body())));
            page = broker.node.browse(queue, page.get(page.size() - 1).delivery(), 10);
        }
        assertThat(paged).isEqualTo(all);
        assertThat(broker.node.statistics().statistics(queue).inFlight()).isEqualTo(1);
    }

    @Test
    @DisplayName("SND-02 SND-03 async sends complete in order, and a too large message fails as not retryable")
    void shouldCompleteAsyncSendsInOrder() {
        Entity queue = broker.queue("q");
        List<Integer> done = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 500; i++) {
            int number = i;
            broker.node
                    .sender()
                    .sendAsync(broker.prepared(queue, TestMessage.of("m" + i)), refusal -> done.add(number));
        }
        BrokerFixture.eventually("all sends have completed", () -> done.size() == 500);
        assertThat(done).isSorted();
        assertThat(broker.browse(queue))
                .isEqualTo(IntStream.range(0, 500).mapToObj(i -> "m" + i).toList());
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> broker.prepared(queue, TestMessage.of("x".repeat((64 << 20) + 1))))
                .matches(refused -> refused.reason() == BrokerErrorReason.MESSAGE_TOO_LARGE && !refused.retryable());
    }

    @Test
    @DisplayName("SND-03 100 async sends to a busy store take two batches at most, and complete in order")
    void shouldSendManyInOneBatch() {
        Entity queue = broker.queue("q");
        List<Integer> done = java.util.Collections.synchronizedList(new ArrayList<>());
        int before = broker.store.batches();
        try (SharedStore.Hold held = broker.store.holdWrites()) {
            for (int i = 0; i < 100; i++) {
                int number = i;
                broker.node.sender().sendAsync(broker.prepared(queue, TestMessage.of("m" + i)), refusal -> {
                    assertThat(refusal).isNull();
                    done.add(number);
                });
            }
            assertThat(held).isNotNull();
            assertThat(done).isEmpty();
        }
        BrokerFixture.eventually("all sends have completed", () -> done.size() == 100);
        assertThat(broker.store.batches() - before).isBetween(1, 2);
        assertThat(done).isEqualTo(IntStream.range(0, 100).boxed().toList());
        assertThat(broker.browse(queue)).hasSize(100);
    }

    @Test
    @DisplayName("SND-02 a send that cannot reach the store fails as retryable, and the retry sends the message once")
    void shouldSucceedWhenTriedAgain() {
        broker.reopen(Duration.ofMillis(1), BrokerFixture.LONG_LEASE.prefetchBytes());
        Entity queue = broker.queue("q");
        PreparedSend send = broker.prepared(queue, TestMessage.of("m"));

        broker.store.reachable(false);
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> broker.node.sender().send(send))
                .matches(refused -> refused.reason() == BrokerErrorReason.STORE_UNAVAILABLE && refused.retryable());
        broker.store.reachable(true);
        broker.node.sender().send(send);
        assertThat(broker.browse(queue)).containsExactly("m");
    }

    /** Moves the clock past the last instant that has ids, and returns that instant as text. */
    private String passTheLastId() {
        broker.time.advance(Duration.ofMillis(IdLayout.LAST_MILLIS + 1 - broker.time.storeMillis()));
        return Instant.ofEpochMilli(IdLayout.LAST_MILLIS).toString();
    }

    @Test
    @DisplayName("SND-12 while the clock shows a time without ids, sends fail, and stored messages can be received")
    void shouldRefuseSendsWithoutIds() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("before"));
        broker.send(queue, TestMessage.of("later").delay(Duration.ofDays(36_500)));
        Consumer consumer = broker.consumer(queue);
        String last = passTheLastId();
        for (TestMessage mail : List.of(TestMessage.of("m"), TestMessage.of("m").nonPersistent())) {
            assertThatExceptionOfType(BrokerException.class)
                    .isThrownBy(() -> broker.send(queue, mail))
                    .withMessageContaining(last)
                    .matches(refused -> refused.reason() == BrokerErrorReason.STORE_FAILED && !refused.retryable());
        }
        InFlightDelivery before = consumer.next();
        broker.abandon(before);
        assertThat(consumer.take()).isEqualTo("before");
        broker.time.advance(Duration.ofDays(36_500));
        assertThat(consumer.take()).isEqualTo("later");
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("SND-12 a prefetched message that cannot be forwarded without a new id returns to its queue")
    void shouldKeepWhatCanNotBeForwarded() {
        Entity queue = broker.queue("q");
        broker.queue("values", EntityOptions.DEFAULT.with(QueueOption.LAST_VALUE_KEY, "key"));
        for (String text : List.of("held", "prefetched")) {
            broker.send(queue, TestMessage.of(text).properties(Map.of("key", text)));
        }
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("held");
        BrokerFixture.eventually("a message is prefetched", () -> stored(queue).acquired() == 1);
        passTheLastId();
        try (CapturedLog log = new CapturedLog(Forwarder.class)) {
            broker.node.queueAdministration().alter("q", queue.options().with(QueueOption.FORWARD_TO, "values"));
            BrokerFixture.eventually("the forwarder has reported its failure", () -> log.lines().stream()
                    .anyMatch(line -> line.contains("could not be forwarded")));
        }
        broker.node.queueAdministration().alter("q", queue.options());
        assertThat(consumer.take()).isEqualTo("prefetched");
    }

    @Test
    @DisplayName("SND-12 a group that cannot be accepted for lack of an id stays free")
    void shouldKeepGroupsFree() {
        Entity queue = broker.queue("q");
        passTheLastId();
        for (int i = 0; i < 2; i++) {
            assertRefused(
                    BrokerErrorReason.STORE_FAILED,
                    () -> broker.node.messageGroups().accept(queue, "g"));
        }
    }

    private StateCounts stored(Entity queue) {
        return broker.store.deliveries().counts(queue.id());
    }
}
