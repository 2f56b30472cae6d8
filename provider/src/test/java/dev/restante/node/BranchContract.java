package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches.BranchEnd;
import dev.restante.broker.TransactionBranches.BranchVote;
import dev.restante.model.BranchId;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.StoredBranch;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("transaction branches")
abstract class BranchContract extends BrokerContract {

    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Entity in;
    private Entity out;

    @BeforeEach
    final void createQueues() {
        in = broker.queue("in", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1_000));
        out = broker.queue("out");
    }

    static BranchId xid(String name) {
        return new BranchId(1, name.getBytes(StandardCharsets.UTF_8), new byte[] {1});
    }

    /** Receives one message and sends another message in a branch, and ends the association of the branch. */
    static void receiveAndSendInBranch(BrokerFixture broker, BrokerNode node, Entity in, Entity out, BranchId xid) {
        Consumer consumer = broker.consumer(node, in);
        TransactionBranch branch = node.branches().begin(xid, Duration.ZERO, over -> {});
        InFlightDelivery delivery = consumer.next();
        branch.complete(delivery);
        branch.send(BrokerFixture.prepared(node, out, TestMessage.of("from " + text(delivery))));
        node.branches().end(branch, BranchEnd.SUCCESS);
        closeIdle(node, consumer, in);
    }

    /**
     * Closes a consumer, and waits until its fetch has ended. A running fetch could acquire messages that are sent
     * later. Another node would not be notified of their return, because no node of this test learns which other nodes
     * wait.
     */
    static void closeIdle(BrokerNode node, Consumer consumer, Entity in) {
        consumer.close();
        assertThat(node.components().node.dispatchers().getOrOpen(in.id()).awaitIdle(FETCH_NANOS))
                .isTrue();
    }

    static void prepare(BrokerFixture broker, BrokerNode node, Entity in, Entity out, BranchId xid) {
        receiveAndSendInBranch(broker, node, in, out, xid);
        assertThat(node.branches().prepare(xid)).isEqualTo(BranchVote.PREPARED);
    }

    static void assertBranchRefused(BranchErrorReason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(BranchException.class, refusal -> assertThat(refusal.reason())
                .isEqualTo(reason));
    }

    @Test
    @DisplayName("BEY-02, XA-08 a prepared branch outlives its node, and the next node commits it or rolls it back")
    void shouldOutliveItsNode() {
        broker.send(in, "a", "b");
        prepare(broker, broker.node, in, out, xid("commit"));
        prepare(broker, broker.node, in, out, xid("rollback"));
        broker.crash();
        assertThat(broker.node.branches().prepared())
                .extracting(StoredBranch::xid)
                .containsExactly(xid("commit"), xid("rollback"));
        broker.eventuallyHolds(in, 0, 0, 0);
        broker.node.branches().commit(xid("commit"), false);
        broker.node.branches().rollback(xid("rollback"));
        assertThat(broker.browse(out)).containsExactly("from a");
        InFlightDelivery again = broker.consumer(in).next();
        assertThat(text(again)).isEqualTo("b");
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(broker.node.branches().prepared()).isEmpty();
    }

    @Test
    @DisplayName("BEY-02, XA-09 a branch that is not prepared is rolled back with the death of its node")
    void shouldEndWithItsNode() {
        broker.send(in, "a");
        receiveAndSendInBranch(broker, broker.node, in, out, xid("1"));
        broker.crash();
        assertBranchRefused(
                BranchErrorReason.NOT_FOUND, () -> broker.node.branches().commit(xid("1"), false));
        assertThat(broker.consumer(in).next().deliveryCount()).isEqualTo(2);
        assertThat(broker.browse(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-02, XA-08 a node that was declared dead cannot commit a branch")
    void shouldFence() {
        broker.send(in, "a");
        prepare(broker, broker.node, in, out, xid("1"));
        BrokerNode former = broker.crash();
        assertBranchRefused(
                BranchErrorReason.UNAVAILABLE, () -> former.branches().commit(xid("1"), false));
        assertThat(broker.browse(out)).isEmpty();
        broker.node.branches().commit(xid("1"), false);
        assertThat(broker.browse(out)).containsExactly("from a");
    }

    @Test
    @DisplayName("BEY-02, RCV-07 a rollback on another node counts one delivery, and the message is not suspect")
    void shouldCountOnce() {
        broker.send(in, "a");
        prepare(broker, broker.node, in, out, xid("1"));
        broker.crash();
        broker.node.branches().rollback(xid("1"));
        Consumer consumer = broker.consumer(in);
        InFlightDelivery again = consumer.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.delivery().redeliverySuspected()).isFalse();
        broker.abandon(again);
        assertThat(consumer.next().deliveryCount()).isEqualTo(3);
    }

    @Test
    @DisplayName("BEY-02, BEY-04 a prepared branch can be rolled back after the deletion of its queue")
    void shouldPassOverWhatIsGone() {
        broker.send(in, "a");
        prepare(broker, broker.node, in, out, xid("1"));
        assertThat(broker.node.queueAdministration().delete("in", true)).isTrue();
        broker.node.branches().rollback(xid("1"));
        assertThat(broker.node.branches().prepared()).isEmpty();
        assertThat(broker.browse(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-02, IDLE-01 a queue with prepared messages is not empty, and is deleted only by force")
    void shouldCountAsContent() {
        TransactionBranch branch = broker.node.branches().begin(xid("1"), Duration.ZERO, over -> {});
        branch.send(broker.prepared(out, TestMessage.of("x")));
        broker.node.branches().end(branch, BranchEnd.SUCCESS);
        broker.node.branches().prepare(xid("1"));
        assertRefused(
                BrokerException.BrokerErrorReason.ENTITY_IN_USE,
                () -> broker.node.queueAdministration().delete("out", false));
        broker.node.branches().commit(xid("1"), false);
        assertThat(broker.browse(out)).containsExactly("x");
    }
}
