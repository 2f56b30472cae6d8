package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.broker.SubscriptionRegistry;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TemporaryDestinationName;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests of topics and subscriptions on any store. */
abstract class TopicContract extends BrokerContract {

    private Entity topic;

    @BeforeEach
    void createTopic() {
        topic = broker.node.subscriptions().topic("news", true);
    }

    private SubscribeRequest request(SubscriptionKind kind, @Nullable String name, @Nullable String selector) {
        return new SubscribeRequest(topic, kind, "client", name, selector, false, "c1");
    }

    private SubscriptionHandle subscribe(SubscriptionKind kind, @Nullable String name) {
        return broker.node.subscriptions().subscribe(request(kind, name, null));
    }

    private SubscriptionHandle subscribe(SubscriptionKind kind, @Nullable String name, @Nullable String selector) {
        return broker.node.subscriptions().subscribe(request(kind, name, selector));
    }

    /** Waits, because messages for non-durable subscriptions arrive after the send returns. */
    private void assertComes(SubscriptionHandle subscription, String... texts) {
        BrokerFixture.eventually(
                subscription.entity().name() + " has " + List.of(texts),
                () -> broker.browse(subscription.entity()).equals(List.of(texts)));
    }

    private Consumer consumer(SubscriptionHandle subscription) {
        return broker.consumer(subscription.entity());
    }

    @Test
    @DisplayName("SUB-01 SUB-06 SUB-24 each subscription gets its own copy of a message, which is settled separately")
    void shouldFanOut() {
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        SubscriptionHandle other = subscribe(SubscriptionKind.UNSHARED_DURABLE, "b");
        SubscriptionHandle passing = subscribe(SubscriptionKind.UNSHARED, null);
        try (Consumer first = consumer(durable);
                Consumer second = consumer(other);
                Consumer third = consumer(passing)) {
            broker.send(topic, "one", "two", "three");

            InFlightDelivery delivery = first.next();
            broker.abandon(delivery);
            assertThat(first.take(3)).containsExactly("one", "two", "three");
            assertThat(second.take(3)).containsExactly("one", "two", "three");
            assertThat(third.take(3)).containsExactly("one", "two", "three");
            first.assertNothing();
            second.assertNothing();
            third.assertNothing();
        }
        durable.close();
        other.close();
        passing.close();
    }

    @Test
    @DisplayName("SUB-01 SUB-18 SUB-29 a durable subscription without consumers keeps messages, even across a restart")
    void shouldAccumulate() {
        subscribe(SubscriptionKind.UNSHARED_DURABLE, "a").close();
        subscribe(SubscriptionKind.SHARED_DURABLE, "b").close();
        broker.send(topic, "one", "two");
        broker.reopen();
        topic = broker.node.subscriptions().topic("news", false);
        broker.send(topic, "three");

        SubscriptionHandle again = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        try (Consumer consumer = consumer(again)) {
            assertThat(consumer.take(3)).containsExactly("one", "two", "three");
        }
        again.close();
        assertThat(broker.node.statistics().statistics(again.entity()).available())
                .isZero();
        SubscriptionHandle other = subscribe(SubscriptionKind.SHARED_DURABLE, "b");
        assertThat(broker.node.statistics().statistics(other.entity()).available())
                .isEqualTo(3);
        other.close();
    }

    @Test
    @DisplayName("SUB-02 a selector filters messages, and a topic without subscriptions accepts sends")
    void shouldSelect() {
        broker.send(topic, "before");
        SubscriptionHandle red = subscribe(SubscriptionKind.SHARED_DURABLE, "red", "colour = 'red'");
        SubscriptionHandle blue = subscribe(SubscriptionKind.SHARED, "blue", "colour = 'blue'");
        broker.send(topic, TestMessage.of("r").properties(Map.of("colour", "red")));
        broker.send(topic, TestMessage.of("b").properties(Map.of("colour", "blue")));
        broker.send(topic, TestMessage.of("none"));

        assertThat(broker.browse(red.entity())).containsExactly("r");
        assertComes(blue, "b");
        red.close();
        blue.close();
        assertRefused(BrokerErrorReason.INVALID_SELECTOR, () -> subscribe(SubscriptionKind.SHARED, "x", "colour ="));
    }

    @Test
    @DisplayName("SUB-08 SUB-20 noLocal rejects messages from the same connection or client id")
    void shouldKeepOutLocalMessages() {
        SubscriptionRegistry registry = broker.node.subscriptions();
        SubscriptionHandle passing = registry.subscribe(
                new SubscribeRequest(topic, SubscriptionKind.UNSHARED, null, null, null, true, "test"));
        SubscriptionHandle durable = registry.subscribe(
                new SubscribeRequest(topic, SubscriptionKind.UNSHARED_DURABLE, "mine", "a", null, true, "c1"));
        // The fixture sends as connection "test", without a client id.
        broker.send(topic, "local to one");

        assertThat(broker.browse(passing.entity())).isEmpty();
        assertThat(broker.browse(durable.entity())).containsExactly("local to one");
        PreparedSend mine = broker.prepared(topic, TestMessage.of("local to the other"));
        SendRequest.Sender sender = new SendRequest.Sender("c2", "mine");
        broker.node.sender().send(new PreparedSend(mine.target(), mine.enqueue(), List.of(), sender, null));
        assertComes(passing, "local to the other");
        assertThat(broker.browse(durable.entity())).containsExactly("local to one");
        passing.close();
        durable.close();
    }

    @Test
    @DisplayName("SUB-07 SUB-11 a non-durable subscription is deleted with its messages when its last consumer closes")
    void shouldGoWithItsLastConsumer() {
        SubscriptionHandle first = subscribe(SubscriptionKind.SHARED, "a");
        SubscriptionHandle second = subscribe(SubscriptionKind.SHARED, "a");
        SubscriptionHandle unshared = subscribe(SubscriptionKind.UNSHARED, null);
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        assertThat(second.entity()).isEqualTo(first.entity());
        broker.send(topic, "one", "two");

        first.close();
        first.close();
        assertThat(broker.node.queueAdministration().current(second.entity())).isPresent();
        assertComes(second, "one", "two");
        second.close();
        unshared.close();
        assertThat(broker.node.queueAdministration().current(second.entity())).isEmpty();
        assertThat(broker.node.queueAdministration().current(unshared.entity())).isEmpty();
        assertThat(broker.browse(durable.entity())).containsExactly("one", "two");
        try (Consumer consumer = consumer(durable)) {
            assertThat(consumer.take(2)).containsExactly("one", "two");
        }
        durable.close();
        SubscriptionHandle fresh = subscribe(SubscriptionKind.SHARED, "a");
        assertThat(broker.browse(fresh.entity())).isEmpty();
        fresh.close();
    }

    @Test
    @DisplayName("SUB-12 SUB-15 SUB-17 SUB-19 SUB-28 a subscription rejects consumers that do not match it")
    void shouldKeepIdentities() {
        SubscriptionHandle durable = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        SubscriptionHandle passing = subscribe(SubscriptionKind.SHARED, "a");
        assertRefused(BrokerErrorReason.SUBSCRIPTION_IN_USE, () -> subscribe(SubscriptionKind.UNSHARED_DURABLE, "a"));
        assertRefused(BrokerErrorReason.SUBSCRIPTION_CONFLICT, () -> subscribe(SubscriptionKind.SHARED_DURABLE, "a"));
        assertRefused(BrokerErrorReason.SUBSCRIPTION_CONFLICT, () -> subscribe(SubscriptionKind.SHARED, "a", "x = 1"));
        passing.close();
        broker.send(topic, "old");
        durable.close();

        assertRefused(BrokerErrorReason.SUBSCRIPTION_CONFLICT, () -> subscribe(SubscriptionKind.SHARED_DURABLE, "a"));
        SubscriptionHandle changed = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a", "x = 1");
        assertThat(broker.browse(changed.entity())).isEmpty();
        broker.send(topic, TestMessage.of("new").properties(Map.of("x", 1)));
        assertThat(broker.browse(changed.entity())).containsExactly("new");
        changed.close();
    }

    @Test
    @DisplayName("SUB-30 SUB-31 SUB-32 unsubscribe deletes an unused subscription by name and client id")
    void shouldUnsubscribe() {
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        broker.send(topic, "one");
        SubscriptionRegistry registry = broker.node.subscriptions();
        assertRefused(BrokerErrorReason.SUBSCRIPTION_IN_USE, () -> registry.unsubscribe("client", "a"));
        assertRefused(BrokerErrorReason.SUBSCRIPTION_NOT_FOUND, () -> registry.unsubscribe(null, "a"));
        assertRefused(BrokerErrorReason.SUBSCRIPTION_NOT_FOUND, () -> registry.unsubscribe("client", "b"));
        InFlightDelivery delivery;
        try (Consumer consumer = consumer(durable)) {
            delivery = consumer.next();
        }
        durable.close();
        assertRefused(BrokerErrorReason.SUBSCRIPTION_IN_USE, () -> registry.unsubscribe("client", "a"));
        broker.complete(delivery);

        registry.unsubscribe("client", "a");
        assertThat(broker.node.queueAdministration().current(durable.entity())).isEmpty();
        assertRefused(BrokerErrorReason.SUBSCRIPTION_NOT_FOUND, () -> registry.unsubscribe("client", "a"));
        broker.send(topic, "without subscription");
    }

    @Test
    @DisplayName("TOP-02 each durable subscription has its own dead-letter queue")
    void shouldDeadLetter() {
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        SubscriptionHandle other = subscribe(SubscriptionKind.SHARED_DURABLE, "b");
        broker.send(topic, "bad");
        try (Consumer consumer = consumer(durable)) {
            broker.node.settler().deadLetter(consumer.next(), "reason", "description", Map.of());
        }

        Entity dead = broker.node
                .queueAdministration()
                .queue("news/Subscriptions/client:a" + DestinationName.DEAD_LETTER_SUFFIX, false);
        assertThat(broker.browse(dead)).containsExactly("bad");
        assertThat(broker.browse(other.entity())).containsExactly("bad");
        durable.close();
        other.close();
    }

    @Test
    @DisplayName("TTL-13 the shorter default time to live of topic and subscription applies")
    void shouldTakeTheLesserDefault() {
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        SubscriptionHandle shorter = subscribe(SubscriptionKind.SHARED_DURABLE, "b");
        EntityOptions minute = EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMinutes(1));
        EntityOptions second = EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofSeconds(1));
        broker.node.components().node.context().registry().alter(topic, minute);
        broker.node.components().node.context().registry().alter(shorter.entity(), second);
        broker.send(topic, "one");

        broker.time.advance(Duration.ofSeconds(2));
        assertComes(shorter);
        assertThat(broker.browse(durable.entity())).containsExactly("one");
        broker.time.advance(Duration.ofMinutes(1));
        assertComes(durable);
        durable.close();
        shorter.close();
    }

    @Test
    @DisplayName("TXN a unit of work sends to topics and queues in one commit")
    void shouldSendInUnitsOfWork() {
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        SubscriptionHandle passing = subscribe(SubscriptionKind.SHARED, "b");
        Entity queue = broker.queue("q");
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.send(broker.prepared(topic, TestMessage.of("undone")));
        unit.rollback();
        unit.send(broker.prepared(topic, TestMessage.of("one")));
        unit.send(broker.prepared(queue, TestMessage.of("two")));
        unit.send(broker.prepared(topic, TestMessage.of("three")));
        assertThat(broker.browse(durable.entity())).isEmpty();
        unit.commit();

        assertThat(broker.browse(queue)).containsExactly("two");
        try (Consumer consumer = consumer(durable);
                Consumer other = consumer(passing)) {
            assertThat(consumer.take(2)).containsExactly("one", "three");
            assertThat(other.take(2)).containsExactly("one", "three");
        }
        durable.close();
        passing.close();
    }

    @Test
    @DisplayName("SND-05 non-persistent messages reach each subscription, with and without consumers")
    void shouldSendNonPersistent() {
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        SubscriptionHandle passing = subscribe(SubscriptionKind.UNSHARED, null);
        try (Consumer consumer = consumer(passing)) {
            List<String> texts = IntStream.range(0, 20).mapToObj(i -> "m" + i).toList();
            texts.forEach(text -> broker.send(topic, TestMessage.of(text).nonPersistent()));
            assertThat(consumer.take(20)).containsExactlyElementsOf(texts);
        }
        try (Consumer consumer = consumer(durable)) {
            assertThat(consumer.take(20)).hasSize(20);
        }
        durable.close();
        passing.close();
    }

    @Test
    @DisplayName("SUB-11 each subscription redelivers an abandoned in-memory message separately")
    void shouldGiveBackInMemory() {
        SubscriptionHandle first = subscribe(SubscriptionKind.SHARED, "a");
        SubscriptionHandle second = subscribe(SubscriptionKind.SHARED, "b");
        Consumer one = consumer(first);
        Consumer two = consumer(second);
        broker.send(topic, "m");
        InFlightDelivery inFlightOfOne = one.next();
        InFlightDelivery inFlightOfTwo = two.next();
        one.close();
        two.close();
        // Both subscriptions have no consumers, so both messages are stored.
        broker.abandon(inFlightOfOne);
        broker.abandon(inFlightOfTwo);

        assertThat(consumer(first).take()).isEqualTo("m");
        assertThat(consumer(second).take()).isEqualTo("m");
        first.close();
        second.close();
    }

    @Test
    @DisplayName("ASY-06 asynchronous sends keep their order while subscriptions are created and deleted")
    void shouldKeepTheOrderOfAsynchronousSends() throws InterruptedException {
        SubscriptionHandle durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        int count = 400;
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            broker.node.sender().sendAsync(broker.prepared(topic, TestMessage.of("m" + i)), refusal -> {
                assertThat(refusal).isNull();
                done.countDown();
            });
            if (i % 40 == 0) {
                subscribe(SubscriptionKind.UNSHARED, null).close();
            }
        }
        assertThat(done.await(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue();

        List<String> expected = IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
        assertThat(broker.browse(durable.entity())).containsExactlyElementsOf(expected);
        durable.close();
    }

    @Test
    @DisplayName("TMP-01 TMP-02 TMP-06 IDLE-07 temporary destinations are deleted by their owner or with their node")
    void shouldHaveTemporaryDestinations() {
        SubscriptionRegistry registry = broker.node.subscriptions();
        Entity queue = registry.createTemporary(EntityKind.QUEUE, "c1");
        Entity temporary = registry.createTemporary(EntityKind.TOPIC, "c1");
        assertThat(TemporaryDestinationName.of(queue.name()).orElseThrow().connectionId())
                .isEqualTo("c1");
        broker.send(queue, "reply");
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("reply");
        SubscriptionHandle subscription = registry.subscribe(
                new SubscribeRequest(temporary, SubscriptionKind.UNSHARED, null, null, null, false, "c1"));
        assertRefused(BrokerErrorReason.ENTITY_IN_USE, () -> registry.deleteTemporary(queue));
        assertRefused(BrokerErrorReason.ENTITY_IN_USE, () -> registry.deleteTemporary(temporary));
        consumer.close();
        subscription.close();

        registry.deleteTemporary(queue);
        registry.deleteTemporary(queue);
        assertRefused(BrokerErrorReason.ENTITY_NOT_FOUND, () -> broker.send(queue, "late"));
        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                () -> broker.node.queueAdministration().queue(queue.name(), true));
        broker.reopen();
        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                () -> broker.node.subscriptions().topic(temporary.name(), true));
    }

    @Test
    @DisplayName("SUB-11 IDLE-07 a dead node leaves its durable subscriptions, but no other entities that it used")
    void shouldCleanUpAfterDeadNodes() {
        SubscriptionHandle passing = subscribe(SubscriptionKind.SHARED, "a");
        SubscriptionHandle durable = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        Entity queue = broker.node.subscriptions().createTemporary(EntityKind.QUEUE, "c1");
        broker.send(topic, "one");
        broker.crash();
        topic = broker.node.subscriptions().topic("news", false);

        assertThat(broker.node.queueAdministration().current(passing.entity())).isEmpty();
        assertThat(broker.node.queueAdministration().current(queue)).isEmpty();
        SubscriptionHandle again = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        assertThat(again.entity()).isEqualTo(durable.entity());
        assertThat(broker.browse(again.entity())).containsExactly("one");
        again.close();
    }
}
