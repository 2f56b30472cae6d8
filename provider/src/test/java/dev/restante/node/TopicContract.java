package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.broker.Subscriptions;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TemporaryName;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
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

/** Topics and subscriptions, on any store. */
abstract class TopicContract extends BrokerContract {

    private Entity topic;

    @BeforeEach
    void createTopic() {
        topic = broker.node.subscriptions().topic("news", true);
    }

    private SubscribeRequest request(SubscriptionKind kind, @Nullable String name, @Nullable String selector) {
        return new SubscribeRequest(topic, kind, "client", name, selector, false, "c1");
    }

    private Subscribed subscribe(SubscriptionKind kind, @Nullable String name) {
        return broker.node.subscriptions().subscribe(request(kind, name, null));
    }

    private Subscribed subscribe(SubscriptionKind kind, @Nullable String name, @Nullable String selector) {
        return broker.node.subscriptions().subscribe(request(kind, name, selector));
    }

    /** What is not durable is on its way when the send returns. */
    private void assertComes(Subscribed subscribed, String... texts) {
        BrokerFixture.eventually(
                subscribed.entity().name() + " has " + List.of(texts),
                () -> broker.browse(subscribed.entity()).equals(List.of(texts)));
    }

    private Consumer consumer(Subscribed subscribed) {
        return broker.consumer(subscribed.entity());
    }

    @Test
    @DisplayName("SUB-01 SUB-06 SUB-24 each subscription gets its own copy, each copy lives by itself")
    void shouldFanOut() {
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        Subscribed other = subscribe(SubscriptionKind.UNSHARED_DURABLE, "b");
        Subscribed passing = subscribe(SubscriptionKind.UNSHARED, null);
        try (Consumer first = consumer(durable);
                Consumer second = consumer(other);
                Consumer third = consumer(passing)) {
            broker.send(topic, "one", "two", "three");

            HeldDelivery held = first.next();
            broker.abandon(held);
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
    @DisplayName("SUB-01 SUB-18 SUB-29 a durable subscription keeps what comes while nobody consumes, over a restart")
    void shouldAccumulate() {
        subscribe(SubscriptionKind.UNSHARED_DURABLE, "a").close();
        subscribe(SubscriptionKind.SHARED_DURABLE, "b").close();
        broker.send(topic, "one", "two");
        broker.reopen();
        topic = broker.node.subscriptions().topic("news", false);
        broker.send(topic, "three");

        Subscribed again = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        try (Consumer consumer = consumer(again)) {
            assertThat(consumer.take(3)).containsExactly("one", "two", "three");
        }
        again.close();
        assertThat(broker.node.statistics().of(again.entity()).available()).isZero();
        Subscribed other = subscribe(SubscriptionKind.SHARED_DURABLE, "b");
        assertThat(broker.node.statistics().of(other.entity()).available()).isEqualTo(3);
        other.close();
    }

    @Test
    @DisplayName(
            "SUB-02 a selector keeps out what it does not match; a topic nobody listens to takes messages all the same")
    void shouldSelect() {
        broker.send(topic, "before");
        Subscribed red = subscribe(SubscriptionKind.SHARED_DURABLE, "red", "colour = 'red'");
        Subscribed blue = subscribe(SubscriptionKind.SHARED, "blue", "colour = 'blue'");
        broker.send(topic, Mail.of("r").properties(Map.of("colour", "red")));
        broker.send(topic, Mail.of("b").properties(Map.of("colour", "blue")));
        broker.send(topic, Mail.of("none"));

        assertThat(broker.browse(red.entity())).containsExactly("r");
        assertComes(blue, "b");
        red.close();
        blue.close();
        assertRefused(Reason.INVALID_SELECTOR, () -> subscribe(SubscriptionKind.SHARED, "x", "colour ="));
    }

    @Test
    @DisplayName("SUB-08 SUB-20 noLocal keeps out what the own connection, or the own client id, sends")
    void shouldKeepOutLocalMessages() {
        Subscribed passing = broker.node
                .subscriptions()
                .subscribe(new SubscribeRequest(topic, SubscriptionKind.UNSHARED, null, null, null, true, "test"));
        Subscribed durable = broker.node
                .subscriptions()
                .subscribe(
                        new SubscribeRequest(topic, SubscriptionKind.UNSHARED_DURABLE, "mine", "a", null, true, "c1"));
        // The fixture sends as connection "test", without a client id.
        broker.send(topic, "local to one");

        assertThat(broker.browse(passing.entity())).isEmpty();
        assertThat(broker.browse(durable.entity())).containsExactly("local to one");
        PreparedSend mine = broker.prepared(topic, Mail.of("local to the other"));
        broker.node
                .sending()
                .send(new PreparedSend(
                        mine.target(), mine.enqueue(), List.of(), new SendRequest.Sender("c2", "mine"), null));
        assertComes(passing, "local to the other");
        assertThat(broker.browse(durable.entity())).containsExactly("local to one");
        passing.close();
        durable.close();
    }

    @Test
    @DisplayName("SUB-07 SUB-11 what is not durable goes with its last consumer, and leaves nothing")
    void shouldGoWithItsLastConsumer() {
        Subscribed first = subscribe(SubscriptionKind.SHARED, "a");
        Subscribed second = subscribe(SubscriptionKind.SHARED, "a");
        Subscribed unshared = subscribe(SubscriptionKind.UNSHARED, null);
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
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
        Subscribed fresh = subscribe(SubscriptionKind.SHARED, "a");
        assertThat(broker.browse(fresh.entity())).isEmpty();
        fresh.close();
    }

    @Test
    @DisplayName("SUB-12 SUB-15 SUB-17 SUB-19 SUB-28 who may join what, and what replaces what")
    void shouldKeepIdentities() {
        Subscribed durable = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        Subscribed passing = subscribe(SubscriptionKind.SHARED, "a");
        assertRefused(Reason.SUBSCRIPTION_IN_USE, () -> subscribe(SubscriptionKind.UNSHARED_DURABLE, "a"));
        assertRefused(Reason.SUBSCRIPTION_CONFLICT, () -> subscribe(SubscriptionKind.SHARED_DURABLE, "a"));
        assertRefused(Reason.SUBSCRIPTION_CONFLICT, () -> subscribe(SubscriptionKind.SHARED, "a", "x = 1"));
        passing.close();
        broker.send(topic, "old");
        durable.close();

        assertRefused(Reason.SUBSCRIPTION_CONFLICT, () -> subscribe(SubscriptionKind.SHARED_DURABLE, "a"));
        Subscribed changed = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a", "x = 1");
        assertThat(broker.browse(changed.entity())).isEmpty();
        broker.send(topic, Mail.of("new").properties(Map.of("x", 1)));
        assertThat(broker.browse(changed.entity())).containsExactly("new");
        changed.close();
    }

    @Test
    @DisplayName("SUB-30 SUB-31 SUB-32 unsubscribe deletes what nobody uses, by name and client id")
    void shouldUnsubscribe() {
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        broker.send(topic, "one");
        Subscriptions subscriptions = broker.node.subscriptions();
        assertRefused(Reason.SUBSCRIPTION_IN_USE, () -> subscriptions.unsubscribe("client", "a"));
        assertRefused(Reason.SUBSCRIPTION_NOT_FOUND, () -> subscriptions.unsubscribe(null, "a"));
        assertRefused(Reason.SUBSCRIPTION_NOT_FOUND, () -> subscriptions.unsubscribe("client", "b"));
        HeldDelivery held;
        try (Consumer consumer = consumer(durable)) {
            held = consumer.next();
        }
        durable.close();
        assertRefused(Reason.SUBSCRIPTION_IN_USE, () -> subscriptions.unsubscribe("client", "a"));
        broker.complete(held);

        subscriptions.unsubscribe("client", "a");
        assertThat(broker.node.queueAdministration().current(durable.entity())).isEmpty();
        assertRefused(Reason.SUBSCRIPTION_NOT_FOUND, () -> subscriptions.unsubscribe("client", "a"));
        broker.send(topic, "nobody wants this");
    }

    @Test
    @DisplayName("TOP-02 dead letters of a durable subscription are in its own queue")
    void shouldDeadLetter() {
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        Subscribed other = subscribe(SubscriptionKind.SHARED_DURABLE, "b");
        broker.send(topic, "bad");
        try (Consumer consumer = consumer(durable)) {
            broker.node.settlement().deadLetter(consumer.next(), "reason", "description", Map.of());
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
    @DisplayName("TTL-13 the lesser default of topic and subscription applies")
    void shouldTakeTheLesserDefault() {
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        Subscribed shorter = subscribe(SubscriptionKind.SHARED_DURABLE, "b");
        EntityOptions minute = EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMinutes(1));
        EntityOptions second = EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofSeconds(1));
        broker.node.parts().context.registry().alter(topic.id(), minute);
        broker.node.parts().context.registry().alter(shorter.entity().id(), second);
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
    @DisplayName("TXN a unit of work sends to topics and queues together or not at all")
    void shouldSendInUnitsOfWork() {
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        Subscribed passing = subscribe(SubscriptionKind.SHARED, "b");
        Entity queue = broker.queue("q");
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.send(broker.prepared(topic, Mail.of("undone")));
        unit.rollback();
        unit.send(broker.prepared(topic, Mail.of("one")));
        unit.send(broker.prepared(queue, Mail.of("two")));
        unit.send(broker.prepared(topic, Mail.of("three")));
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
    @DisplayName("SND-05 non-persistent messages reach every subscription, consumed now or later")
    void shouldSendNonPersistent() {
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        Subscribed passing = subscribe(SubscriptionKind.UNSHARED, null);
        try (Consumer consumer = consumer(passing)) {
            IntStream.range(0, 20)
                    .forEach(i -> broker.send(topic, Mail.of("m" + i).nonPersistent()));
            assertThat(consumer.take(20))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 20).mapToObj(i -> "m" + i).toList());
        }
        try (Consumer consumer = consumer(durable)) {
            assertThat(consumer.take(20)).hasSize(20);
        }
        durable.close();
        passing.close();
    }

    @Test
    @DisplayName("SUB-11 what an application gives back in memory is delivered again, to each subscription by itself")
    void shouldGiveBackInMemory() {
        Subscribed first = subscribe(SubscriptionKind.SHARED, "a");
        Subscribed second = subscribe(SubscriptionKind.SHARED, "b");
        Consumer one = consumer(first);
        Consumer two = consumer(second);
        broker.send(topic, "m");
        HeldDelivery heldByOne = one.next();
        HeldDelivery heldByTwo = two.next();
        one.close();
        two.close();
        // Nobody listens any more, so both go into the store.
        broker.abandon(heldByOne);
        broker.abandon(heldByTwo);

        assertThat(consumer(first).take()).isEqualTo("m");
        assertThat(consumer(second).take()).isEqualTo("m");
        first.close();
        second.close();
    }

    @Test
    @DisplayName("ASY-06 asynchronous sends keep their order while subscriptions come and go")
    void shouldKeepTheOrderOfAsynchronousSends() throws InterruptedException {
        Subscribed durable = subscribe(SubscriptionKind.SHARED_DURABLE, "a");
        int count = 400;
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            broker.node.sending().sendAsync(broker.prepared(topic, Mail.of("m" + i)), refusal -> {
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
    @DisplayName(
            "TMP-01 TMP-02 TMP-06 IDLE-07 temporary destinations are deleted by their owner, with their node at the latest")
    void shouldHaveTemporaryDestinations() {
        Subscriptions subscriptions = broker.node.subscriptions();
        Entity queue = subscriptions.createTemporary(EntityKind.QUEUE, "c1");
        Entity temporary = subscriptions.createTemporary(EntityKind.TOPIC, "c1");
        assertThat(TemporaryName.of(queue.name()).orElseThrow().connectionId()).isEqualTo("c1");
        broker.send(queue, "reply");
        Consumer consumer = broker.consumer(queue);
        assertThat(consumer.take()).isEqualTo("reply");
        Subscribed subscribed = subscriptions.subscribe(
                new SubscribeRequest(temporary, SubscriptionKind.UNSHARED, null, null, null, false, "c1"));
        assertRefused(Reason.ENTITY_IN_USE, () -> subscriptions.deleteTemporary(queue));
        assertRefused(Reason.ENTITY_IN_USE, () -> subscriptions.deleteTemporary(temporary));
        consumer.close();
        subscribed.close();

        subscriptions.deleteTemporary(queue);
        subscriptions.deleteTemporary(queue);
        assertRefused(Reason.ENTITY_NOT_FOUND, () -> broker.send(queue, "late"));
        assertRefused(
                Reason.ENTITY_NOT_FOUND, () -> broker.node.queueAdministration().queue(queue.name(), true));
        broker.reopen();
        assertRefused(Reason.ENTITY_NOT_FOUND, () -> broker.node.subscriptions().topic(temporary.name(), true));
    }

    @Test
    @DisplayName(
            "SUB-11 IDLE-07 what a dead node used and is not lasting goes, a durable subscription can be joined again")
    void shouldCleanUpAfterDeadNodes() {
        Subscribed passing = subscribe(SubscriptionKind.SHARED, "a");
        Subscribed durable = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        Entity queue = broker.node.subscriptions().createTemporary(EntityKind.QUEUE, "c1");
        broker.send(topic, "one");
        broker.crash();
        topic = broker.node.subscriptions().topic("news", false);

        assertThat(broker.node.queueAdministration().current(passing.entity())).isEmpty();
        assertThat(broker.node.queueAdministration().current(queue)).isEmpty();
        Subscribed again = subscribe(SubscriptionKind.UNSHARED_DURABLE, "a");
        assertThat(again.entity()).isEqualTo(durable.entity());
        assertThat(broker.browse(again.entity())).containsExactly("one");
        again.close();
    }
}
