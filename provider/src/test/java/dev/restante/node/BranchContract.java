package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.Reason;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches.Leaving;
import dev.restante.broker.TransactionBranches.Vote;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Transaction branches that outlive their node. */
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

    /** A branch that has received one message and sent another; nobody works for it any more. */
    static void passOn(BrokerFixture broker, BrokerNode node, Entity in, Entity out, BranchId xid) {
        Consumer consumer = broker.consumer(node, in);
        TransactionBranch branch = node.branches().begin(xid, Duration.ZERO, over -> {});
        HeldDelivery held = consumer.next();
        branch.receive(held);
        branch.send(BrokerFixture.prepared(node, out, Mail.of("from " + text(held))));
        node.branches().leave(branch, Leaving.DONE);
        closeIdle(node, consumer, in);
    }

    /**
     * Closes a consumer. A fetch that it has begun takes nothing that is sent afterwards: another node would not be
     * told that it comes back, because no node learns here which others wait.
     */
    static void closeIdle(BrokerNode node, Consumer consumer, Entity in) {
        consumer.close();
        assertThat(node.parts().dispatchers.of(in.id()).awaitIdle(FETCH_NANOS)).isTrue();
    }

    static void prepare(BrokerFixture broker, BrokerNode node, Entity in, Entity out, BranchId xid) {
        passOn(broker, node, in, out, xid);
        assertThat(node.branches().prepare(xid)).isEqualTo(Vote.PREPARED);
    }

    static void assertBranchRefused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(BranchException.class, refusal -> assertThat(refusal.reason())
                .isEqualTo(reason));
    }

    @Test
    @DisplayName("BEY-02, XA-08 what is prepared outlives its node, and the next one commits it or rolls it back")
    void shouldOutliveItsNode() {
        broker.send(in, "a", "b");
        prepare(broker, broker.node, in, out, xid("commit"));
        prepare(broker, broker.node, in, out, xid("rollback"));
        broker.crash();
        assertThat(broker.node.branches().prepared())
                .extracting(Branch::xid)
                .containsExactly(xid("commit"), xid("rollback"));
        broker.eventuallyHolds(in, 0, 0, 0);
        broker.node.branches().commit(xid("commit"), false);
        broker.node.branches().rollback(xid("rollback"));
        assertThat(broker.browse(out)).containsExactly("from a");
        HeldDelivery again = broker.consumer(in).next();
        assertThat(text(again)).isEqualTo("b");
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(broker.node.branches().prepared()).isEmpty();
    }

    @Test
    @DisplayName(
            "BEY-02, XA-09 what was not prepared ends with its node: received messages come back, sent ones never were")
    void shouldEndWithItsNode() {
        broker.send(in, "a");
        passOn(broker, broker.node, in, out, xid("1"));
        broker.crash();
        assertBranchRefused(Reason.NOT_FOUND, () -> broker.node.branches().commit(xid("1"), false));
        assertThat(broker.consumer(in).next().deliveryCount()).isEqualTo(2);
        assertThat(broker.browse(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-02, XA-08 a node that was declared dead can decide nothing")
    void shouldFence() {
        broker.send(in, "a");
        prepare(broker, broker.node, in, out, xid("1"));
        BrokerNode former = broker.crash();
        assertBranchRefused(Reason.UNAVAILABLE, () -> former.branches().commit(xid("1"), false));
        assertThat(broker.browse(out)).isEmpty();
        broker.node.branches().commit(xid("1"), false);
        assertThat(broker.browse(out)).containsExactly("from a");
    }

    @Test
    @DisplayName(
            "BEY-02, RCV-07 what a dead node had is not blamed on the message when its branch is rolled back elsewhere")
    void shouldCountOnce() {
        broker.send(in, "a");
        prepare(broker, broker.node, in, out, xid("1"));
        broker.crash();
        broker.node.branches().rollback(xid("1"));
        Consumer consumer = broker.consumer(in);
        HeldDelivery again = consumer.next();
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.delivery().suspect()).isFalse();
        broker.abandon(again);
        assertThat(consumer.next().deliveryCount()).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "BEY-02, BEY-04 a purge and a deletion of the queue leave nothing for the second phase, which succeeds")
    void shouldPassOverWhatIsGone() {
        broker.send(in, "a");
        prepare(broker, broker.node, in, out, xid("1"));
        assertThat(broker.node.queueAdministration().delete("in", true)).isTrue();
        broker.node.branches().rollback(xid("1"));
        assertThat(broker.node.branches().prepared()).isEmpty();
        assertThat(broker.browse(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-02, IDLE-01 a queue of which something is prepared is not empty: it is deleted only by force")
    void shouldCountAsContent() {
        TransactionBranch branch = broker.node.branches().begin(xid("1"), Duration.ZERO, over -> {});
        branch.send(broker.prepared(out, Mail.of("x")));
        broker.node.branches().leave(branch, Leaving.DONE);
        broker.node.branches().prepare(xid("1"));
        assertRefused(
                BrokerException.Reason.ENTITY_IN_USE,
                () -> broker.node.queueAdministration().delete("out", false));
        broker.node.branches().commit(xid("1"), false);
        assertThat(broker.browse(out)).containsExactly("x");
    }
}
