package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.RepeatFixture.MINUTE;
import static dev.restante.node.RepeatFixture.cancel;
import static dev.restante.node.RepeatFixture.endless;
import static dev.restante.node.RepeatFixture.every;
import static dev.restante.node.RepeatFixture.listed;
import static dev.restante.node.RepeatFixture.prepared;
import static dev.restante.node.RepeatFixture.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.PreparedSend;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches.Leaving;
import dev.restante.broker.TransactionBranches.Vote;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHead;
import dev.restante.model.Repetition;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.CatchUp;
import dev.restante.option.QueueOption;
import dev.restante.testing.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Repeated sends to queues, on any store. */
@DisplayName("repeated sends")
abstract class RepeatContract extends BrokerContract {

    private static final Duration MILLI = Duration.ofMillis(1);

    private Entity queue;

    @BeforeEach
    final void createQueue() {
        queue = broker.queue("q");
    }

    /** Moves the clock, and waits until so many messages are there. */
    private void pass(Duration time, int available) {
        broker.time.advance(time);
        eventually(available + " copies", () -> available() == available);
    }

    private long available() {
        return broker.node.statistics().of(queue).available();
    }

    private long scheduled() {
        return broker.node.statistics().of(queue).scheduled();
    }

    /** The clock stands still while no node is up. */
    private void reopenAfter(Duration time) {
        broker.node.close();
        broker.time.advanceUnnoticed(time);
        broker.reopen();
    }

    private void assertSwept() {
        broker.send(queue, Mail.of("swept").delay(MILLI));
        broker.time.advance(MILLI);
        eventually("swept", () -> broker.browse(queue).contains("swept"));
    }

    @Test
    @DisplayName("SCH-01 SCH-02 one copy for each due time, not a millisecond before, and none after the last")
    void shouldSendACopyForEachDueTime() {
        PreparedSend sent =
                send(broker.node, queue, Mail.of("m").priority(7).properties(Map.of("p", 1)), every(MINUTE, 3));
        assertThat(scheduled()).isEqualTo(1);
        broker.time.advance(MINUTE.minus(MILLI).minus(MILLI));
        assertSwept();
        assertThat(broker.browse(queue)).containsExactly("swept");
        try (Consumer consumer = broker.consumer(queue)) {
            assertThat(consumer.take()).isEqualTo("swept");
        }
        pass(MILLI, 1);
        pass(MINUTE, 2);
        assertThat(scheduled()).isEqualTo(1);
        pass(MINUTE, 3);
        eventually("it has ended", () -> scheduled() == 0);
        pass(MINUTE.multipliedBy(5), 3);

        List<Browsed> copies = broker.browsed(queue);
        assertThat(copies)
                .extracting(copy -> copy.message().head().messageId())
                .doesNotHaveDuplicates()
                .doesNotContain(sent.head().messageId());
        for (int i = 0; i < 3; i++) {
            MessageHead head = copies.get(i).message().head();
            assertThat(head.deliveryTime()).isEqualTo(FakeTime.START_MILLIS + (i + 1) * MINUTE.toMillis());
            assertThat(head.timestamp()).isEqualTo(FakeTime.START_MILLIS);
            assertThat(head.priority()).isEqualTo(7);
            assertThat(head.properties())
                    .containsEntry("p", 1)
                    .containsEntry("scheduledJobId", sent.head().messageId());
            assertThat(head.repetition()).isNull();
        }
        assertThat(broker.browse(queue)).containsExactly("m", "m", "m");
    }

    @Test
    @DisplayName("SCH-01 a waiting receiver has each copy at its due time; released, it is a message as any other")
    void shouldReachReceivers() {
        send(broker.node, queue, Mail.of("m"), every(MINUTE, 2));
        try (Consumer consumer = broker.consumer(queue)) {
            consumer.assertNothing();
            broker.time.advance(MINUTE);
            broker.abandon(consumer.next());
            assertThat(consumer.take()).isEqualTo("m");
            broker.time.advance(MINUTE);
            assertThat(consumer.take()).isEqualTo("m");
            broker.time.advance(MINUTE);
            consumer.assertNothing();
        }
    }

    @Test
    @DisplayName("SCH-05 while no node was up one copy is missed at most, and the due times after that stay in place")
    void shouldCatchUpOnce() {
        Duration period = MINUTE.multipliedBy(10);
        send(broker.node, queue, Mail.of("m"), every(period, 10));
        pass(period, 1);
        reopenAfter(MINUTE.multipliedBy(55));
        eventually("caught up", () -> available() == 2);
        assertThat(broker.browsed(queue).get(1).message().head().deliveryTime())
                .isEqualTo(FakeTime.START_MILLIS + 60 * MINUTE.toMillis());
        pass(MINUTE.multipliedBy(5).minus(MILLI), 2);
        pass(MILLI, 3);
        pass(period, 4);
        reopenAfter(period.multipliedBy(100));
        eventually("caught up", () -> available() == 5);
        eventually("it has ended", () -> scheduled() == 0);
    }

    @Test
    @DisplayName("SCH-05 ALL makes each copy that was missed, NONE those only that are not late")
    void shouldCatchUpAsWanted() {
        Entity none = broker.queue("none");
        send(broker.node, queue, Mail.of("m"), endless(MINUTE, CatchUp.ALL));
        send(broker.node, none, Mail.of("m"), endless(MINUTE.multipliedBy(10), CatchUp.NONE));
        reopenAfter(MINUTE.multipliedBy(125));
        eventually("all", () -> available() == 125);
        assertThat(broker.browsed(queue))
                .extracting(copy -> copy.message().head().deliveryTime())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 125)
                        .mapToObj(i -> FakeTime.START_MILLIS + i * MINUTE.toMillis())
                        .toList());
        assertThat(broker.node.statistics().of(none).available()).isZero();
        broker.time.advance(MINUTE.multipliedBy(5));
        eventually("on time again", () -> broker.node.statistics().of(none).available() == 1);
    }

    @Test
    @DisplayName("SCH-02 a node that dies at any time leaves neither a copy behind nor one out")
    void shouldSurviveCrashes() {
        send(broker.node, queue, Mail.of("m"), every(MINUTE, 4));
        broker.crash();
        pass(MINUTE, 1);
        broker.crash();
        broker.time.advance(MINUTE);
        broker.crash();
        eventually("the second", () -> available() == 2);
        broker.time.advance(MINUTE);
        broker.crash();
        pass(MINUTE, 4);
        eventually("it has ended", () -> scheduled() == 0);
    }

    @Test
    @DisplayName(
            "BEY-04 SCH-08 a repeated send is listed under the same number until it is cancelled, and no copy follows")
    void shouldCancel() {
        PreparedSend sent = send(broker.node, queue, Mail.of("m"), endless(MINUTE, CatchUp.ONE));
        assertThat(listed(broker.node, queue)).containsExactly(sent.delivery().id());
        pass(MINUTE, 1);
        assertThat(listed(broker.node, queue)).containsExactly(sent.delivery().id());
        assertThat(cancel(broker.node, queue)).isEqualTo(1);
        assertThat(listed(broker.node, queue)).isEmpty();
        pass(MINUTE.multipliedBy(3), 1);
        assertSwept();
        assertThat(broker.browse(queue)).containsExactly("m", "swept");
    }

    @Test
    @DisplayName("BEY-04 SCH-08 what is cancelled while it is due has at most the copy of that due time")
    void shouldCancelWhileDue() {
        for (int round = 0; round < 20; round++) {
            send(broker.node, queue, Mail.of("m"), endless(Duration.ofMillis(100), CatchUp.ONE));
        }
        broker.time.advance(Duration.ofMillis(100));
        assertThat(cancel(broker.node, queue)).isEqualTo(20);
        assertThat(scheduled()).isZero();
        long copies = available();
        assertThat(copies).isLessThanOrEqualTo(20);
        broker.time.advance(Duration.ofSeconds(10));
        assertSwept();
        assertThat(available()).isEqualTo(copies + 1);
    }

    @Test
    @DisplayName("SCH-04 TTL-08 the time to live counts from each due time; the repeated send itself never expires")
    void shouldExpireCopiesOnly() {
        Entity shortLived = broker.queue(
                "short", EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofSeconds(10)));
        send(broker.node, queue, Mail.of("m").timeToLive(Duration.ofSeconds(90)), endless(MINUTE, CatchUp.ONE));
        send(broker.node, shortLived, Mail.of("s"), endless(MINUTE, CatchUp.ONE));
        pass(MINUTE, 1);
        assertThat(broker.browsed(queue).get(0).message().head().expiration())
                .isEqualTo(FakeTime.START_MILLIS + 150_000);
        pass(MINUTE, 2);
        pass(MINUTE, 2);
        assertThat(broker.node.statistics().of(shortLived).scheduled()).isEqualTo(1);
        reopenAfter(Duration.ofDays(1));
        eventually("those of the last minute", () -> available() == 2);
        eventually("its copy", () -> broker.node.statistics().of(shortLived).available() == 1);
        broker.time.advance(Duration.ofSeconds(10));
        eventually(
                "it has expired", () -> broker.node.statistics().of(shortLived).available() == 0);
        assertThat(broker.node.statistics().of(shortLived).scheduled()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "SCH-01 SND-05 a non-persistent message is repeated, over a restart too; its copies are non-persistent")
    void shouldRepeatNonPersistentMessages() {
        send(broker.node, queue, Mail.of("m").nonPersistent(), every(MINUTE, 3));
        eventually("stored", () -> scheduled() == 1);
        pass(MINUTE, 1);
        broker.reopen();
        broker.time.advance(MINUTE);
        eventually("the second", () -> broker.browsed(queue).stream()
                .anyMatch(copy -> !copy.message().head().persistent()));
    }

    @Test
    @DisplayName(
            "SCH-07 a copy goes where its queue forwards at that moment; groups are kept, and are not the repeated send's")
    void shouldForwardCopies() {
        Entity first = broker.queue("first");
        send(broker.node, first, Mail.of("m").properties(Map.of("JMSXGroupID", "g")), endless(MINUTE, CatchUp.ONE));
        broker.time.advance(MINUTE);
        eventually("here", () -> broker.node.statistics().of(first).available() == 1);
        broker.node.queueAdministration().alter("first", first.options().with(QueueOption.FORWARD_TO, "q"));
        eventually("forwarded", () -> available() == 1);
        pass(MINUTE, 2);
        assertThat(broker.browsed(queue))
                .allSatisfy(copy -> assertThat(copy.delivery().groupId()).isEqualTo("g"));
        assertThat(broker.node.statistics().of(first).scheduled()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "SCH-01 SND-06 the duplicate id is that of the repeated send: a second one is dropped, its copies are not")
    void shouldDetectDuplicatesOfTheSend() {
        Entity once = broker.queue(
                "once", EntityOptions.DEFAULT.with(QueueOption.DUPLICATE_DETECTION_WINDOW, Duration.ofHours(1)));
        Mail mail = Mail.of("m").properties(Map.of("JMS_Restante_DuplicateId", "d"));
        send(broker.node, once, mail, endless(MINUTE, CatchUp.ONE));
        send(broker.node, once, mail, endless(MINUTE, CatchUp.ONE));
        assertThat(listed(broker.node, once)).hasSize(1);
        broker.time.advance(MINUTE);
        eventually("a copy", () -> broker.node.statistics().of(once).available() == 1);
        broker.time.advance(MINUTE);
        eventually("the next", () -> broker.node.statistics().of(once).available() == 2);
    }

    @Test
    @DisplayName("SCH-01 TXN-01 a repeated send is part of its transaction")
    void shouldBeTransacted() {
        UnitOfWork rolledBack = broker.node.newUnitOfWork();
        rolledBack.send(prepared(broker.node, queue, Mail.of("rolled back"), every(MINUTE, 9)));
        rolledBack.rollback();
        UnitOfWork committed = broker.node.newUnitOfWork();
        committed.send(prepared(broker.node, queue, Mail.of("committed"), every(MINUTE, 9)));
        assertThat(scheduled()).isZero();
        committed.commit();
        assertThat(scheduled()).isEqualTo(1);
        pass(MINUTE, 1);
        assertThat(broker.browse(queue)).containsExactly("committed");
    }

    @Test
    @DisplayName("SCH-01 BEY-02 XA-08 a prepared repeated send outlives its node, and begins with the commit")
    void shouldBePrepared() {
        for (String name : List.of("commit", "rollback")) {
            TransactionBranch branch =
                    broker.node.branches().begin(BranchContract.xid(name), Duration.ZERO, over -> {});
            branch.send(prepared(broker.node, queue, Mail.of(name), every(MINUTE, 9)));
            broker.node.branches().leave(branch, Leaving.DONE);
            assertThat(broker.node.branches().prepare(BranchContract.xid(name))).isEqualTo(Vote.PREPARED);
        }
        broker.crash();
        broker.time.advance(MINUTE);
        assertSwept();
        assertThat(listed(broker.node, queue)).isEmpty();
        broker.node.branches().commit(BranchContract.xid("commit"), false);
        broker.node.branches().rollback(BranchContract.xid("rollback"));
        eventually("the copy that was due", () -> available() == 2);
        assertThat(broker.browse(queue)).containsExactly("commit", "swept");
        pass(MINUTE, 3);
    }

    @Test
    @DisplayName("SCH-08 a repeated send goes with its queue")
    void shouldGoWithTheirQueue() {
        send(broker.node, queue, Mail.of("m"), endless(MINUTE, CatchUp.ONE));
        assertThat(broker.node.queueAdministration().delete("q", true)).isTrue();
        queue = broker.queue("q");
        pass(MINUTE.multipliedBy(3), 0);
        assertSwept();
        assertThat(available()).isEqualTo(1);
    }

    @Test
    @DisplayName("SCH-03 a cron expression is followed, in the zone that it was sent with")
    void shouldFollowCron() {
        // The clock begins at midnight of Greenwich.
        send(
                broker.node,
                queue,
                Mail.of("m"),
                new Repetition(0, 0, 1_000, 1, "30 6 * * *", "Asia/Kolkata", CatchUp.ONE));
        pass(Duration.ofHours(1).minus(MILLI), 0);
        pass(MILLI, 1);
        pass(Duration.ofSeconds(1), 2);
        pass(Duration.ofDays(1), 4);
    }
}
