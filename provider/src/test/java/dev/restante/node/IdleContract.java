package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The IDLE rows about queues. */
abstract class IdleContract extends IdleFixture {

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
    @DisplayName("IDLE-08 statistics and lists of groups are not use")
    void shouldNotCountStatisticsAsUse() {
        Entity queue = broker.queue("q", mortal());
        pass(IDLE.minus(MILLI));
        broker.node.statistics().of(queue);
        broker.node.statistics().of(List.of(queue));
        broker.node.messageAdministration().reasons(broker.deadLetters(queue), 10);
        broker.node.messageAdministration().groups(queue, null, 10, 10);
        broker.node.messageAdministration().groupState(queue, "g");
        assertGoes(queue, MILLI);
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
