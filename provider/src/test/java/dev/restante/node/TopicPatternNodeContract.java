package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Subscriptions to topics by pattern on one node: forwarding, times to live, idle deletion and memory. */
abstract class TopicPatternNodeContract extends IdleFixture {

    private static final Duration HOUR = Duration.ofHours(1);

    private static SubscribeRequest request(Entity topicOrPattern, @Nullable String name) {
        SubscriptionKind kind = name == null ? SubscriptionKind.UNSHARED : SubscriptionKind.SHARED_DURABLE;
        return new SubscribeRequest(topicOrPattern, kind, null, name, null, false, "c");
    }

    private Entity topic(String name, EntityOptions options) {
        return broker.node.topicAdministration().createTopic(name, options);
    }

    private Entity topic(String name) {
        return topic(name, EntityOptions.DEFAULT);
    }

    private Entity subscription(Entity topicOrPattern, String name, EntityOptions options) {
        return broker.node
                .topicAdministration()
                .createSubscription(
                        request(topicOrPattern, name), options, List.of(SubscriptionRule.defaultRule(null)));
    }

    private Entity subscription(String pattern, String name) {
        return subscription(TopicPattern.standIn(pattern), name, EntityOptions.DEFAULT);
    }

    private static EntityOptions forwardingTo(String topic) {
        return EntityOptions.DEFAULT.with(QueueOption.FORWARD_TO_TOPIC, topic);
    }

    @Test
    @DisplayName("WILD-01 a message that is forwarded through matching topics reaches a subscription once")
    void shouldDeliverOnceThroughForwarding() {
        Entity in = topic("in.a");
        Entity b = topic("out.b");
        Entity c = topic("out.c");
        Entity all = subscription("#", "all");
        Entity out = subscription("out.*", "out");
        Entity plain = subscription(c, "plain", EntityOptions.DEFAULT);
        subscription(in, "to-b", forwardingTo("out.b"));
        subscription(in, "to-c", forwardingTo("out.c"));
        subscription(b, "b-to-c", forwardingTo("out.c"));
        broker.send(in, "m");
        assertThat(broker.browse(all)).containsExactly("m");
        assertThat(broker.browse(out)).containsExactly("m");
        assertThat(broker.browse(plain)).containsExactly("m", "m");
        broker.send(c, "n");
        assertThat(broker.browse(all)).containsExactly("m", "n");
        assertThat(broker.browse(out)).containsExactly("m", "n");
    }

    @Test
    @DisplayName("WILD-03, FWD-01 a loop through a pattern is rejected")
    void shouldRejectLoops() {
        topic("in.a");
        topic("out.b");
        subscription(TopicPattern.standIn("in.*"), "in", forwardingTo("out.b"));
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> subscription(TopicPattern.standIn("out.#"), "out", forwardingTo("in.a")));
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> subscription(TopicPattern.standIn("#"), "all", forwardingTo("in.a")));
    }

    @Test
    @DisplayName("WILD-03, TTL-13 a message keeps the default time to live that its topic had when it was sent")
    void shouldExpireByTopics() {
        Entity brief = topic("a.brief", EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, HOUR));
        Entity endless = topic("a.endless");
        Entity subscription = subscription("a.*", "s");
        broker.send(brief, "brief");
        broker.send(endless, "endless");
        broker.time.advance(HOUR.minusMillis(1));
        assertThat(broker.browse(subscription)).containsExactly("brief", "endless");
        broker.time.advance(Duration.ofMillis(1));
        eventually("the message of one topic has expired", () -> broker.browse(subscription)
                .equals(List.of("endless")));
    }

    @Test
    @DisplayName("WILD-03, IDLE-03, IDLE-04 a consumer of a pattern keeps topics, and an idle subscription is deleted")
    void shouldCountAsUse() {
        Entity topic = topic("a.b", deletedWhenIdle());
        SubscriptionHandle handle = broker.node.subscriptions().subscribe(request(TopicPattern.standIn("a.*"), null));
        Consumer consumer = broker.consumer(handle.entity());
        assertKeptFor(topic, IDLE.multipliedBy(3));
        consumer.close();
        handle.close();
        assertDeletedAfter(topic, IDLE_AFTER_USE);

        Entity idle = subscription(TopicPattern.standIn("a.*"), "s", deletedWhenIdle());
        assertKeptFor(idle, IDLE.minus(MILLI));
        broker.browse(idle);
        assertKeptFor(idle, IDLE.minus(MILLI));
        assertDeletedAfter(idle, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("WILD-01 non-persistent messages of all topics stay in memory for a waiting consumer, in their order")
    void shouldKeepMessagesInMemory() {
        Entity first = topic("a.b");
        Entity second = topic("a.c");
        SubscriptionHandle handle = broker.node.subscriptions().subscribe(request(TopicPattern.standIn("a.*"), null));
        try (Consumer consumer = broker.consumer(handle.entity())) {
            consumer.assertNothing();
            for (int i = 0; i < 5; i++) {
                broker.send(first, TestMessage.of("b" + i).nonPersistent());
                broker.send(second, TestMessage.of("c" + i).nonPersistent());
            }
            List<String> taken = consumer.take(10);
            assertThat(taken.stream().filter(text -> text.startsWith("b")))
                    .containsExactly("b0", "b1", "b2", "b3", "b4");
            assertThat(taken.stream().filter(text -> text.startsWith("c")))
                    .containsExactly("c0", "c1", "c2", "c3", "c4");
        }
        handle.close();
        assertThat(broker.store.subscriptions().withPattern()).isEmpty();
        broker.send(first, TestMessage.of("gone"));
    }

    @Test
    @DisplayName("WILD-02 a subscription and its dead letters outlive a restart and their topic")
    void shouldOutliveRestarts() {
        Entity topic = topic("a.b");
        Entity subscription = subscription("a.#", "s");
        broker.send(topic, "m");
        try (Consumer consumer = broker.consumer(subscription)) {
            broker.node.settler().deadLetter(consumer.next(), "asked for", null, Map.of());
        }
        broker.send(topic, "n");
        broker.reopen();
        assertThat(broker.node.topicAdministration().deleteTopic("a.b", false)).isTrue();
        assertThat(broker.browse(subscription)).containsExactly("n");
        Entity dead = broker.node
                .queueAdministration()
                .queue("a.#/Subscriptions/:s" + DestinationName.DEAD_LETTER_SUFFIX, false);
        assertThat(broker.browsed(dead)).singleElement().satisfies(browsed -> assertThat(
                        requireNonNull(browsed.delivery().annotations()).source())
                .isEqualTo("a.#/Subscriptions/:s"));
        broker.send(topic("a.c"), "later");
        assertThat(broker.browse(subscription)).containsExactly("n", "later");
    }
}
