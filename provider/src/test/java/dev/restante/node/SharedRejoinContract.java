package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.EntityStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.testing.SharedServer;
import dev.restante.testing.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Node that was silent, was declared dead by another node, and resumes. */
@Timeout(120)
abstract class SharedRejoinContract {

    private static final Duration LEASE = Duration.ofSeconds(2);

    private final SharedNodes nodes;
    private final BrokerFixture first;
    private final List<BrokerException> told = new CopyOnWriteArrayList<>();

    private final PausableTime time = new PausableTime();
    private final SharedStore shared;

    /** Node that sends no heartbeat, and so is silent, while its clock stands still. */
    private final BrokerNode paused;

    private final BrokerNode other;

    SharedRejoinContract(SharedServer server) {
        nodes = new SharedNodes(server);
        first = new BrokerFixture(nodes::store);
        shared = new SharedStore(nodes.store(), time);
        paused = nodes.add(BrokerNode.open(shared.use(), SharedNodes.lively("paused", LEASE), time));
        other = nodes.openLively("other", LEASE);
        paused.addErrorListener(told::add);
        time.pause();
    }

    /** System clock that a test can pause. */
    private static final class PausableTime implements TestClock {
        private static final long RUNS = -1;
        private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
        private volatile long pausedAtMillis = RUNS;

        void pause() {
            pausedAtMillis = System.currentTimeMillis();
        }

        void resume() {
            pausedAtMillis = RUNS;
            listeners.forEach(Runnable::run);
        }

        @Override
        public long storeMillis() {
            long paused = pausedAtMillis;
            return paused == RUNS ? System.currentTimeMillis() : paused;
        }

        @Override
        public long waitMillisUntil(long deadlineMillis) {
            return pausedAtMillis == RUNS ? deadlineMillis - System.currentTimeMillis() : Long.MAX_VALUE;
        }

        @Override
        public void onTestClockMoved(Runnable listener) {
            listeners.add(listener);
        }
    }

    @AfterEach
    void close() {
        first.close();
        nodes.close();
    }

    private void wakeUp() {
        shared.letRejoin();
        time.resume();
        eventually("the node has rejoined", () -> told.stream()
                .anyMatch(each -> each.reason() == BrokerErrorReason.NODE_REJOINED));
    }

    /** Waits until the paused node was declared dead and its messages are available. */
    private void awaitDead(Entity queue, long available) {
        eventually(
                "the silent node is declared dead and its messages are available",
                () -> other.statistics().statistics(queue).available() == available);
    }

    @Test
    @DisplayName("RCV-14 RCV-20 a node that rejoined cannot settle its former messages, but receives and sends again")
    void shouldGoOn() {
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        for (int i = 0; i < 5; i++) {
            paused.sender().send(BrokerFixture.prepared(paused, queue, TestMessage.of("m" + i)));
        }
        Consumer consumer = first.consumer(paused, queue);
        InFlightDelivery delivery = consumer.next();
        PreparedSend late = BrokerFixture.prepared(paused, queue, TestMessage.of("late"));
        UnitOfWork unit = paused.newUnitOfWork();
        unit.send(BrokerFixture.prepared(paused, queue, TestMessage.of("never")));
        awaitDead(queue, 5);
        Consumer successor = first.consumer(other, queue);
        InFlightDelivery taken = successor.next();
        assertThat(text(taken)).isEqualTo("m0");
        // A closed receiver returns its prefetched messages. Otherwise the node that wakes up would not get them.
        successor.close();

        wakeUp();

        assertRefused(BrokerErrorReason.LOCK_LOST, () -> paused.settler().complete(List.of(delivery)));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> paused.settler().renew(delivery));
        assertRefused(BrokerErrorReason.NODE_FENCED, () -> paused.sender().send(late));
        assertRefused(BrokerErrorReason.NODE_FENCED, unit::commit);
        for (int i = 1; i < 5; i++) {
            InFlightDelivery next = consumer.next();
            assertThat(text(next)).isEqualTo("m" + i);
            assertThat(next.deliveryCount()).isEqualTo(2);
            paused.settler().complete(List.of(next));
        }
        PreparedSend send = BrokerFixture.prepared(paused, queue, TestMessage.of("new"));
        assertThat(send.delivery().id()).isGreaterThan(late.delivery().id());
        paused.sender().send(send);
        assertThat(text(consumer.next())).isEqualTo("new");
        other.settler().complete(List.of(taken));
        assertThat(told).extracting(BrokerException::reason).containsExactly(BrokerErrorReason.NODE_REJOINED);
    }

    @Test
    @DisplayName(
            "RCV-20 a rejoin recreates deleted temporary destinations and non-durable subscriptions, without messages")
    void shouldMakeAgainWhatHasGone() {
        Entity topic = paused.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity replies = paused.subscriptions().createTemporary(EntityKind.QUEUE, "c1");
        Entity news = paused.subscriptions().createTemporary(EntityKind.TOPIC, "c1");
        Consumer answers = first.consumer(paused, replies);
        SubscriptionHandle ofNews = paused.subscriptions().subscribe(request(news, SubscriptionKind.UNSHARED, null));
        SubscriptionHandle fleeting = paused.subscriptions().subscribe(request(topic, SubscriptionKind.UNSHARED, null));
        SubscriptionHandle durable =
                paused.subscriptions().subscribe(request(topic, SubscriptionKind.UNSHARED_DURABLE, "d"));
        SubscriptionHandle taken =
                paused.subscriptions().subscribe(request(topic, SubscriptionKind.UNSHARED_DURABLE, "x"));
        Consumer consumerOfNews = first.consumer(paused, ofNews.entity());
        Consumer ofFleeting = first.consumer(paused, fleeting.entity());
        Consumer ofDurable = first.consumer(paused, durable.entity());
        Consumer ofTaken = first.consumer(paused, taken.entity());
        eventually(
                "the temporary destinations are deleted",
                () -> other.queueAdministration().current(replies).isEmpty()
                        && other.queueAdministration().current(news).isEmpty()
                        && other.queueAdministration()
                                .current(fleeting.entity())
                                .isEmpty());
        Entity seen = other.subscriptions().topic("t", false);
        SubscriptionHandle elsewhere =
                other.subscriptions().subscribe(request(seen, SubscriptionKind.UNSHARED_DURABLE, "x"));

        wakeUp();

        assertThat(told).singleElement().satisfies(told -> assertThat(told)
                .hasMessageContaining(replies.name())
                .hasMessageContaining("another consumer: " + taken.entity().name()));
        assertRefused(BrokerErrorReason.NODE_FENCED, ofTaken.receiver::pollPrefetched);
        assertRefused(BrokerErrorReason.NODE_FENCED, ofTaken.receiver::pollOrFetch);
        other.sender().send(BrokerFixture.prepared(other, seen, TestMessage.of("after")));
        assertThat(text(ofDurable.next())).isEqualTo("after");
        assertThat(text(ofFleeting.next())).isEqualTo("after");
        assertThat(text(first.consumer(other, elsewhere.entity()).next())).isEqualTo("after");
        // This node sends by the entity that it had before, the other node by name.
        paused.sender().send(BrokerFixture.prepared(paused, replies, TestMessage.of("answer")));
        assertThat(text(answers.next())).isEqualTo("answer");
        Entity byName = other.queueAdministration().queue(replies.name(), false);
        other.sender().send(BrokerFixture.prepared(other, byName, TestMessage.of("from elsewhere")));
        assertThat(text(answers.next())).isEqualTo("from elsewhere");
        paused.sender().send(BrokerFixture.prepared(paused, news, TestMessage.of("news")));
        assertThat(text(consumerOfNews.next())).isEqualTo("news");
        // They are deleted as they would have been without the rejoin.
        answers.close();
        paused.subscriptions().deleteTemporary(replies);
        ofFleeting.close();
        fleeting.close();
        assertThat(other.queueAdministration().current(byName)).isEmpty();
        assertThat(first.store.entities().find(fleeting.entity().id())).isEmpty();
    }

    @Test
    @DisplayName("WILD-02 RCV-20 a rejoin recreates a non-durable subscription to topics by pattern")
    void shouldMakeAgainSubscriptionsByPattern() {
        Entity topic = other.topicAdministration().createTopic("news.world", EntityOptions.DEFAULT);
        SubscriptionHandle handle = paused.subscriptions()
                .subscribe(request(TopicPattern.standIn("news.*"), SubscriptionKind.UNSHARED, null));
        Consumer consumer = first.consumer(paused, handle.entity());
        eventually(
                "the subscription is deleted",
                () -> first.store.subscriptions().withPattern().isEmpty());

        wakeUp();

        other.sender().send(BrokerFixture.prepared(other, topic, TestMessage.of("after")));
        assertThat(text(consumer.next())).isEqualTo("after");
        paused.sender().send(BrokerFixture.prepared(paused, topic, TestMessage.of("own")));
        assertThat(text(consumer.next())).isEqualTo("own");
        consumer.close();
        handle.close();
        assertThat(first.store.subscriptions().withPattern()).isEmpty();
    }

    private static SubscribeRequest request(Entity topic, SubscriptionKind kind, String name) {
        String clientId = name == null ? null : "id";
        return new SubscribeRequest(topic, kind, clientId, name, null, false, "c1");
    }

    @Test
    @DisplayName("SND-05 RCV-20 a node that rejoined can return older non-persistent messages to the store")
    void shouldGiveBackWhatIsOlder() {
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        paused.sender().send(BrokerFixture.prepared(paused, queue, TestMessage.of("held")));
        Consumer consumer = first.consumer(paused, queue);
        assertThat(text(consumer.next())).isEqualTo("held");
        awaitDead(queue, 1);
        for (String text : List.of("later", "dead", "buffered")) {
            other.sender()
                    .send(BrokerFixture.prepared(
                            other, queue, TestMessage.of(text).nonPersistent()));
        }
        awaitDead(queue, 4);

        wakeUp();

        paused.settler().complete(List.of(consumer.next()));
        paused.settler().abandon(consumer.next(), Map.of(), Duration.ofHours(1));
        paused.settler().deadLetter(consumer.next(), "asked for", null, Map.of());
        consumer.close();
        eventually("all messages are in the store", () -> {
            EntityStatistics now = other.statistics().statistics(queue);
            return now.available() == 1 && now.scheduled() == 1 && now.deadLettered() == 1;
        });
    }

    @Test
    @DisplayName("RCV-20 a node that cannot rejoin reports it, and tries again")
    void shouldTryAgain() {
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        paused.sender().send(BrokerFixture.prepared(paused, queue, TestMessage.of("m")));
        Consumer consumer = first.consumer(paused, queue);
        assertThat(text(consumer.next())).isEqualTo("m");
        awaitDead(queue, 1);

        time.resume();
        eventually("the node reports that it cannot rejoin", () -> !told.isEmpty());
        assertThat(told).extracting(BrokerException::reason).containsExactly(BrokerErrorReason.NODE_FENCED);
        assertRefused(BrokerErrorReason.NODE_FENCED, () -> BrokerFixture.prepared(paused, queue, TestMessage.of("m")));
        assertThat(consumer.receiver.pollPrefetched()).isNull();

        wakeUp();
        assertThat(told)
                .extracting(BrokerException::reason)
                .containsExactly(BrokerErrorReason.NODE_FENCED, BrokerErrorReason.NODE_REJOINED);
        assertThat(text(consumer.next())).isEqualTo("m");
    }
}
