package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.QueueStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
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

/** A node of several that was silent, declared dead, and wakes up. */
@Timeout(120)
abstract class SharedRejoinContract {

    private static final Duration LEASE = Duration.ofSeconds(2);

    private final SharedNodes nodes;
    private final BrokerFixture first;
    private final List<BrokerException> told = new CopyOnWriteArrayList<>();

    private final PausableTime time = new PausableTime();
    private final SharedStore shared;

    /** While its clock stands still it sends no heartbeat, and so it is silent. */
    private final BrokerNode paused;

    private final BrokerNode other;

    SharedRejoinContract(SharedServer server) {
        nodes = new SharedNodes(server);
        first = new BrokerFixture(nodes::store);
        shared = new SharedStore(nodes.store(), time);
        paused = nodes.add(BrokerNode.open(shared.use(), SharedNodes.lively("paused", LEASE), time));
        other = nodes.openLively("other", LEASE);
        paused.addProblemListener(told::add);
        time.pause();
    }

    /** The system's clock, which can stand still for a while. */
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
        public long millis() {
            long paused = pausedAtMillis;
            return paused == RUNS ? System.currentTimeMillis() : paused;
        }

        @Override
        public long realMillisUntil(long deadlineMillis) {
            return pausedAtMillis == RUNS ? deadlineMillis - System.currentTimeMillis() : Long.MAX_VALUE;
        }

        @Override
        public void onJump(Runnable listener) {
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
        eventually("it has joined anew", () -> told.stream().anyMatch(each -> each.reason() == Reason.NODE_REJOINED));
    }

    /** It has been declared dead, and what it held is available. */
    private void awaitDead(Entity queue, long available) {
        eventually("it is dead", () -> other.statistics().of(queue).available() == available);
    }

    @Test
    @DisplayName("RCV-14 RCV-20 what it held is others', it settles nothing of that, and goes on with the rest")
    void shouldGoOn() {
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        for (int i = 0; i < 5; i++) {
            paused.sending().send(BrokerFixture.prepared(paused, queue, Mail.of("m" + i)));
        }
        Consumer consumer = first.consumer(paused, queue);
        HeldDelivery held = consumer.next();
        PreparedSend late = BrokerFixture.prepared(paused, queue, Mail.of("late"));
        UnitOfWork unit = paused.newUnitOfWork();
        unit.send(BrokerFixture.prepared(paused, queue, Mail.of("never")));
        awaitDead(queue, 5);
        Consumer successor = first.consumer(other, queue);
        HeldDelivery taken = successor.next();
        assertThat(text(taken)).isEqualTo("m0");
        // What is buffered here does not go back to the one that wakes up.
        successor.close();

        wakeUp();

        assertRefused(Reason.LOCK_LOST, () -> paused.settlement().complete(List.of(held)));
        assertRefused(Reason.LOCK_LOST, () -> paused.settlement().renew(held));
        assertRefused(Reason.NODE_FENCED, () -> paused.sending().send(late));
        assertRefused(Reason.NODE_FENCED, unit::commit);
        for (int i = 1; i < 5; i++) {
            HeldDelivery next = consumer.next();
            assertThat(text(next)).isEqualTo("m" + i);
            assertThat(next.deliveryCount()).isEqualTo(2);
            paused.settlement().complete(List.of(next));
        }
        PreparedSend send = BrokerFixture.prepared(paused, queue, Mail.of("new"));
        assertThat(send.delivery().id()).isGreaterThan(late.delivery().id());
        paused.sending().send(send);
        assertThat(text(consumer.next())).isEqualTo("new");
        other.settlement().complete(List.of(taken));
        assertThat(told).extracting(BrokerException::reason).containsExactly(Reason.NODE_REJOINED);
    }

    @Test
    @DisplayName(
            "RCV-20 temporary destinations and non-durable subscriptions that have gone are made again, without what was in them; a durable subscription that somebody else has is lost")
    void shouldMakeAgainWhatHasGone() {
        Entity topic = paused.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        Entity replies = paused.subscriptions().createTemporary(EntityKind.QUEUE, "c1");
        Entity news = paused.subscriptions().createTemporary(EntityKind.TOPIC, "c1");
        Consumer answers = first.consumer(paused, replies);
        Subscribed ofNews = paused.subscriptions().subscribe(request(news, SubscriptionKind.UNSHARED, null));
        Subscribed fleeting = paused.subscriptions().subscribe(request(topic, SubscriptionKind.UNSHARED, null));
        Subscribed durable = paused.subscriptions().subscribe(request(topic, SubscriptionKind.UNSHARED_DURABLE, "d"));
        Subscribed taken = paused.subscriptions().subscribe(request(topic, SubscriptionKind.UNSHARED_DURABLE, "x"));
        Consumer consumerOfNews = first.consumer(paused, ofNews.entity());
        Consumer ofFleeting = first.consumer(paused, fleeting.entity());
        Consumer ofDurable = first.consumer(paused, durable.entity());
        Consumer ofTaken = first.consumer(paused, taken.entity());
        eventually(
                "they have gone",
                () -> other.queueAdministration().current(replies).isEmpty()
                        && other.queueAdministration().current(news).isEmpty()
                        && other.queueAdministration()
                                .current(fleeting.entity())
                                .isEmpty());
        Entity seen = other.subscriptions().topic("t", false);
        Subscribed elsewhere = other.subscriptions().subscribe(request(seen, SubscriptionKind.UNSHARED_DURABLE, "x"));

        wakeUp();

        assertThat(told).singleElement().satisfies(told -> assertThat(told)
                .hasMessageContaining(replies.name())
                .hasMessageContaining("another consumer: " + taken.entity().name()));
        assertRefused(Reason.NODE_FENCED, ofTaken.receiver::poll);
        assertRefused(Reason.NODE_FENCED, ofTaken.receiver::pollNow);
        other.sending().send(BrokerFixture.prepared(other, seen, Mail.of("after")));
        assertThat(text(ofDurable.next())).isEqualTo("after");
        assertThat(text(ofFleeting.next())).isEqualTo("after");
        assertThat(text(first.consumer(other, elsewhere.entity()).next())).isEqualTo("after");
        // Here by what was in hand before, there by its name.
        paused.sending().send(BrokerFixture.prepared(paused, replies, Mail.of("answer")));
        assertThat(text(answers.next())).isEqualTo("answer");
        Entity byName = other.queueAdministration().queue(replies.name(), false);
        other.sending().send(BrokerFixture.prepared(other, byName, Mail.of("from elsewhere")));
        assertThat(text(answers.next())).isEqualTo("from elsewhere");
        paused.sending().send(BrokerFixture.prepared(paused, news, Mail.of("news")));
        assertThat(text(consumerOfNews.next())).isEqualTo("news");
        // And they go as they would have gone.
        answers.close();
        paused.subscriptions().deleteTemporary(replies);
        ofFleeting.close();
        fleeting.close();
        assertThat(other.queueAdministration().current(byName)).isEmpty();
        assertThat(first.store.entities().find(fleeting.entity().id())).isEmpty();
    }

    private static SubscribeRequest request(Entity topic, SubscriptionKind kind, String name) {
        String clientId = name == null ? null : "id";
        return new SubscribeRequest(topic, kind, clientId, name, null, false, "c1");
    }

    @Test
    @DisplayName("SND-05 RCV-20 non-persistent messages of before that it takes out of the store can go back there")
    void shouldGiveBackWhatIsOlder() {
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        paused.sending().send(BrokerFixture.prepared(paused, queue, Mail.of("held")));
        Consumer consumer = first.consumer(paused, queue);
        assertThat(text(consumer.next())).isEqualTo("held");
        awaitDead(queue, 1);
        for (String text : List.of("later", "dead", "buffered")) {
            other.sending()
                    .send(BrokerFixture.prepared(other, queue, Mail.of(text).nonPersistent()));
        }
        awaitDead(queue, 4);

        wakeUp();

        paused.settlement().complete(List.of(consumer.next()));
        paused.settlement().abandon(consumer.next(), Map.of(), Duration.ofHours(1));
        paused.settlement().deadLetter(consumer.next(), "asked for", null, Map.of());
        consumer.close();
        eventually("all are in the store", () -> {
            QueueStatistics now = other.statistics().of(queue);
            return now.available() == 1 && now.scheduled() == 1 && now.deadLettered() == 1;
        });
    }

    @Test
    @DisplayName("RCV-20 a node that can't join anew says so, and tries again")
    void shouldTryAgain() {
        Entity queue = paused.queueAdministration().create("q", EntityOptions.DEFAULT);
        paused.sending().send(BrokerFixture.prepared(paused, queue, Mail.of("m")));
        Consumer consumer = first.consumer(paused, queue);
        assertThat(text(consumer.next())).isEqualTo("m");
        awaitDead(queue, 1);

        time.resume();
        eventually("it knows", () -> !told.isEmpty());
        assertThat(told).extracting(BrokerException::reason).containsExactly(Reason.NODE_FENCED);
        assertRefused(Reason.NODE_FENCED, () -> BrokerFixture.prepared(paused, queue, Mail.of("m")));
        assertThat(consumer.receiver.poll()).isNull();

        wakeUp();
        assertThat(told).extracting(BrokerException::reason).containsExactly(Reason.NODE_FENCED, Reason.NODE_REJOINED);
        assertThat(text(consumer.next())).isEqualTo("m");
    }
}
