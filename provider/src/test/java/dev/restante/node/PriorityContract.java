package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.dispatch.EntityDispatcher;
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

/** The order of messages of different priorities where a backlog is prefetched (RCV-21). */
abstract class PriorityContract extends BrokerContract {

    private static final int BACKLOG = 3_000;
    private static final int TAKEN = 200;
    private static final Duration DELAY = Duration.ofMinutes(1);
    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final Mail URGENT = Mail.of("urgent").priority(9);

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
                unit.send(broker.prepared(target, Mail.of("m" + i)));
            }
            unit.commit();
        }
    }

    private EntityDispatcher dispatcher(Entity queue) {
        return broker.node.parts().dispatchers.of(queue.id());
    }

    private void awaitFetches(Entity queue) throws InterruptedException {
        assertThat(dispatcher(queue).awaitIdle(FETCH_NANOS)).isTrue();
    }

    /** Takes as many of the backlog as make the node prefetch more of it. */
    private void takeSome(Consumer consumer, Entity queue) throws InterruptedException {
        for (int i = 0; i < TAKEN; i++) {
            assertThat(consumer.take()).isEqualTo("m" + i);
        }
        awaitFetches(queue);
        assertThat(dispatcher(queue).contents().stock().acquired()).isPositive();
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
                broker.node.settlement().abandon(consumer.next(), Map.of(), DELAY);
            }
            case UNDEFER -> {
                broker.send(queue, URGENT);
                eventuallyAtHand(queue);
                HeldDelivery held = consumer.next();
                broker.node.settlement().defer(held, Map.of());
                broker.node.messageAdministration().undefer(queue, List.of(held.sequenceNumber()));
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
                    broker.node.settlement().deadLetter(of.next(), "reason", "description", Map.of());
                }
            }
        }
        broker.time.advance(way == Way.PROMOTION || way == Way.BACK_OFF ? DELAY : Duration.ZERO);
    }

    private void eventuallyAtHand(Entity queue) {
        eventually(
                "it is prefetched",
                () -> dispatcher(queue)
                                .contents()
                                .find(buffered -> buffered.delivery().priority() == 9)
                        != null);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("RCV-21 an arrival of a higher priority is received before the prefetched backlog, after one fetch")
    void shouldOvertakeThePrefetched(Way way) throws InterruptedException {
        Entity queue = broker.queue("q");
        sendBacklog(queue, BACKLOG);
        Consumer consumer = broker.consumer(queue);
        takeSome(consumer, queue);

        arrive(way, queue, consumer);
        eventuallyAtHand(queue);
        assertThat(consumer.take()).isEqualTo("urgent");
        List<HeldDelivery> rest = new ArrayList<>();
        for (int i = TAKEN; i < BACKLOG; i++) {
            HeldDelivery next = consumer.next();
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
    @DisplayName("RCV-21 subscriptions have the same order")
    void shouldOvertakeInASubscription() throws InterruptedException {
        Entity topic = broker.node.subscriptions().topic("news", true);
        Subscribed subscribed = broker.node
                .subscriptions()
                .subscribe(
                        new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, "client", "s", null, false, "c"));
        sendBacklog(topic, BACKLOG);
        try (Consumer consumer = broker.consumer(subscribed.entity())) {
            takeSome(consumer, subscribed.entity());
            broker.send(topic, URGENT);
            eventuallyAtHand(subscribed.entity());
            assertThat(consumer.take()).isEqualTo("urgent");
            assertThat(consumer.take()).isEqualTo("m" + TAKEN);
        }
        subscribed.close();
    }

    @Test
    @DisplayName("RCV-21 more than a fetch of a higher priority comes before all that was prefetched")
    void shouldOvertakeWithMoreThanAFetch() throws InterruptedException {
        Entity queue = broker.queue("q");
        sendBacklog(queue, BACKLOG);
        Consumer consumer = broker.consumer(queue);
        takeSome(consumer, queue);

        UnitOfWork unit = broker.node.newUnitOfWork();
        for (int i = 0; i < BACKLOG; i++) {
            unit.send(broker.prepared(queue, Mail.of("u" + i).priority(9)));
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
    @DisplayName(
            "RCV-21 the buffer holds its limit and one fetch; the rest goes back uncounted, and is received in order")
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
                broker.send(queue, Mail.of(text + body).priority(priority));
            }
            expected.addAll(0, texts);
            if (priority == 0) {
                // Its receiver is one that takes messages, so the node prefetches for it.
                consumer.next();
                expected.remove(0);
            }
            awaitFetches(queue);
            assertThat(dispatcher(queue).contents().stock().acquired()).isLessThanOrEqualTo(most);
        }
        List<String> received = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            HeldDelivery next = consumer.next();
            assertThat(next.deliveryCount()).isEqualTo(1);
            received.add(text(next).replace("x", ""));
            awaitFetches(queue);
        }
        assertThat(received).isEqualTo(expected);
    }
}
