package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Deletion of idle queues. */
abstract class IdleContract extends IdleFixture {

    @Test
    @DisplayName("IDLE-01 an unused queue is deleted with its dead-letter queue exactly when its idle time has passed")
    void shouldDeleteWhatIsIdle() {
        Entity other = broker.queue("other");
        Entity queue = broker.queue("q", deletedWhenIdle());
        assertKeptFor(queue, IDLE.minus(MILLI));
        broker.time.advance(MILLI);
        eventually("the idle queue is deleted", () -> !exists(queue));
        assertThat(broker.node.entities()).extracting(Entity::name).doesNotContain("q", "q/$DeadLetterQueue");
        assertThat(exists(other)).isTrue();
    }

    @Test
    @DisplayName("IDLE-01 a deleted idle queue rejects senders and receivers until it is created again")
    void shouldDeleteAsAnAdministratorDoes() {
        Entity queue = broker.queue("q", deletedWhenIdle());
        PreparedSend late = broker.prepared(queue, TestMessage.of("late"));
        broker.send(queue, "lost");
        assertDeletedAfter(queue, IDLE_AFTER_USE);

        assertThatThrownBy(() -> broker.node.sender().send(late))
                .isInstanceOfSatisfying(BrokerException.class, refusal -> assertThat(refusal.reason())
                        .isEqualTo(BrokerErrorReason.ENTITY_NOT_FOUND));
        assertThatThrownBy(() -> broker.consumer(queue)).isInstanceOf(BrokerException.class);
        Entity again = broker.node.queueAdministration().queue("q", true);
        assertThat(again.id()).isNotEqualTo(queue.id());
        assertThat(broker.browse(again)).isEmpty();
    }

    @Test
    @DisplayName("IDLE-01 the option can be set and removed at any time, and is off by default")
    void shouldFollowTheOption() {
        Entity queue = broker.queue("q");
        assertKeptFor(queue, Duration.ofDays(400));
        broker.node.queueAdministration().alter("q", deletedWhenIdle());
        assertKeptFor(queue, IDLE.minus(MILLI));
        broker.node.queueAdministration().alter("q", EntityOptions.DEFAULT);
        assertKeptFor(queue, IDLE.multipliedBy(2));
        broker.node.queueAdministration().alter("q", deletedWhenIdle());
        assertDeletedAfter(queue, IDLE);
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
                work.send(broker.prepared(queue, TestMessage.of("m")));
                work.commit();
            }
            case SEND_WITHOUT_WAITING -> sendAsync(queue, TestMessage.of("m"));
            case SEND_IN_MEMORY -> sendAsync(queue, TestMessage.of("m").nonPersistent());
            case RECEIVE -> broker.consumer(queue).close();
            case BROWSE -> broker.browse(queue);
            case ALTER -> broker.node.queueAdministration().alter(queue.name(), deletedWhenIdle());
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
                                new MessageAdministration.RedriveRequest(AVAILABLE, null, 10, 1_000),
                                done -> true);
        }
    }

    /** Sends and waits, because a send counts as a use when the message arrives. */
    private void sendAsync(Entity queue, TestMessage mail) {
        CompletableFuture<@Nullable BrokerException> done = new CompletableFuture<>();
        broker.node.sender().sendAsync(broker.prepared(queue, mail), done::complete);
        assertThat(done.join()).isNull();
    }

    @ParameterizedTest
    @EnumSource(Use.class)
    @DisplayName("IDLE-02, IDLE-08 each use of a queue restarts its idle time")
    void shouldKeepAQueueThatIsUsed(Use use) {
        Entity queue = broker.queue("q", deletedWhenIdle());
        for (int i = 0; i < 3; i++) {
            pass(IDLE.minus(MILLI));
            use(queue, use);
        }
        assertKeptFor(queue, IDLE.minus(MILLI));
        assertDeletedAfter(queue, IDLE_AFTER_USE.minus(IDLE).plus(MILLI));
    }

    @Test
    @DisplayName("IDLE-08 statistics and lists of groups do not count as a use")
    void shouldNotCountStatisticsAsUse() {
        Entity queue = broker.queue("q", deletedWhenIdle());
        pass(IDLE.minus(MILLI));
        broker.node.statistics().statistics(queue);
        broker.node.statistics().statistics(List.of(queue));
        broker.node.messageAdministration().deadLetterReasons(broker.deadLetters(queue), 10);
        broker.node.messageAdministration().groups(queue, null, 10, 10);
        broker.node.messageAdministration().groupState(queue, "g");
        assertDeletedAfter(queue, MILLI);
    }

    @Test
    @DisplayName("IDLE-02 an open consumer counts as a use, and so does a message in flight")
    void shouldKeepWhatHasAConsumer() {
        Entity queue = broker.queue("q", deletedWhenIdle().with(QueueOption.LOCK_DURATION, Duration.ofHours(12)));
        broker.send(queue, "m");
        Consumer consumer = broker.consumer(queue);
        assertKeptFor(queue, IDLE.multipliedBy(5));
        InFlightDelivery delivery = consumer.next();
        consumer.close();
        assertKeptFor(queue, IDLE.multipliedBy(5));
        broker.complete(delivery);
        assertKeptFor(queue, IDLE.minus(MILLI));
        assertDeletedAfter(queue, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-02 scheduled messages keep a queue, whose idle time starts when the last one is available")
    void shouldKeepWhatHasScheduledMessages() {
        Entity queue = broker.queue("q", deletedWhenIdle());
        broker.send(queue, TestMessage.of("m").delay(IDLE.multipliedBy(3)));
        assertKeptFor(queue, IDLE.multipliedBy(3).minus(MILLI));
        broker.time.advance(MILLI);
        eventually(
                "the scheduled message is available",
                () -> broker.node.statistics().statistics(queue).available() == 1);
        assertKeptFor(queue, IDLE.minus(MILLI));
        assertDeletedAfter(queue, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-06 the idle time continues after a restart or crash, and no use is lost")
    void shouldCountOverRestarts() {
        Entity queue = broker.queue("q", deletedWhenIdle());
        Entity used = broker.queue("used", deletedWhenIdle());
        broker.time.advance(IDLE.dividedBy(2));
        broker.reopen();
        broker.send(used, "m");
        broker.crash();
        broker.time.advance(IDLE.dividedBy(2).minus(MILLI));
        assertThat(exists(queue)).isTrue();
        assertDeletedAfter(queue, MILLI);
        assertKeptFor(used, IDLE.dividedBy(2).minus(MILLI));
        assertDeletedAfter(used, IDLE_AFTER_USE);
    }

    @Test
    @DisplayName("IDLE-06 a queue that became idle while no node was running is deleted when a node starts")
    void shouldDeleteWhatBecameIdleMeanwhile() {
        Entity queue = broker.queue("q", deletedWhenIdle());
        broker.node.close();
        broker.time.advance(IDLE.multipliedBy(2));
        broker.node = broker.open();
        eventually("the idle queue is deleted", () -> !exists(queue));
    }

    @Test
    @DisplayName("IDLE-02 a temporary destination is never deleted for being idle")
    void shouldLeaveTemporaryOnesAlone() {
        Entity temporary = broker.node.subscriptions().createTemporary(EntityKind.QUEUE, "c");
        assertKeptFor(temporary, Duration.ofDays(100));
    }

    @Test
    @DisplayName("IDLE-01 uses are recorded from time to time, not one by one")
    void shouldNotRecordEachUse() {
        Entity queue = broker.queue("q", deletedWhenIdle());
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
    @DisplayName("IDLE-02 a consumer that opens soon after a recorded use is recorded when that record has ended")
    void shouldRecordAConsumerThatCameSoonAfterAUse() {
        Duration idle = IDLE_OF_MARK.multipliedBy(20);
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, idle));
        broker.send(queue, "m");
        long recorded = used(queue);
        // The node checks when it would have renewed the record, and finds no use that continues.
        pass(idle.dividedBy(10).minus(Duration.ofMinutes(4)));
        assertThat(used(queue)).isEqualTo(recorded);
        try (Consumer consumer = broker.consumer(queue)) {
            broker.time.advance(Duration.ofMinutes(5));
            eventually("the use of the queue is recorded", () -> used(queue) > recorded);
        }
    }

    private long used(Entity queue) {
        Long until = broker.store.entityUses().lastUses().get(queue.id());
        return until == null ? 0 : until;
    }
}
