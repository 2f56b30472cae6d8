package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.RuleAdministration;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The IDLE rows about topics, subscriptions and what forwards. */
abstract class IdleTopicContract extends IdleFixture {

    @Test
    @DisplayName("IDLE-04, IDLE-08 who looks at a subscription's messages uses it")
    void shouldKeepASubscriptionThatIsLookedAt() {
        Entity topic = broker.node.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity subscription = subscription(topic, "s", mortal());
        pass(IDLE.minus(MILLI));
        peek(subscription, false);
        assertStays(subscription, IDLE.minus(MILLI));
        assertGoes(subscription, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-04 TOP-03 who changes the rules of a subscription uses it")
    void shouldKeepASubscriptionWhoseRulesChange() {
        Entity topic = broker.node.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity subscription = subscription(topic, "s", mortal());
        RuleAdministration rules = broker.node.topicAdministration().rules();
        SubscriptionRule rule = new SubscriptionRule("r", RuleFilter.on("n", 1));
        Duration nearly = IDLE.minus(MILLI);
        assertStays(subscription, nearly);
        rules.add(subscription, rule);
        assertStays(subscription, nearly);
        rules.alter(subscription, rule);
        assertStays(subscription, nearly);
        rules.remove(subscription, "r");
        assertStays(subscription, nearly);
        rules.rules(subscription);
        assertGoes(subscription, IDLE_AFTER_USE);
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
                .createSubscription(request(topic, name), options, List.of(SubscriptionRule.byDefault(null)));
    }

    @Test
    @DisplayName("IDLE-03 a topic that nobody uses goes with its subscriptions")
    void shouldDeleteAnIdleTopic() {
        Entity topic = topic(mortal());
        Entity subscription = subscription(topic, "s", EntityOptions.DEFAULT);
        assertStays(topic, IDLE.minus(MILLI));
        assertGoes(topic, IDLE_AFTER_USE);
        eventually("so has its subscription", () -> !exists(subscription));
        assertThatThrownBy(() -> broker.send(topic, "m")).isInstanceOf(BrokerException.class);
    }

    @Test
    @DisplayName("IDLE-03 sends, alterations and whatever is done with its subscriptions keep a topic")
    void shouldKeepATopicThatIsUsed() {
        Entity topic = topic(mortal());
        Duration nearly = IDLE.minus(MILLI);
        assertStays(topic, nearly);
        broker.send(topic, "m");
        assertStays(topic, nearly);
        broker.node.topicAdministration().alter(topic, mortal());
        assertStays(topic, nearly);
        Entity subscription = subscription(topic, "s", EntityOptions.DEFAULT);
        assertStays(topic, nearly);
        broker.node.topicAdministration().alter(subscription, EntityOptions.DEFAULT);
        assertStays(topic, nearly);
        broker.browse(subscription);
        assertStays(topic, nearly);
        broker.consumer(subscription).close();
        assertStays(topic, nearly);
        broker.node.subscriptions().unsubscribe(null, "s");
        assertStays(topic, nearly);
        Subscribed subscribed = broker.node.subscriptions().subscribe(request(topic, null));
        Consumer consumer = broker.consumer(subscribed.entity());
        assertStays(topic, IDLE.multipliedBy(3));
        consumer.close();
        subscribed.close();
        assertGoes(topic, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-03 scheduled messages keep a topic")
    void shouldKeepATopicWithScheduledMessages() {
        Entity topic = topic(mortal());
        Entity subscription = subscription(topic, "s", EntityOptions.DEFAULT);
        broker.send(topic, Mail.of("m").delay(IDLE.multipliedBy(3)));
        assertStays(topic, IDLE.multipliedBy(3).minus(MILLI));
        broker.time.advance(MILLI);
        eventually(
                "it is available",
                () -> broker.node.statistics().of(subscription).available() == 1);
        assertStays(topic, IDLE.minus(MILLI));
        assertGoes(topic, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName(
            "IDLE-04 a subscription is used by receives, browsing and alterations, not by what is sent to its topic")
    void shouldDeleteAnIdleSubscription() {
        Entity topic = topic(EntityOptions.DEFAULT);
        Duration nearly = IDLE.minus(MILLI);
        Entity subscription = subscription(topic, "s", mortal());
        assertStays(subscription, nearly);
        broker.browse(subscription);
        assertStays(subscription, nearly);
        broker.node.topicAdministration().alter(subscription, mortal());
        assertStays(subscription, nearly);
        Subscribed subscribed = broker.node.subscriptions().subscribe(request(topic, "s"));
        Consumer consumer = broker.consumer(subscription);
        assertStays(subscription, IDLE.multipliedBy(3));
        consumer.close();
        subscribed.close();
        assertStays(subscription, nearly);
        broker.send(topic, "m");
        broker.send(topic, Mail.of("scheduled").delay(IDLE.multipliedBy(3)));
        assertGoes(subscription, IDLE_AFTER_USE);
        assertThat(broker.node.topicAdministration().subscriptions(topic)).isEmpty();
        assertThat(exists(topic)).isTrue();
        broker.send(topic, "n");
    }

    @Test
    @DisplayName("IDLE-05 what forwards is never idle; what it forwards is use of its target")
    void shouldKeepWhatForwards() {
        Entity target = broker.queue("target", mortal());
        Entity queue = broker.queue("q", mortal().with(QueueOption.FORWARD_TO, "target"));
        Entity topic = topic(EntityOptions.DEFAULT);
        Entity subscription = subscription(topic, "s", mortal().with(QueueOption.FORWARD_TO, "target"));
        pass(IDLE.minus(MILLI));
        broker.send(queue, "m");
        assertStays(target, IDLE.minus(MILLI));
        assertGoes(target, IDLE_AFTER_USE);
        assertStays(queue, IDLE.multipliedBy(5));
        assertThat(exists(subscription)).isTrue();

        broker.node.queueAdministration().alter("q", mortal());
        assertStays(queue, IDLE.minus(MILLI));
        assertGoes(queue, IDLE);
    }
}
