package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Order of messages of different priorities when a backlog is prefetched (RCV-21). */
abstract class PriorityContract extends BrokerContract {

    private static final int BACKLOG = 3_000;
    private static final int TAKEN = 200;
    private static final Duration DELAY = Duration.ofMinutes(1);
    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final TestMessage URGENT = TestMessage.of("urgent").priority(9);

    /** Ways in which a message becomes available. */
    enum Way {
        SEND,
        SEND_WITHOUT_STORE,
        TRANSACTION,
        PROMOTION,
        BACK_OFF,
        UNDEFER,
        SEND_TO_A_FORWARDING_QUEUE,
        FORWARDER,
        DEAD_LETTERS
    }

    private void sendBacklog(Entity target, int count) {
        for (int sent = 0; sent < count; sent += 1_000) {
            UnitOfWork unit = broker.node.newUnitOfWork();
            for (int i = sent; i < Math.min(count, sent + 1_000); i++) {
                unit.send(broker.prepared(target, TestMessage.of("m" + i)));
            }
            unit.commit();
        }
    }

    private EntityDispatcher dispatcher(Entity queue) {
        return broker.node.components().node.dispatchers().getOrOpen(queue.id());
    }

    private void awaitFetches(Entity queue) throws InterruptedException {
        assertThat(dispatcher(queue).awaitIdle(FETCH_NANOS)).isTrue();
    }

    /** Takes enough messages of the backlog to make the node prefetch more of it. */
    private void takeSome(Consumer consumer, Entity queue) throws InterruptedException {
        for (int i = 0; i < TAKEN; i++) {
            assertThat(consumer.take()).isEqualTo("m" + i);
        }
        awaitFetches(queue);
        assertThat(dispatcher(queue).prefetched().prefetchCount().acquired()).isPositive();
    }

    private void arrive(Way way, Entity queue, Consumer consumer) {
        switch (way) {
            case SEND -> broker.send(queue, URGENT);
            case SEND_WITHOUT_STORE -> broker.send(queue, URGENT.nonPersistent());
            case TRANSACTION -> {
                UnitOfWork unit = broker.node.newUnitOfWork();
                unit.send(broker.prepared(queue, URGENT));
                unit.commit();
            }
            case PROMOTION -> broker.send(queue, URGENT.delay(DELAY));
            case BACK_OFF -> {
                broker.send(queue, URGENT);
                eventuallyAtHand(queue);
                broker.node.settler().abandon(consumer.next(), Map.of(), DELAY);
            }
            case UNDEFER -> {
                broker.send(queue, URGENT);
                eventuallyAtHand(queue);
                InFlightDelivery delivery = consumer.next();
                broker.node.settler().defer(delivery, Map.of());
                broker.node.messageAdministration().undefer(queue, List.of(delivery.sequenceNumber()));
            }
            case SEND_TO_A_FORWARDING_QUEUE ->
                broker.send(broker.queue("source", EntityOptions.DEFAULT.with(QueueOption.FORWARD_TO, "q")), URGENT);
            case FORWARDER -> {
                Entity source = broker.queue("source");
                broker.send(source, URGENT);
                broker.node
                        .queueAdministration()
                        .alter("source", source.options().with(QueueOption.FORWARD_TO, "q"));
            }
            case DEAD_LETTERS -> {
                Entity source = broker.queue("source", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "q"));
                broker.send(source, URGENT);
                try (Consumer of = broker.consumer(source)) {
                    broker.node.settler().deadLetter(of.next(), "reason", "description", Map.of());
                }
            }
        }
        broker.time.advance(way == Way.PROMOTION || way == Way.BACK_OFF ? DELAY : Duration.ZERO);
    }

    private void eventuallyAtHand(Entity queue) {
        eventually(
                "the message with priority 9 is prefetched",
                () -> dispatcher(queue)
                                .prefetched()
                                .find(prefetched -> prefetched.delivery().priority() == 9)
                        != null);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("RCV-21 an arrival of a higher priority overtakes the prefetched backlog after one fetch")
    void shouldOvertakeThePrefetched(Way way) throws InterruptedException {
        Entity queue = broker.queue("q");
        sendBacklog(queue, BACKLOG);
        Consumer consumer = broker.consumer(queue);
        takeSome(consumer, queue);

        arrive(way, queue, consumer);
        eventuallyAtHand(queue);
        assertThat(consumer.take()).isEqualTo("urgent");
        List<InFlightDelivery> rest = new ArrayList<>();
        for (int i = TAKEN; i < BACKLOG; i++) {
            InFlightDelivery next = consumer.next();
            assertThat(next.deliveryCount()).isEqualTo(1);
            assertThat(text(next)).isEqualTo("m" + i);
            rest.add(next);
        }
        broker.complete(rest);
        consumer.assertNothing();
    }

    @Test
    @DisplayName("RCV-21 the fetch for a message of a higher priority has begun when the send returns")
    void shouldBeFetchedByTheSend() throws InterruptedException {
        Entity queue = broker.queue("q");
        sendBacklog(queue, BACKLOG);
        Consumer consumer = broker.consumer(queue);
        takeSome(consumer, queue);
        for (int i = 0; i < 20; i++) {
            broker.send(queue, URGENT);
            awaitFetches(queue);
            assertThat(consumer.take()).isEqualTo("urgent");
        }
    }

    @Test
    @DisplayName("RCV-21 an arrival of a higher priority overtakes the prefetched backlog of a subscription")
    void shouldOvertakeInASubscription() throws InterruptedException {
        Entity topic = broker.node.subscriptions().topic("news", true);
        SubscriptionHandle subscriptionHandle = broker.node
                .subscriptions()
                .subscribe(
                        new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, "client", "s", null, false, "c"));
        sendBacklog(topic, BACKLOG);
        try (Consumer consumer = broker.consumer(subscriptionHandle.entity())) {
            takeSome(consumer, subscriptionHandle.entity());
            broker.send(topic, URGENT);
            eventuallyAtHand(subscriptionHandle.entity());
            assertThat(consumer.take()).isEqualTo("urgent");
            assertThat(consumer.take()).isEqualTo("m" + TAKEN);
        }
        subscriptionHandle.close();
    }

    @Test
    @DisplayName("RCV-21 arrivals of a higher priority overtake all prefetched messages, even if they exceed a fetch")
    void shouldOvertakeWithMoreThanAFetch() throws InterruptedException {
        Entity queue = broker.queue("q");
        sendBacklog(queue, BACKLOG);
        Consumer consumer = broker.consumer(queue);
        takeSome(consumer, queue);

        UnitOfWork unit = broker.node.newUnitOfWork();
        for (int i = 0; i < BACKLOG; i++) {
            unit.send(broker.prepared(queue, TestMessage.of("u" + i).priority(9)));
        }
        unit.commit();
        awaitFetches(queue);
        for (int i = 0; i < BACKLOG; i++) {
            assertThat(text(consumer.next())).isEqualTo("u" + i);
            awaitFetches(queue);
        }
        assertThat(text(consumer.next())).isEqualTo("m" + TAKEN);
    }

    @Test
    @DisplayName("RCV-21 messages beyond the buffer limit are returned uncounted, and are received in order")
    void shouldGiveBackTheTail() throws InterruptedException {
        int bytes = 64 << 10;
        int most = 2 * bytes / (1_024 + 512) + 1;
        broker.reopen(BrokerFixture.LONG_LEASE.storeTimeout(), bytes);
        Entity queue = broker.queue("q");
        String body = "x".repeat(1_024);
        List<String> expected = new ArrayList<>();
        Consumer consumer = broker.consumer(queue);
        consumer.assertNothing();
        for (int priority = 0; priority <= 9; priority++) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                String text = priority + "-" + i + " ";
                texts.add(text);
                broker.send(queue, TestMessage.of(text + body).priority(priority));
            }
            expected.addAll(0, texts);
            if (priority == 0) {
                // This receiver takes a message, so the node prefetches for it.
                consumer.next();
                expected.remove(0);
            }
            awaitFetches(queue);
            assertThat(dispatcher(queue).prefetched().prefetchCount().acquired())
                    .isLessThanOrEqualTo(most);
        }
        List<String> received = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            InFlightDelivery next = consumer.next();
            assertThat(next.deliveryCount()).isEqualTo(1);
            received.add(text(next).replace("x", ""));
            awaitFetches(queue);
        }
        assertThat(received).isEqualTo(expected);
    }
}
