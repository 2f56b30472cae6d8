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
import dev.restante.broker.TransactionBranches.BranchEnd;
import dev.restante.broker.TransactionBranches.BranchVote;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHeader;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.feature.repetition.RepeatedSendWorker;
import dev.restante.option.CatchUpPolicy;
import dev.restante.option.QueueOption;
import dev.restante.testing.CapturedLog;
import dev.restante.testing.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("repeated sends")
abstract class RepeatContract extends BrokerContract {

    private static final Duration MILLI = Duration.ofMillis(1);

    private Entity queue;

    @BeforeEach
    final void createQueue() {
        queue = broker.queue("q");
    }

    /** Moves the clock, and waits until this number of messages is available. */
    private void pass(Duration time, int available) {
        broker.time.advance(time);
        eventually(available + " copies", () -> available() == available);
    }

    private long available() {
        return broker.node.statistics().statistics(queue).available();
    }

    private long scheduled() {
        return broker.node.statistics().statistics(queue).scheduled();
    }

    /** Reopens the node after a time without a running node. */
    private void reopenAfter(Duration time) {
        broker.node.close();
        broker.time.advanceWithoutWakeUp(time);
        broker.reopen();
    }

    private void assertSwept() {
        broker.send(queue, TestMessage.of("swept").delay(MILLI));
        broker.time.advance(MILLI);
        eventually(
                "the delayed message is available", () -> broker.browse(queue).contains("swept"));
    }

    @Test
    @DisplayName("SCH-01 SCH-02 each due time gets one copy, not a millisecond early, and no copy follows the last")
    void shouldSendACopyForEachDueTime() {
        PreparedSend sent =
                send(broker.node, queue, TestMessage.of("m").priority(7).properties(Map.of("p", 1)), every(MINUTE, 3));
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
        eventually("the repeated send has ended", () -> scheduled() == 0);
        pass(MINUTE.multipliedBy(5), 3);

        List<BrowsedMessage> copies = broker.browsed(queue);
        assertThat(copies)
                .extracting(copy -> copy.message().header().messageId())
                .doesNotHaveDuplicates()
                .doesNotContain(sent.header().messageId());
        for (int i = 0; i < 3; i++) {
            MessageHeader header = copies.get(i).message().header();
            assertThat(header.deliveryTime()).isEqualTo(FakeClock.START_MILLIS + (i + 1) * MINUTE.toMillis());
            assertThat(header.timestamp()).isEqualTo(FakeClock.START_MILLIS);
            assertThat(header.priority()).isEqualTo(7);
            assertThat(header.properties())
                    .containsEntry("p", 1)
                    .containsEntry("scheduledJobId", sent.header().messageId());
            assertThat(header.repeatSchedule()).isNull();
        }
        assertThat(broker.browse(queue)).containsExactly("m", "m", "m");
    }

    @Test
    @DisplayName("SCH-01 a waiting receiver gets each copy at its due time, and a released copy is redelivered")
    void shouldReachReceivers() {
        send(broker.node, queue, TestMessage.of("m"), every(MINUTE, 2));
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
    @DisplayName("SCH-05 after a time without a node one missed copy is sent, and later due times stay unchanged")
    void shouldCatchUpOnce() {
        Duration period = MINUTE.multipliedBy(10);
        send(broker.node, queue, TestMessage.of("m"), every(period, 10));
        pass(period, 1);
        reopenAfter(MINUTE.multipliedBy(55));
        eventually("one missed copy is sent", () -> available() == 2);
        assertThat(broker.browsed(queue).get(1).message().header().deliveryTime())
                .isEqualTo(FakeClock.START_MILLIS + 60 * MINUTE.toMillis());
        pass(MINUTE.multipliedBy(5).minus(MILLI), 2);
        pass(MILLI, 3);
        pass(period, 4);
        reopenAfter(period.multipliedBy(100));
        eventually("one missed copy is sent", () -> available() == 5);
        eventually("the repeated send has ended", () -> scheduled() == 0);
    }

    @Test
    @DisplayName("SCH-05 ALL sends each missed copy, and NONE sends only copies that are not late")
    void shouldCatchUpAsWanted() {
        Entity none = broker.queue("none");
        send(broker.node, queue, TestMessage.of("m"), endless(MINUTE, CatchUpPolicy.ALL));
        send(broker.node, none, TestMessage.of("m"), endless(MINUTE.multipliedBy(10), CatchUpPolicy.NONE));
        reopenAfter(MINUTE.multipliedBy(125));
        eventually("all missed copies are sent", () -> available() == 125);
        assertThat(broker.browsed(queue))
                .extracting(copy -> copy.message().header().deliveryTime())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 125)
                        .mapToObj(i -> FakeClock.START_MILLIS + i * MINUTE.toMillis())
                        .toList());
        assertThat(broker.node.statistics().statistics(none).available()).isZero();
        broker.time.advance(MINUTE.multipliedBy(5));
        eventually(
                "the next copy is sent on time",
                () -> broker.node.statistics().statistics(none).available() == 1);
    }

    @Test
    @DisplayName("SCH-02 the death of a node at any time neither duplicates nor loses a copy")
    void shouldSurviveCrashes() {
        send(broker.node, queue, TestMessage.of("m"), every(MINUTE, 4));
        broker.crash();
        pass(MINUTE, 1);
        broker.crash();
        broker.time.advance(MINUTE);
        broker.crash();
        eventually("the second copy is available", () -> available() == 2);
        broker.time.advance(MINUTE);
        broker.crash();
        pass(MINUTE, 4);
        eventually("the repeated send has ended", () -> scheduled() == 0);
    }

    @Test
    @DisplayName("BEY-04 SCH-08 a repeated send is listed under one number until it is cancelled, and no copy follows")
    void shouldCancel() {
        PreparedSend sent = send(broker.node, queue, TestMessage.of("m"), endless(MINUTE, CatchUpPolicy.ONE));
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
    @DisplayName("BEY-04 SCH-08 a repeated send that is cancelled while it is due sends at most that one copy")
    void shouldCancelWhileDue() {
        for (int round = 0; round < 20; round++) {
            send(broker.node, queue, TestMessage.of("m"), endless(Duration.ofMillis(100), CatchUpPolicy.ONE));
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
    @DisplayName("SCH-08 a sweep that read a repeated send before its cancellation reports no damaged message")
    void shouldNotReportACancelledSendAsDamaged() {
        send(broker.node, queue, TestMessage.of("m"), endless(MINUTE, CatchUpPolicy.ONE));
        NodeComponents components = broker.node.components();
        // The clock stands still, so that the sweep of the node does nothing.
        long dueMillis = broker.node.nowMillis() + MINUTE.toMillis();
        List<Delivery> due = components.node.store().deliveries().dueDeliveries(dueMillis, 10, Set.of());
        assertThat(due).hasSize(1);
        assertThat(cancel(broker.node, queue)).isEqualTo(1);
        try (CapturedLog log = new CapturedLog(RepeatedSendWorker.class)) {
            components.repeatedSendWorker.sendDueCopies(due, dueMillis);
            String copy = "copy of message " + due.get(0).id();
            assertThat(log.lines()).noneMatch(line -> line.contains(copy));
        }
        assertThat(available()).isZero();
    }

    @Test
    @DisplayName("SCH-04 TTL-08 the time to live of a copy counts from its due time, and repeated sends never expire")
    void shouldExpireCopiesOnly() {
        Entity shortLived = broker.queue(
                "short", EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofSeconds(10)));
        send(
                broker.node,
                queue,
                TestMessage.of("m").timeToLive(Duration.ofSeconds(90)),
                endless(MINUTE, CatchUpPolicy.ONE));
        send(broker.node, shortLived, TestMessage.of("s"), endless(MINUTE, CatchUpPolicy.ONE));
        pass(MINUTE, 1);
        assertThat(broker.browsed(queue).get(0).message().header().expiration())
                .isEqualTo(FakeClock.START_MILLIS + 150_000);
        pass(MINUTE, 2);
        pass(MINUTE, 2);
        assertThat(broker.node.statistics().statistics(shortLived).scheduled()).isEqualTo(1);
        reopenAfter(Duration.ofDays(1));
        eventually("the copies of the last minute are available", () -> available() == 2);
        eventually(
                "the copy of the short-lived send is available",
                () -> broker.node.statistics().statistics(shortLived).available() == 1);
        broker.time.advance(Duration.ofSeconds(10));
        eventually(
                "the copy has expired",
                () -> broker.node.statistics().statistics(shortLived).available() == 0);
        assertThat(broker.node.statistics().statistics(shortLived).scheduled()).isEqualTo(1);
    }

    @Test
    @DisplayName("SCH-01 SND-05 a non-persistent message is repeated after a restart, with non-persistent copies")
    void shouldRepeatNonPersistentMessages() {
        send(broker.node, queue, TestMessage.of("m").nonPersistent(), every(MINUTE, 3));
        eventually("the repeated send is stored", () -> scheduled() == 1);
        pass(MINUTE, 1);
        broker.reopen();
        broker.time.advance(MINUTE);
        eventually("a non-persistent copy is available", () -> broker.browsed(queue).stream()
                .anyMatch(copy -> !copy.message().header().persistent()));
    }

    @Test
    @DisplayName("SCH-07 a copy goes to the current forward target of its queue, and keeps its message group")
    void shouldForwardCopies() {
        Entity first = broker.queue("first");
        send(
                broker.node,
                first,
                TestMessage.of("m").properties(Map.of("JMSXGroupID", "g")),
                endless(MINUTE, CatchUpPolicy.ONE));
        broker.time.advance(MINUTE);
        eventually(
                "the copy is in its own queue",
                () -> broker.node.statistics().statistics(first).available() == 1);
        broker.node.queueAdministration().alter("first", first.options().with(QueueOption.FORWARD_TO, "q"));
        eventually("the copy is forwarded", () -> available() == 1);
        pass(MINUTE, 2);
        assertThat(broker.browsed(queue))
                .allSatisfy(copy -> assertThat(copy.delivery().groupId()).isEqualTo("g"));
        assertThat(broker.node.statistics().statistics(first).scheduled()).isEqualTo(1);
    }

    @Test
    @DisplayName("SCH-01 SND-06 duplicate detection applies to the repeated send, and not to its copies")
    void shouldDetectDuplicatesOfTheSend() {
        Entity once = broker.queue(
                "once", EntityOptions.DEFAULT.with(QueueOption.DUPLICATE_DETECTION_WINDOW, Duration.ofHours(1)));
        TestMessage mail = TestMessage.of("m").properties(Map.of("JMS_Restante_DuplicateId", "d"));
        send(broker.node, once, mail, endless(MINUTE, CatchUpPolicy.ONE));
        send(broker.node, once, mail, endless(MINUTE, CatchUpPolicy.ONE));
        assertThat(listed(broker.node, once)).hasSize(1);
        broker.time.advance(MINUTE);
        eventually(
                "the first copy is available",
                () -> broker.node.statistics().statistics(once).available() == 1);
        broker.time.advance(MINUTE);
        eventually(
                "the second copy is available",
                () -> broker.node.statistics().statistics(once).available() == 2);
    }

    @Test
    @DisplayName("SCH-01 TXN-01 a repeated send is part of its transaction")
    void shouldBeTransacted() {
        UnitOfWork rolledBack = broker.node.newUnitOfWork();
        rolledBack.send(prepared(broker.node, queue, TestMessage.of("rolled back"), every(MINUTE, 9)));
        rolledBack.rollback();
        UnitOfWork committed = broker.node.newUnitOfWork();
        committed.send(prepared(broker.node, queue, TestMessage.of("committed"), every(MINUTE, 9)));
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
            branch.send(prepared(broker.node, queue, TestMessage.of(name), every(MINUTE, 9)));
            broker.node.branches().end(branch, BranchEnd.SUCCESS);
            assertThat(broker.node.branches().prepare(BranchContract.xid(name))).isEqualTo(BranchVote.PREPARED);
        }
        broker.crash();
        broker.time.advance(MINUTE);
        assertSwept();
        assertThat(listed(broker.node, queue)).isEmpty();
        broker.node.branches().commit(BranchContract.xid("commit"), false);
        broker.node.branches().rollback(BranchContract.xid("rollback"));
        eventually("the due copy is available", () -> available() == 2);
        assertThat(broker.browse(queue)).containsExactly("commit", "swept");
        pass(MINUTE, 3);
    }

    @Test
    @DisplayName("SCH-08 the deletion of a queue deletes its repeated sends")
    void shouldGoWithTheirQueue() {
        send(broker.node, queue, TestMessage.of("m"), endless(MINUTE, CatchUpPolicy.ONE));
        assertThat(broker.node.queueAdministration().delete("q", true)).isTrue();
        queue = broker.queue("q");
        pass(MINUTE.multipliedBy(3), 0);
        assertSwept();
        assertThat(available()).isEqualTo(1);
    }

    @Test
    @DisplayName("SCH-03 a cron expression is evaluated in the time zone of its send")
    void shouldFollowCron() {
        // The clock starts at midnight in Greenwich.
        send(
                broker.node,
                queue,
                TestMessage.of("m"),
                new RepeatedSendSchedule(0, 0, 1_000, 1, "30 6 * * *", "Asia/Kolkata", CatchUpPolicy.ONE));
        pass(Duration.ofHours(1).minus(MILLI), 0);
        pass(MILLI, 1);
        pass(Duration.ofSeconds(1), 2);
        pass(Duration.ofDays(1), 4);
    }
}
