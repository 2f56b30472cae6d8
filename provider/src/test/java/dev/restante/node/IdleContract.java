package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageQuery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.Standing;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The IDLE rows. */
abstract class IdleContract extends BrokerContract {

    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration MILLI = Duration.ofMillis(1);

    private static final Duration MARK_IDLE = Duration.ofMinutes(5);

    /** A use is recorded ahead by a tenth of the idle time. */
    private static final Duration IDLE_AFTER_USE = Duration.ofMinutes(11);

    private static final MessageQuery AVAILABLE = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);

    private int marks;

    private static EntityOptions mortal() {
        return EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, IDLE);
    }

    private boolean exists(Entity entity) {
        return broker.node.queueAdministration().current(entity).isPresent();
    }

    /**
     * Lets time go by, and waits until the node has looked for what is idle: after its other entities at one that is.
     */
    private void pass(Duration time) {
        if (time.compareTo(MARK_IDLE) < 0) {
            broker.time.advance(time);
            return;
        }
        broker.time.advance(time.minus(MARK_IDLE));
        marks++;
        Entity mark =
                broker.queue("mark" + marks, EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, MARK_IDLE));
        broker.time.advance(MARK_IDLE);
        eventually("what is idle has been looked for", () -> !exists(mark));
    }

    private void assertStays(Entity entity, Duration time) {
        pass(time);
        assertThat(exists(entity)).as(entity.name() + " is still there").isTrue();
    }

    private void assertGoes(Entity entity, Duration time) {
        broker.time.advance(time);
        eventually(entity.name() + " has gone", () -> !exists(entity));
    }

    @Test
    @DisplayName("IDLE-01 a queue that nobody uses goes when its time is over, not before, with all that it has")
    void shouldDeleteWhatIsIdle() {
        Entity other = broker.queue("other");
        Entity queue = broker.queue("q", mortal());
        assertStays(queue, IDLE.minus(MILLI));
        broker.time.advance(MILLI);
        eventually("it has gone", () -> !exists(queue));
        assertThat(broker.node.entities()).extracting(Entity::name).doesNotContain("q", "q/$DeadLetterQueue");
        assertThat(exists(other)).isTrue();
    }

    @Test
    @DisplayName("IDLE-01 what was deleted is not found any more, until it is created anew")
    void shouldDeleteAsAnAdministratorDoes() {
        Entity queue = broker.queue("q", mortal());
        PreparedSend late = broker.prepared(queue, Mail.of("late"));
        broker.send(queue, "lost");
        assertGoes(queue, IDLE_AFTER_USE);

        assertThatThrownBy(() -> broker.node.sending().send(late))
                .isInstanceOfSatisfying(BrokerException.class, refusal -> assertThat(refusal.reason())
                        .isEqualTo(Reason.ENTITY_NOT_FOUND));
        assertThatThrownBy(() -> broker.consumer(queue)).isInstanceOf(BrokerException.class);
        Entity again = broker.node.queueAdministration().queue("q", true);
        assertThat(again.id()).isNotEqualTo(queue.id());
        assertThat(broker.browse(again)).isEmpty();
    }

    @Test
    @DisplayName("IDLE-01 the option can be set and taken back at any time, and is never on by default")
    void shouldFollowTheOption() {
        Entity queue = broker.queue("q");
        assertStays(queue, Duration.ofDays(400));
        broker.node.queueAdministration().alter("q", mortal());
        assertStays(queue, IDLE.minus(MILLI));
        broker.node.queueAdministration().alter("q", EntityOptions.DEFAULT);
        assertStays(queue, IDLE.multipliedBy(2));
        broker.node.queueAdministration().alter("q", mortal());
        assertGoes(queue, IDLE);
    }

    private enum Use {
        SEND,
        SEND_IN_TRANSACTION,
        SEND_WITHOUT_WAITING,
        SEND_IN_MEMORY,
        RECEIVE,
        BROWSE,
        ALTER,
        RECEIVE_DEAD_LETTERS,
        PEEK,
        PEEK_WITH_BODIES,
        PEEK_DEAD_LETTERS,
        LIST_DEFERRED,
        PURGE,
        REDRIVE
    }

    private void use(Entity queue, Use use) {
        switch (use) {
            case SEND -> broker.send(queue, "m");
            case SEND_IN_TRANSACTION -> {
                UnitOfWork work = broker.node.newUnitOfWork();
                work.send(broker.prepared(queue, Mail.of("m")));
                work.commit();
            }
            case SEND_WITHOUT_WAITING -> sendAsync(queue, Mail.of("m"));
            case SEND_IN_MEMORY -> sendAsync(queue, Mail.of("m").nonPersistent());
            case RECEIVE -> broker.consumer(queue).close();
            case BROWSE -> broker.browse(queue);
            case ALTER -> broker.node.queueAdministration().alter(queue.name(), mortal());
            case RECEIVE_DEAD_LETTERS ->
                broker.consumer(broker.deadLetters(queue)).close();
            case PEEK -> peek(queue, false);
            case PEEK_WITH_BODIES -> peek(queue, true);
            case PEEK_DEAD_LETTERS -> peek(broker.deadLetters(queue), false);
            case LIST_DEFERRED -> broker.node.deferredMessages().list(queue, 0, 10);
            case PURGE -> broker.node.messageAdministration().purge(queue, AVAILABLE, done -> true);
            case REDRIVE ->
                broker.node
                        .messageAdministration()
                        .redrive(
                                broker.deadLetters(queue),
                                new MessageAdministration.Redrive(AVAILABLE, null, 10, 1_000),
                                done -> true);
        }
    }

    private void peek(Entity entity, boolean bodies) {
        broker.node.messageAdministration().page(entity, AVAILABLE, null, 10, bodies);
    }

    /** Waits all the same, because what arrives counts when it arrives. */
    private void sendAsync(Entity queue, Mail mail) {
        CompletableFuture<@Nullable BrokerException> done = new CompletableFuture<>();
        broker.node.sending().sendAsync(broker.prepared(queue, mail), done::complete);
        assertThat(done.join()).isNull();
    }

    @ParameterizedTest
    @EnumSource(Use.class)
    @DisplayName("IDLE-02, IDLE-08 each use of a queue lets its time begin anew")
    void shouldKeepAQueueThatIsUsed(Use use) {
        Entity queue = broker.queue("q", mortal());
        for (int i = 0; i < 3; i++) {
            pass(IDLE.minus(MILLI));
            use(queue, use);
        }
        assertStays(queue, IDLE.minus(MILLI));
        assertGoes(queue, IDLE_AFTER_USE.minus(IDLE).plus(MILLI));
    }

    @Test
    @DisplayName("IDLE-08 statistics are not use")
    void shouldNotCountStatisticsAsUse() {
        Entity queue = broker.queue("q", mortal());
        pass(IDLE.minus(MILLI));
        broker.node.statistics().of(queue);
        broker.node.statistics().of(List.of(queue));
        broker.node.messageAdministration().reasons(broker.deadLetters(queue), 10);
        assertGoes(queue, MILLI);
    }

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
    @DisplayName("IDLE-02 an open consumer is use, and what a session has in its hands")
    void shouldKeepWhatHasAConsumer() {
        Entity queue = broker.queue("q", mortal().with(QueueOption.LOCK_DURATION, Duration.ofHours(12)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        assertStays(queue, IDLE.multipliedBy(5));
        HeldDelivery held = consumer.next();
        consumer.close();
        assertStays(queue, IDLE.multipliedBy(5));
        broker.complete(held);
        assertStays(queue, IDLE.minus(MILLI));
        assertGoes(queue, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-02 scheduled messages keep a queue, and its time begins when the last is available")
    void shouldKeepWhatHasScheduledMessages() {
        Entity queue = broker.queue("q", mortal());
        broker.send(queue, Mail.of("m").delay(IDLE.multipliedBy(3)));
        assertStays(queue, IDLE.multipliedBy(3).minus(MILLI));
        broker.time.advance(MILLI);
        eventually("it is available", () -> broker.node.statistics().of(queue).available() == 1);
        assertStays(queue, IDLE.minus(MILLI));
        assertGoes(queue, IDLE_AFTER_USE);
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
        return broker.node.topicAdministration().createSubscription(request(topic, name), options);
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

    @Test
    @DisplayName("IDLE-06 idle time goes on over a restart, in order or not, and no use is forgotten by it")
    void shouldCountOverRestarts() {
        Entity queue = broker.queue("q", mortal());
        Entity used = broker.queue("used", mortal());
        broker.time.advance(IDLE.dividedBy(2));
        broker.reopen();
        broker.send(used, "m");
        broker.crash();
        broker.time.advance(IDLE.dividedBy(2).minus(MILLI));
        assertThat(exists(queue)).isTrue();
        assertGoes(queue, MILLI);
        assertStays(used, IDLE.dividedBy(2).minus(MILLI));
        assertGoes(used, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-06 a queue whose time ended while no node was there goes when one comes")
    void shouldDeleteWhatBecameIdleMeanwhile() {
        Entity queue = broker.queue("q", mortal());
        broker.node.close();
        broker.time.advance(IDLE.multipliedBy(2));
        broker.node = broker.open();
        eventually("it has gone", () -> !exists(queue));
    }

    @Test
    @DisplayName("IDLE-02 temporary destinations go with their connection only")
    void shouldLeaveTemporaryOnesAlone() {
        Entity temporary = broker.node.subscriptions().createTemporary(EntityKind.QUEUE, "c");
        assertStays(temporary, Duration.ofDays(100));
    }

    @Test
    @DisplayName("IDLE-01 uses are recorded now and then, not one by one")
    void shouldNotRecordEachUse() {
        Entity queue = broker.queue("q", mortal());
        broker.send(queue, "m");
        long recorded = used(queue);
        for (int i = 0; i < 10; i++) {
            broker.time.advance(Duration.ofSeconds(5));
            broker.send(queue, "m");
        }
        assertThat(used(queue)).isEqualTo(recorded);
        broker.time.advance(Duration.ofSeconds(11));
        broker.send(queue, "m");
        assertThat(used(queue)).isGreaterThan(recorded);
    }

    @Test
    @DisplayName(
            "IDLE-02 a consumer that came while an earlier use was still recorded ahead is recorded when that is over")
    void shouldRecordAConsumerThatCameSoonAfterAUse() {
        Duration idle = MARK_IDLE.multipliedBy(20);
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, idle));
        broker.send(queue, "m");
        long recorded = used(queue);
        // The node looks after it would have renewed the record, and finds no use that goes on.
        pass(idle.dividedBy(10).minus(Duration.ofMinutes(4)));
        assertThat(used(queue)).isEqualTo(recorded);
        try (Consumer consumer = broker.consumer(queue)) {
            broker.time.advance(Duration.ofMinutes(5));
            eventually("its use is recorded", () -> used(queue) > recorded);
        }
    }

    private long used(Entity queue) {
        Long until = broker.store.entityUses().usedUntil().get(queue.id());
        return until == null ? 0 : until;
    }
}
