package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
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

/** Several nodes on one database. */
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
    @DisplayName(
            "RCV-13 RCV-14 a silent node is declared dead after its lease, its messages go to others, and it can do nothing more")
    void shouldTakeOverFromASilentNode() {
        // The clock of this node stands still, so it sends no heartbeat: it is as if it were paused.
        BrokerNode paused = others.add(first.open(SharedNodes.lively("paused", LEASE)));
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        for (int i = 0; i < 5; i++) {
            paused.sending().send(BrokerFixture.prepared(paused, queue, Mail.of("m" + i)));
        }
        Consumer zombie = first.consumer(paused, queue);
        HeldDelivery held = zombie.next();
        PreparedSend send = BrokerFixture.prepared(paused, queue, Mail.of("late"));
        PreparedSend fleeting =
                BrokerFixture.prepared(paused, queue, Mail.of("late").nonPersistent());

        BrokerNode other = node("other");
        Consumer successor = first.consumer(other, queue);
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            HeldDelivery next = successor.next();
            assertThat(next.deliveryCount()).isEqualTo(2);
            taken.add(text(next));
            other.settlement().complete(List.of(next));
        }
        assertThat(taken).containsExactly("m0", "m1", "m2", "m3", "m4");

        // It wakes up: by its own clock its lease is over, and so it hands out nothing of what it has buffered.
        first.time.advance(LEASE);
        assertThat(zombie.receiver.poll()).isNull();
        assertRefused(Reason.LOCK_LOST, () -> paused.settlement().complete(List.of(held)));
        assertRefused(Reason.NODE_FENCED, () -> paused.sending().send(send));
        assertRefused(Reason.NODE_FENCED, () -> paused.sending().send(fleeting));
        assertRefused(Reason.NODE_FENCED, zombie.receiver::pollNow);
        assertThat(other.browse(queue, null, 10)).isEmpty();
    }

    @Test
    @DisplayName("RCV-02 RCV-06 a message locked by one node is not seen by another, until it is released")
    void shouldLockAcrossNodes() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = one.queueAdministration().create("q", EntityOptions.DEFAULT);
        Consumer here = first.consumer(one, queue);
        assertThat(here.receiver.pollNow()).isNull();
        assertThat(here.receiver.poll()).isNull();
        two.sending().send(BrokerFixture.prepared(two, queue, Mail.of("m")));
        HeldDelivery held = here.next();

        Consumer there = first.consumer(two, queue);
        assertThat(there.receiver.pollNow()).isNull();
        assertThat(there.receiver.poll()).isNull();
        here.close();
        one.settlement().abandon(held, Map.of(), null);
        HeldDelivery again = there.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        two.settlement().complete(List.of(again));
        assertRefused(Reason.LOCK_LOST, () -> one.settlement().complete(List.of(held)));
    }

    @Test
    @DisplayName("what another node creates, alters and deletes is noticed")
    void shouldFollowOtherNodesConfiguration() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = one.queueAdministration()
                .create("q", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        Entity seen = two.queueAdministration().queue("q", false);
        assertThat(seen.id()).isEqualTo(queue.id());
        one.sending().send(BrokerFixture.prepared(one, queue, Mail.of("m")));
        Consumer consumer = first.consumer(two, seen);
        EntityOptions altered = queue.options().with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(50));
        one.queueAdministration().alter("q", altered);
        eventually("altered", () -> two.queueAdministration()
                .current(seen)
                .orElseThrow()
                .options()
                .equals(altered));
        eventually("expired", () -> two.statistics().of(seen).deadLettered() == 1);

        assertThat(one.queueAdministration().delete("q", true)).isTrue();
        AtomicReference<Reason> ended = new AtomicReference<>();
        eventually("its receiver ends", () -> {
            try {
                consumer.receiver.poll();
            } catch (BrokerException e) {
                ended.set(e.reason());
            }
            return ended.get() == Reason.ENTITY_NOT_FOUND;
        });
        assertThat(two.entities()).noneMatch(entity -> entity.kind() == EntityKind.QUEUE);
    }

    @Test
    @DisplayName(
            "VIS-10 a queue that another node has deleted has no statistics, and one that it created anew has its own")
    void shouldNotCountWhatAnotherNodeDeleted() {
        Entity queue = first.queue("q");
        first.send(queue, "m");
        BrokerNode other = others.add(first.open());
        assertThat(other.queueAdministration().delete("q", true)).isTrue();
        // Its next heartbeat is far away, so the first node has not heard of it.
        assertThat(first.node.queueAdministration().cachedQueue("q", false)).isEqualTo(queue);

        assertThat(first.node.queueAdministration().current(queue)).isEmpty();
        assertRefused(Reason.ENTITY_NOT_FOUND, () -> first.node.statistics().of(queue));
        assertRefused(
                Reason.ENTITY_NOT_FOUND, () -> first.node.queueAdministration().queue("q", false));
        Entity next =
                other.queueAdministration().create("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3));
        assertThat(first.node.queueAdministration().queue("q", false)).isEqualTo(next);
        assertThat(first.node.statistics().of(next).available()).isZero();
        Entity altered = other.queueAdministration().alter("q", EntityOptions.DEFAULT);
        assertThat(first.node.queueAdministration().current(next)).contains(altered);
    }

    @Test
    @DisplayName("many messages sent by one node are received by another, each once")
    void shouldPassMessagesBetweenNodes() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = one.queueAdministration().create("q", EntityOptions.DEFAULT);
        Consumer consumer = first.consumer(two, queue);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            expected.add("m" + i);
            one.sending().sendAsync(BrokerFixture.prepared(one, queue, Mail.of("m" + i)), refusal -> {});
        }
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            HeldDelivery held = consumer.next();
            taken.add(text(held));
            two.settlement().completeLazily(held, refusal -> {});
        }
        assertThat(taken).isEqualTo(expected);
    }

    @Test
    @DisplayName("TTL-12 the maximum that one node sets holds on the others")
    void shouldAgreeOnTheMaximum() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity queue = two.queueAdministration().create("q", EntityOptions.DEFAULT);
        one.storeSettings().setMaximumTimeToLive(Duration.ofHours(1));

        eventually("the other node knows it", () -> Duration.ofHours(1)
                .equals(two.storeSettings().maximumTimeToLive()));
        PreparedSend send = BrokerFixture.prepared(two, queue, Mail.of("m").timeToLive(Duration.ofHours(2)));
        assertThat(send.head().expiration() - send.head().timestamp())
                .isEqualTo(Duration.ofHours(1).toMillis());
    }

    @Test
    @DisplayName("TOP-04 the default that one node gives a topic reaches what others have stored, on all of them")
    void shouldAgreeOnTheDefaultOfATopic() {
        BrokerNode one = node("one");
        BrokerNode two = node("two");
        Entity topic = two.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity subscription = two.topicAdministration()
                .createSubscription(
                        new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, null, "s", null, false, "c"),
                        EntityOptions.DEFAULT,
                        List.of(SubscriptionRule.byDefault(null)));
        two.sending().send(BrokerFixture.prepared(two, topic, Mail.of("m")));
        one.topicAdministration()
                .alter(
                        one.subscriptions().topic("t", false),
                        EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1)));

        eventually(
                "the other node shows it",
                () -> two.browse(subscription, null, 1).get(0).expirationMillis() != 0);
        assertThat(one.browse(subscription, null, 1).get(0).expirationMillis())
                .isEqualTo(two.browse(subscription, null, 1).get(0).expirationMillis());
    }

    @Test
    @DisplayName("FWD-01 what a node sends that has not heard of the option goes on all the same, once")
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
            two.sending().send(BrokerFixture.prepared(two, known, Mail.of("m" + i)));
        }
        eventually("all has gone on", () -> two.statistics().of(target).available() == 100);
        assertThat(two.statistics().of(source).available()).isZero();
    }

    @Test
    @DisplayName("IDLE-06 use on any node counts, and who wants to use what another node has deleted is told so")
    void shouldCountTheUseOfAllNodes() {
        Duration idle = Duration.ofMinutes(10);
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, idle);
        BrokerNode one = first.node;
        BrokerNode two = others.add(first.open());
        Entity queue = one.queueAdministration().create("q", options);
        Entity seen = two.queueAdministration().queue("q", false);
        for (int i = 0; i < 4; i++) {
            first.time.advance(idle.dividedBy(2));
            two.sending().send(BrokerFixture.prepared(two, seen, Mail.of("m" + i)));
        }
        assertThat(one.queueAdministration().current(queue)).isPresent();
        Consumer there = first.consumer(two, seen);
        first.time.advance(idle.dividedBy(2));
        Entity mark = one.queueAdministration().create("mark", options);
        // In steps in which the node of the consumer renews its use.
        for (int i = 0; i < 20; i++) {
            long before = recordedUse(queue);
            first.time.advance(idle.dividedBy(20));
            eventually(
                    "its use is recorded",
                    () -> recordedUse(queue) > before || recordedUse(queue) > first.time.millis());
        }
        eventually(
                "what is idle has gone",
                () -> one.queueAdministration().current(mark).isEmpty());
        assertThat(one.queueAdministration().current(queue)).isPresent();
        there.close();
        first.time.advance(idle.multipliedBy(2));
        eventually("it has gone", () -> one.queueAdministration().current(queue).isEmpty());
        assertRefused(
                Reason.ENTITY_NOT_FOUND, () -> two.sending().send(BrokerFixture.prepared(two, seen, Mail.of("late"))));
        assertRefused(
                Reason.ENTITY_NOT_FOUND,
                () -> two.openReceiver(seen, new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), () -> {}));
    }

    private long recordedUse(Entity entity) {
        return first.store.entityUses().usedUntil().getOrDefault(entity.id(), 0L);
    }

    @Test
    @DisplayName(
            "IDLE-04 IDLE-06 a consumer of another node keeps a subscription, also while that node records nothing")
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
                        List.of(SubscriptionRule.byDefault(null)));
        Subscribed subscribed = two.subscriptions().subscribe(request);
        Entity mark = one.queueAdministration()
                .create("mark", EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, idle));
        first.time.advance(idle.multipliedBy(2));
        eventually(
                "what is idle has gone",
                () -> one.queueAdministration().current(mark).isEmpty());
        assertThat(one.queueAdministration().current(subscription)).isPresent();
        subscribed.close();
        first.time.advance(idle.multipliedBy(2));
        eventually(
                "it has gone",
                () -> one.queueAdministration().current(subscription).isEmpty());
    }

    @Test
    @DisplayName("IDLE-07 the temporary destinations of a node that falls silent are removed by another that lives")
    void shouldRemoveTemporaryDestinationsOfASilentNode() {
        BrokerNode living = node("living");
        // The clock of this node stands still, so it sends no heartbeat.
        BrokerNode silent = others.add(first.open(SharedNodes.lively("silent", LEASE)));
        Entity queue = silent.subscriptions().createTemporary(EntityKind.QUEUE, "c1");
        Entity topic = silent.subscriptions().createTemporary(EntityKind.TOPIC, "c1");
        Entity kept = living.subscriptions().createTemporary(EntityKind.QUEUE, "c2");
        silent.sending().send(BrokerFixture.prepared(silent, queue, Mail.of("m")));

        eventually(
                "they have gone",
                () -> living.queueAdministration().current(queue).isEmpty()
                        && living.queueAdministration().current(topic).isEmpty());
        assertThat(living.queueAdministration().current(kept)).isPresent();
        eventually(
                "nothing is left",
                () -> first.store.deliveries().counts(queue.id()).available() == 0);
    }
}
