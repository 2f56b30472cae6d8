package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
abstract class SharedClusterContract {

    private static final Duration LEASE = Duration.ofMillis(900);

    private final SharedNodes others;
    private final BrokerFixture first;

    SharedClusterContract(SharedServer server) {
        others = new SharedNodes(server);
        first = new BrokerFixture(others::store);
    }

    private BrokerNode node(String name) {
        return others.openLively(name, LEASE);
    }

    @AfterEach
    void close() {
        first.close();
        others.close();
    }

    @Test
    @DisplayName("RCV-13 RCV-14 a silent node is declared dead, loses its messages to other nodes, and cannot write")
    void shouldTakeOverFromASilentNode() {
        // The clock of this node stands still, so it sends no heartbeat, as if it were paused.
        BrokerNode paused = others.add(first.open(SharedNodes.lively("paused", LEASE)));
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        for (int i = 0; i < 5; i++) {
            paused.sender().send(BrokerFixture.prepared(paused, queue, TestMessage.of("m" + i)));
        }
        Consumer zombie = first.consumer(paused, queue);
        InFlightDelivery delivery = zombie.next();
        PreparedSend send = BrokerFixture.prepared(paused, queue, TestMessage.of("late"));
        PreparedSend fleeting =
                BrokerFixture.prepared(paused, queue, TestMessage.of("late").nonPersistent());

        BrokerNode other = node("other");
        Consumer successor = first.consumer(other, queue);
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            InFlightDelivery next = successor.next();
            assertThat(next.deliveryCount()).isEqualTo(2);
            taken.add(text(next));
            other.settler().complete(List.of(next));
        }
        assertThat(taken).containsExactly("m0", "m1", "m2", "m3", "m4");

        // The node wakes up. By its own clock its lease has expired, so it delivers no prefetched message.
        first.time.advance(LEASE);
        assertThat(zombie.receiver.pollPrefetched()).isNull();
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> paused.settler().complete(List.of(delivery)));
        assertRefused(BrokerErrorReason.NODE_FENCED, () -> paused.sender().send(send));
        assertRefused(BrokerErrorReason.NODE_FENCED, () -> paused.sender().send(fleeting));
        assertRefused(BrokerErrorReason.NODE_FENCED, zombie.receiver::pollOrFetch);
        assertThat(other.browse(queue, null, 10)).isEmpty();
    }

    @Test
    @DisplayName("RCV-02 RCV-06 a message locked by one node is invisible to other nodes until its release")
    void shouldLockAcrossNodes() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = one.queueAdministration().create("q", EntityOptions.DEFAULT);
        Consumer here = first.consumer(one, queue);
        assertThat(here.receiver.pollOrFetch()).isNull();
        assertThat(here.receiver.pollPrefetched()).isNull();
        two.sender().send(BrokerFixture.prepared(two, queue, TestMessage.of("m")));
        InFlightDelivery delivery = here.next();

        Consumer there = first.consumer(two, queue);
        assertThat(there.receiver.pollOrFetch()).isNull();
        assertThat(there.receiver.pollPrefetched()).isNull();
        here.close();
        one.settler().abandon(delivery, Map.of(), null);
        InFlightDelivery again = there.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        two.settler().complete(List.of(again));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> one.settler().complete(List.of(delivery)));
    }

    @Test
    @DisplayName(
            "VIS-06 a receive from a dead-letter queue that another node has just deleted says so, and names no limit")
    void shouldReportDeletedQueue() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = one.queueAdministration().create("q", EntityOptions.DEFAULT);
        Entity deadLetters = two.queueAdministration().queue("q/$DeadLetterQueue", false);
        assertThat(one.queueAdministration().delete(queue.name(), true)).isTrue();
        assertRefused(BrokerErrorReason.ENTITY_NOT_FOUND, () -> {
            try (Consumer consumer = first.consumer(two, deadLetters)) {
                consumer.assertNothing();
            }
        });
        assertThat(two.queueAdministration().delete(queue.name(), true)).isFalse();
    }

    @Test
    @DisplayName("a node notices the queues that another node creates, alters and deletes")
    void shouldFollowOtherNodesConfiguration() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = one.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        Entity seen = two.queueAdministration().queue("q", false);
        assertThat(seen.id()).isEqualTo(queue.id());
        one.sender().send(BrokerFixture.prepared(one, queue, TestMessage.of("m")));
        Consumer consumer = first.consumer(two, seen);
        EntityOptions altered = queue.options().with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(50));
        one.queueAdministration().alter("q", altered);
        eventually("the other node knows the altered options", () -> two.queueAdministration()
                .current(seen)
                .orElseThrow()
                .options()
                .equals(altered));
        eventually(
                "the message has expired",
                () -> two.statistics().statistics(seen).deadLettered() == 1);

        assertThat(one.queueAdministration().delete("q", true)).isTrue();
        AtomicReference<BrokerErrorReason> ended = new AtomicReference<>();
        eventually("the receiver of the deleted queue ends", () -> {
            try {
                consumer.receiver.pollPrefetched();
            } catch (BrokerException e) {
                ended.set(e.reason());
            }
            return ended.get() == BrokerErrorReason.ENTITY_NOT_FOUND;
        });
        assertThat(two.entities()).noneMatch(entity -> entity.kind() == EntityKind.QUEUE);
    }

    @Test
    @DisplayName("VIS-10 a queue that another node deleted has no statistics, and its successor has its own")
    void shouldNotCountWhatAnotherNodeDeleted() {
        Entity queue = first.queue("q");
        first.send(queue, "m");
        BrokerNode other = others.add(first.open());
        assertThat(other.queueAdministration().delete("q", true)).isTrue();
        // The next heartbeat of the first node is far away, so this node has not noticed the deletion.
        assertThat(first.node.queueAdministration().cachedQueue("q", false)).isEqualTo(queue);

        assertThat(first.node.queueAdministration().current(queue)).isEmpty();
        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                () -> first.node.statistics().statistics(queue));
        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                () -> first.node.queueAdministration().queue("q", false));
        Entity next =
                other.queueAdministration().create("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3));
        assertThat(first.node.queueAdministration().queue("q", false)).isEqualTo(next);
        assertThat(first.node.statistics().statistics(next).available()).isZero();
        Entity altered = other.queueAdministration().alter("q", EntityOptions.DEFAULT);
        assertThat(first.node.queueAdministration().current(next)).contains(altered);
    }

    @Test
    @DisplayName("many messages of one node are received by another node, in order and once each")
    void shouldPassMessagesBetweenNodes() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = one.queueAdministration().create("q", EntityOptions.DEFAULT);
        Consumer consumer = first.consumer(two, queue);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            expected.add("m" + i);
            one.sender().sendAsync(BrokerFixture.prepared(one, queue, TestMessage.of("m" + i)), refusal -> {});
        }
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            InFlightDelivery delivery = consumer.next();
            taken.add(text(delivery));
            two.settler().completeAsync(delivery, refusal -> {});
        }
        assertThat(taken).isEqualTo(expected);
    }

    @Test
    @DisplayName("TTL-12 the maximum time to live that one node sets applies on all nodes")
    void shouldAgreeOnTheMaximum() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = two.queueAdministration().create("q", EntityOptions.DEFAULT);
        one.storeSettings().setMaximumTimeToLive(Duration.ofHours(1));

        eventually("the other node knows the maximum time to live", () -> Duration.ofHours(1)
                .equals(two.storeSettings().maximumTimeToLive()));
        PreparedSend send =
                BrokerFixture.prepared(two, queue, TestMessage.of("m").timeToLive(Duration.ofHours(2)));
        assertThat(send.header().expiration() - send.header().timestamp())
                .isEqualTo(Duration.ofHours(1).toMillis());
    }

    @Test
    @DisplayName("TOP-04 the default that one node gives a topic applies to stored messages of other nodes")
    void shouldAgreeOnTheDefaultOfATopic() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity topic = two.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity subscription = two.topicAdministration()
                .createSubscription(
                        new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, null, "s", null, false, "c"),
                        EntityOptions.DEFAULT,
                        List.of(SubscriptionRule.defaultRule(null)));
        two.sender().send(BrokerFixture.prepared(two, topic, TestMessage.of("m")));
        one.topicAdministration()
                .alter(
                        one.subscriptions().topic("t", false),
                        EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1)));

        eventually(
                "the other node shows the expiry time",
                () -> two.browse(subscription, null, 1).get(0).expirationMillis() != 0);
        assertThat(one.browse(subscription, null, 1).get(0).expirationMillis())
                .isEqualTo(two.browse(subscription, null, 1).get(0).expirationMillis());
    }

    @Test
    @DisplayName("FWD-01 a message is forwarded once, even if the node of its sender does not know the option yet")
    void shouldForwardWhatOthersSend() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity target = one.queueAdministration().create("target", EntityOptions.DEFAULT);
        Entity source = one.queueAdministration().create("source", EntityOptions.DEFAULT);
        Entity known = two.queueAdministration().queue("source", false);
        for (int i = 0; i < 100; i++) {
            if (i == 10) {
                one.queueAdministration().alter("source", EntityOptions.DEFAULT.with(QueueOption.FORWARD_TO, "target"));
            }
            two.sender().send(BrokerFixture.prepared(two, known, TestMessage.of("m" + i)));
        }
        eventually(
                "all messages are forwarded",
                () -> two.statistics().statistics(target).available() == 100);
        assertThat(two.statistics().statistics(source).available()).isZero();
    }

    @Test
    @DisplayName("IDLE-06 a use on any node counts, and a use of a queue that another node deleted fails")
    void shouldCountTheUseOfAllNodes() {
        Duration idle = Duration.ofMinutes(10);
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, idle);
        BrokerNode one = first.node;
        BrokerNode two = others.add(first.open());
        Entity queue = one.queueAdministration().create("q", options);
        Entity seen = two.queueAdministration().queue("q", false);
        for (int i = 0; i < 4; i++) {
            first.time.advance(idle.dividedBy(2));
            two.sender().send(BrokerFixture.prepared(two, seen, TestMessage.of("m" + i)));
        }
        assertThat(one.queueAdministration().current(queue)).isPresent();
        Consumer there = first.consumer(two, seen);
        first.time.advance(idle.dividedBy(2));
        Entity mark = one.queueAdministration().create("mark", options);
        // The steps are so short that the node of the consumer renews its use.
        for (int i = 0; i < 20; i++) {
            long before = recordedUse(queue);
            first.time.advance(idle.dividedBy(20));
            eventually(
                    "the use of the queue is recorded",
                    () -> recordedUse(queue) > before || recordedUse(queue) > first.time.storeMillis());
        }
        eventually(
                "the idle mark queue is deleted",
                () -> one.queueAdministration().current(mark).isEmpty());
        assertThat(one.queueAdministration().current(queue)).isPresent();
        there.close();
        first.time.advance(idle.multipliedBy(2));
        eventually(
                "the unused queue is deleted",
                () -> one.queueAdministration().current(queue).isEmpty());
        assertRefused(BrokerErrorReason.ENTITY_NOT_FOUND, () -> two.sender()
                .send(BrokerFixture.prepared(two, seen, TestMessage.of("late"))));
        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                () -> two.openReceiver(seen, new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION), () -> {}));
    }

    private long recordedUse(Entity entity) {
        return first.store.entityUses().lastUses().getOrDefault(entity.id(), 0L);
    }

    @Test
    @DisplayName("IDLE-04 IDLE-06 a consumer of another node keeps a subscription, even if that node records nothing")
    void shouldKeepASubscriptionWithAConsumerElsewhere() {
        Duration idle = Duration.ofMinutes(10);
        BrokerNode one = first.node;
        BrokerNode two = others.add(first.open());
        Entity topic = one.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        SubscribeRequest request =
                new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, null, "s", null, false, "c");
        Entity subscription = one.topicAdministration()
                .createSubscription(
                        request,
                        EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, idle),
                        List.of(SubscriptionRule.defaultRule(null)));
        SubscriptionHandle subscriptionHandle = two.subscriptions().subscribe(request);
        Entity mark = one.queueAdministration()
                .create("mark", EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, idle));
        first.time.advance(idle.multipliedBy(2));
        eventually(
                "the idle mark queue is deleted",
                () -> one.queueAdministration().current(mark).isEmpty());
        assertThat(one.queueAdministration().current(subscription)).isPresent();
        subscriptionHandle.close();
        first.time.advance(idle.multipliedBy(2));
        eventually(
                "the unused subscription is deleted",
                () -> one.queueAdministration().current(subscription).isEmpty());
    }

    @Test
    @DisplayName("IDLE-07 a live node removes the temporary destinations of a silent node")
    void shouldRemoveTemporaryDestinationsOfASilentNode() {
        BrokerNode living = node("living");
        // The clock of this node stands still, so it sends no heartbeat.
        BrokerNode silent = others.add(first.open(SharedNodes.lively("silent", LEASE)));
        Entity queue = silent.subscriptions().createTemporary(EntityKind.QUEUE, "c1");
        Entity topic = silent.subscriptions().createTemporary(EntityKind.TOPIC, "c1");
        Entity kept = living.subscriptions().createTemporary(EntityKind.QUEUE, "c2");
        silent.sender().send(BrokerFixture.prepared(silent, queue, TestMessage.of("m")));

        eventually(
                "the temporary destinations are deleted",
                () -> living.queueAdministration().current(queue).isEmpty()
                        && living.queueAdministration().current(topic).isEmpty());
        assertThat(living.queueAdministration().current(kept)).isPresent();
        eventually(
                "no message of the temporary queue is left",
                () -> first.store.deliveries().counts(queue.id()).available() == 0);
    }
}
