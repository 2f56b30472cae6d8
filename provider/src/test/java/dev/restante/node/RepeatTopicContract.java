package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.RepeatFixture.MINUTE;
import static dev.restante.node.RepeatFixture.cancel;
import static dev.restante.node.RepeatFixture.endless;
import static dev.restante.node.RepeatFixture.every;
import static dev.restante.node.RepeatFixture.listed;
import static dev.restante.node.RepeatFixture.nextDue;
import static dev.restante.node.RepeatFixture.prepared;
import static dev.restante.node.RepeatFixture.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.PreparedSend;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches.BranchEnd;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.CatchUpPolicy;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("repeated sends to topics")
abstract class RepeatTopicContract extends IdleFixture {

    private Entity topic;

    @BeforeEach
    void createTopic() {
        topic = broker.node.subscriptions().topic("news", true);
    }

    private Entity subscription(String name, @Nullable String selector) {
        return broker.node
                .subscriptions()
                .subscribe(new SubscribeRequest(
                        topic, SubscriptionKind.SHARED_DURABLE, "client", name, selector, false, "c1"))
                .entity();
    }

    private void awaitCopies(Entity subscription, int copies) {
        eventually(
                copies + " copies",
                () -> broker.node.statistics().statistics(subscription).available() == copies);
    }

    @Test
    @DisplayName("SCH-07 each copy goes to the subscriptions that match it at its due time")
    void shouldPublishAtEachDueTime() {
        Entity first = subscription("first", null);
        send(
                broker.node,
                topic,
                TestMessage.of("m").properties(Map.of("colour", "red")),
                endless(MINUTE, CatchUpPolicy.ONE));
        broker.time.advance(MINUTE);
        awaitCopies(first, 1);
        Entity second = subscription("second", "colour = 'red'");
        Entity other = subscription("other", "colour = 'blue'");
        broker.time.advance(MINUTE);
        awaitCopies(first, 2);
        awaitCopies(second, 1);
        broker.node.topicAdministration().deleteSubscription("client", "first", true);
        broker.time.advance(MINUTE);
        awaitCopies(second, 2);
        assertThat(broker.browse(other)).isEmpty();
    }

    @Test
    @DisplayName("SCH-07 a topic without subscriptions keeps its repeated sends")
    void shouldWaitForSubscribers() {
        send(broker.node, topic, TestMessage.of("m"), every(MINUTE, 3));
        broker.time.advance(MINUTE);
        broker.crash();
        topic = broker.node.subscriptions().topic("news", true);
        broker.time.advance(MINUTE);
        eventually("two due times have passed", () -> nextDue(broker.node, topic) > broker.time.storeMillis());
        Entity late = subscription("late", null);
        try (Consumer consumer = broker.consumer(late)) {
            broker.time.advance(MINUTE);
            assertThat(consumer.take()).isEqualTo("m");
            broker.time.advance(MINUTE);
            eventually("the repeated send has ended", () -> listed(broker.node, topic)
                    .isEmpty());
            consumer.assertNothing();
        }
    }

    @Test
    @DisplayName("SCH-07 SCH-08 a repeated send is listed and cancelled at its topic, and is deleted with the topic")
    void shouldBeListedAtTheTopic() {
        Entity subscription = subscription("s", null);
        PreparedSend sent = send(broker.node, topic, TestMessage.of("m"), endless(MINUTE, CatchUpPolicy.ONE));
        assertThat(listed(broker.node, subscription)).isEmpty();
        assertThat(listed(broker.node, topic)).containsExactly(sent.delivery().id());
        broker.time.advance(MINUTE);
        awaitCopies(subscription, 1);
        assertThat(cancel(broker.node, topic)).isEqualTo(1);
        broker.time.advance(MINUTE);
        send(broker.node, topic, TestMessage.of("last"), every(MINUTE, 1));
        broker.time.advance(MINUTE);
        awaitCopies(subscription, 2);
        assertThat(broker.browse(subscription)).containsExactly("m", "last");

        send(broker.node, topic, TestMessage.of("m"), endless(MINUTE, CatchUpPolicy.ONE));
        broker.node.topicAdministration().deleteTopic("news", true);
        topic = broker.node.subscriptions().topic("news", true);
        Entity anew = subscription("s", null);
        assertThat(listed(broker.node, topic)).isEmpty();
        broker.time.advance(MINUTE.multipliedBy(2));
        send(broker.node, topic, TestMessage.of("only"), every(MINUTE, 1));
        broker.time.advance(MINUTE);
        awaitCopies(anew, 1);
    }

    @Test
    @DisplayName("SCH-01 SCH-07 a prepared repeated send to a topic begins with the commit of its branch")
    void shouldBePrepared() {
        Entity subscription = subscription("s", null);
        TransactionBranch branch = broker.node.branches().begin(BranchContract.xid("t"), Duration.ZERO, over -> {});
        branch.send(prepared(broker.node, topic, TestMessage.of("m"), endless(MINUTE, CatchUpPolicy.ONE)));
        broker.node.branches().end(branch, BranchEnd.SUCCESS);
        broker.node.branches().prepare(BranchContract.xid("t"));
        broker.crash();
        topic = broker.node.subscriptions().topic("news", true);
        assertThat(listed(broker.node, topic)).isEmpty();
        broker.node.branches().commit(BranchContract.xid("t"), false);
        assertThat(listed(broker.node, topic)).hasSize(1);
        broker.time.advance(MINUTE);
        awaitCopies(subscription, 1);
    }

    @Test
    @DisplayName("IDLE-02 IDLE-03 a repeated send keeps its queue or topic, which is idle only after the last copy")
    void shouldKeepWhatWouldBeIdle() {
        EntityOptions mortal = EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, IDLE);
        Entity queue = broker.queue("mortal", mortal);
        broker.node.topicAdministration().alter(topic, mortal);
        Entity kept = broker.node.subscriptions().topic("news", true);
        for (Entity each : new Entity[] {queue, kept}) {
            send(broker.node, each, TestMessage.of("m"), every(IDLE.multipliedBy(3), 2));
        }
        for (int due = 0; due < 2; due++) {
            assertKeptFor(queue, IDLE.multipliedBy(3).minus(MILLI));
            assertThat(exists(kept)).isTrue();
            broker.time.advance(MILLI);
            int copies = due + 1;
            eventually(
                    "the copies are available",
                    () -> broker.node.statistics().statistics(queue).available() == copies);
        }
        eventually(
                "the repeated send has ended", () -> listed(broker.node, kept).isEmpty());
        assertKeptFor(queue, IDLE.minus(MILLI));
        assertThat(exists(kept)).isTrue();
        assertDeletedAfter(queue, IDLE_AFTER_USE);
        eventually("the topic is deleted", () -> !exists(kept));
    }
}
