package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.RuleAdministration;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Deletion of idle topics and subscriptions, and of entities that forward. */
abstract class IdleTopicContract extends IdleFixture {

    @Test
    @DisplayName("IDLE-04, IDLE-08 a peek at the messages of a subscription counts as a use")
    void shouldKeepASubscriptionThatIsLookedAt() {
        Entity topic = broker.node.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity subscription = subscription(topic, "s", deletedWhenIdle());
        pass(IDLE.minus(MILLI));
        peek(subscription, false);
        assertKeptFor(subscription, IDLE.minus(MILLI));
        assertDeletedAfter(subscription, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-04 TOP-03 a change of the rules of a subscription counts as a use")
    void shouldKeepASubscriptionWhoseRulesChange() {
        Entity topic = broker.node.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity subscription = subscription(topic, "s", deletedWhenIdle());
        RuleAdministration rules = broker.node.topicAdministration().rules();
        SubscriptionRule rule = new SubscriptionRule("r", RuleFilter.correlation("n", 1));
        Duration nearly = IDLE.minus(MILLI);
        assertKeptFor(subscription, nearly);
        rules.add(subscription, rule);
        assertKeptFor(subscription, nearly);
        rules.alter(subscription, rule);
        assertKeptFor(subscription, nearly);
        rules.remove(subscription, "r");
        assertKeptFor(subscription, nearly);
        rules.rules(subscription);
        assertDeletedAfter(subscription, IDLE_AFTER_USE);
    }

    private Entity topic(EntityOptions options) {
        return broker.node.topicAdministration().createTopic("t", options);
    }

    private SubscribeRequest request(Entity topic, @Nullable String name) {
        return new SubscribeRequest(
                topic,
                name == null ? SubscriptionKind.UNSHARED : SubscriptionKind.SHARED_DURABLE,
                null,
                name,
                null,
                false,
                "c");
    }

    private Entity subscription(Entity topic, String name, EntityOptions options) {
        return broker.node
                .topicAdministration()
                .createSubscription(request(topic, name), options, List.of(SubscriptionRule.defaultRule(null)));
    }

    @Test
    @DisplayName("IDLE-03 an unused topic is deleted with its subscriptions")
    void shouldDeleteAnIdleTopic() {
        Entity topic = topic(deletedWhenIdle());
        Entity subscription = subscription(topic, "s", EntityOptions.DEFAULT);
        assertKeptFor(topic, IDLE.minus(MILLI));
        assertDeletedAfter(topic, IDLE_AFTER_USE);
        eventually("the subscription is deleted", () -> !exists(subscription));
        assertThatThrownBy(() -> broker.send(topic, "m")).isInstanceOf(BrokerException.class);
    }

    @Test
    @DisplayName("IDLE-03 sends, alterations and all uses of its subscriptions keep a topic")
    void shouldKeepATopicThatIsUsed() {
        Entity topic = topic(deletedWhenIdle());
        Duration nearly = IDLE.minus(MILLI);
        assertKeptFor(topic, nearly);
        broker.send(topic, "m");
        assertKeptFor(topic, nearly);
        broker.node.topicAdministration().alter(topic, deletedWhenIdle());
        assertKeptFor(topic, nearly);
        Entity subscription = subscription(topic, "s", EntityOptions.DEFAULT);
        assertKeptFor(topic, nearly);
        broker.node.topicAdministration().alter(subscription, EntityOptions.DEFAULT);
        assertKeptFor(topic, nearly);
        broker.browse(subscription);
        assertKeptFor(topic, nearly);
        broker.consumer(subscription).close();
        assertKeptFor(topic, nearly);
        broker.node.subscriptions().unsubscribe(null, "s");
        assertKeptFor(topic, nearly);
        SubscriptionHandle subscriptionHandle = broker.node.subscriptions().subscribe(request(topic, null));
        Consumer consumer = broker.consumer(subscriptionHandle.entity());
        assertKeptFor(topic, IDLE.multipliedBy(3));
        consumer.close();
        subscriptionHandle.close();
        assertDeletedAfter(topic, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-03 scheduled messages keep a topic")
    void shouldKeepATopicWithScheduledMessages() {
        Entity topic = topic(deletedWhenIdle());
        Entity subscription = subscription(topic, "s", EntityOptions.DEFAULT);
        broker.send(topic, TestMessage.of("m").delay(IDLE.multipliedBy(3)));
        assertKeptFor(topic, IDLE.multipliedBy(3).minus(MILLI));
        broker.time.advance(MILLI);
        eventually(
                "the scheduled message is available",
                () -> broker.node.statistics().statistics(subscription).available() == 1);
        assertKeptFor(topic, IDLE.minus(MILLI));
        assertDeletedAfter(topic, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-04 receives, browsing and alterations keep a subscription, but sends to its topic do not")
    void shouldDeleteAnIdleSubscription() {
        Entity topic = topic(EntityOptions.DEFAULT);
        Duration nearly = IDLE.minus(MILLI);
        Entity subscription = subscription(topic, "s", deletedWhenIdle());
        assertKeptFor(subscription, nearly);
        broker.browse(subscription);
        assertKeptFor(subscription, nearly);
        broker.node.topicAdministration().alter(subscription, deletedWhenIdle());
        assertKeptFor(subscription, nearly);
        SubscriptionHandle subscriptionHandle = broker.node.subscriptions().subscribe(request(topic, "s"));
        Consumer consumer = broker.consumer(subscription);
        assertKeptFor(subscription, IDLE.multipliedBy(3));
        consumer.close();
        subscriptionHandle.close();
        assertKeptFor(subscription, nearly);
        broker.send(topic, "m");
        broker.send(topic, TestMessage.of("scheduled").delay(IDLE.multipliedBy(3)));
        assertDeletedAfter(subscription, IDLE_AFTER_USE);
        assertThat(broker.node.topicAdministration().subscriptions(topic)).isEmpty();
        assertThat(exists(topic)).isTrue();
        broker.send(topic, "n");
    }

    @Test
    @DisplayName("IDLE-05 an entity that forwards is never idle, and forwarding counts as a use of the target")
    void shouldKeepWhatForwards() {
        Entity target = broker.queue("target", deletedWhenIdle());
        Entity queue = broker.queue("q", deletedWhenIdle().with(QueueOption.FORWARD_TO, "target"));
        Entity topic = topic(EntityOptions.DEFAULT);
        Entity subscription = subscription(topic, "s", deletedWhenIdle().with(QueueOption.FORWARD_TO, "target"));
        pass(IDLE.minus(MILLI));
        broker.send(queue, "m");
        assertKeptFor(target, IDLE.minus(MILLI));
        assertDeletedAfter(target, IDLE_AFTER_USE);
        assertKeptFor(queue, IDLE.multipliedBy(5));
        assertThat(exists(subscription)).isTrue();

        broker.node.queueAdministration().alter("q", deletedWhenIdle());
        assertKeptFor(queue, IDLE.minus(MILLI));
        assertDeletedAfter(queue, IDLE);
    }
}
