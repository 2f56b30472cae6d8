package dev.restante.node;

import static dev.restante.node.BranchContract.assertBranchRefused;
import static dev.restante.node.BranchContract.closeIdle;
import static dev.restante.node.BranchContract.prepare;
import static dev.restante.node.BranchContract.xid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.model.BranchId;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.StoredBranch;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transaction branches that several nodes commit or roll back. */
abstract class SharedBranchContract {

    private static final int RACES = 60;

    private final BrokerFixture broker;
    private final Entity in;
    private final Entity out;

    SharedBranchContract(SharedServer server) {
        String url = server.newDatabase();
        broker = new BrokerFixture(() -> StoreOpener.open(new StoreLocation.Url(url, server.user(), "")));
        in = broker.queue("in", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1_000));
        out = broker.queue("out");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    @DisplayName("BEY-02, VIS-07 a node finds out that another node has ended its branch, and frees its message groups")
    void shouldNoticeOthers() {
        for (String text : List.of("a", "b")) {
            broker.send(in, TestMessage.of(text).properties(Map.of("JMSXGroupID", "g")));
        }
        BrokerNode here = broker.node;
        prepare(broker, here, in, out, xid("1"));
        try (BrokerNode there = broker.open()) {
            there.branches().commit(xid("1"), false);
            assertBranchRefused(
                    BranchErrorReason.NOT_FOUND, () -> there.branches().commit(xid("1"), false));
        }
        assertThat(here.components().node.locks().inFlight().inFlight(in.id())).isEqualTo(1);
        broker.time.advance(Duration.ofSeconds(61));
        assertThat(broker.consumer(here, in).take()).isEqualTo("b");
        assertBranchRefused(BranchErrorReason.NOT_FOUND, () -> here.branches().commit(xid("1"), false));
    }

    @ParameterizedTest(name = "ended by administrators: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("BEY-02 if two nodes end one branch differently, one of them succeeds, and the other one fails")
    void shouldRace(boolean byAdministrators) throws Exception {
        BrokerNode here = broker.node;
        int committed = 0;
        try (BrokerNode there = broker.open()) {
            for (int i = 0; i < RACES; i++) {
                BranchId xid = xid("race " + i);
                broker.send(in, "m" + i);
                prepare(broker, i % 2 == 0 ? here : there, in, out, xid);
                CyclicBarrier start = new CyclicBarrier(2);
                CompletableFuture<Boolean> commit = CompletableFuture.supplyAsync(
                        () -> decided(start, () -> decide(here, xid, true, byAdministrators)));
                CompletableFuture<Boolean> rollback = CompletableFuture.supplyAsync(
                        () -> decided(start, () -> decide(there, xid, false, byAdministrators)));
                boolean isCommitted = commit.get(30, TimeUnit.SECONDS);
                assertThat(rollback.get(30, TimeUnit.SECONDS)).isEqualTo(!isCommitted);
                committed += isCommitted ? 1 : 0;
                if (byAdministrators) {
                    assertThat(here.branches().prepared())
                            .extracting(StoredBranch::state)
                            .containsExactly(
                                    isCommitted
                                            ? StoredBranch.StoredBranchState.HEURISTICALLY_COMMITTED
                                            : StoredBranch.StoredBranchState.HEURISTICALLY_ROLLED_BACK);
                    here.branches().forget(xid);
                }
                broker.eventuallyHolds(in, isCommitted ? 0 : 1, 0, 0);
                assertThat(broker.browse(out)).hasSize(committed);
                if (!isCommitted) {
                    Consumer consumer = broker.consumer(here, in);
                    broker.complete(consumer.next());
                    closeIdle(here, consumer, in);
                }
            }
        }
        assertThat(here.branches().prepared()).isEmpty();
    }

    @Test
    @DisplayName("XA-11 a branch decided on another node can be forgotten by its node after the decision is reported")
    void shouldForgetWhatOthersDecided() {
        broker.send(in, "a");
        BrokerNode here = broker.node;
        prepare(broker, here, in, out, xid("1"));
        try (BrokerNode there = broker.open()) {
            there.branches().completeHeuristically(xid("1"), false);
            assertBranchRefused(
                    BranchErrorReason.PROTOCOL_ERROR, () -> there.branches().completeHeuristically(xid("1"), false));
        }
        assertBranchRefused(BranchErrorReason.HEURISTICALLY_ROLLED_BACK, () -> here.branches()
                .commit(xid("1"), false));
        assertThat(here.components().node.locks().inFlight().inFlight(in.id())).isZero();
        assertThat(broker.consumer(here, in).take()).isEqualTo("a");
        here.branches().forget(xid("1"));
        assertThat(here.branches().prepared()).isEmpty();
        assertBranchRefused(BranchErrorReason.NOT_FOUND, () -> here.branches().forget(xid("1")));
    }

    @Test
    @DisplayName("XA-11 a branch that an administrator decided on another node can be forgotten at once by its node")
    void shouldForgetAtOnce() {
        broker.send(in, "a");
        BrokerNode here = broker.node;
        prepare(broker, here, in, out, xid("1"));
        assertBranchRefused(
                BranchErrorReason.PROTOCOL_ERROR, () -> here.branches().forget(xid("1")));
        try (BrokerNode there = broker.open()) {
            there.branches().completeHeuristically(xid("1"), false);
        }
        here.branches().forget(xid("1"));
        assertThat(here.branches().prepared()).isEmpty();
        assertThat(broker.consumer(here, in).take()).isEqualTo("a");
    }

    private static void decide(BrokerNode node, BranchId xid, boolean commit, boolean byAdministrator) {
        if (byAdministrator) {
            node.branches().completeHeuristically(xid, commit);
        } else if (commit) {
            node.branches().commit(xid, false);
        } else {
            node.branches().rollback(xid);
        }
    }

    private static boolean decided(CyclicBarrier start, Runnable decision) {
        try {
            start.await(30, TimeUnit.SECONDS);
            decision.run();
            return true;
        } catch (BranchException refusal) {
            assertThat(refusal.reason())
                    .isIn(
                            BranchErrorReason.NOT_FOUND,
                            BranchErrorReason.PROTOCOL_ERROR,
                            BranchErrorReason.HEURISTICALLY_COMMITTED,
                            BranchErrorReason.HEURISTICALLY_ROLLED_BACK);
            return false;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
