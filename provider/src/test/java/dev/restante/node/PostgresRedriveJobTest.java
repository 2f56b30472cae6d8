package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.model.RedriveJob;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.store.StoreException;
import dev.restante.testing.FakeClock;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("redrive jobs of several nodes on one PostgreSQL store")
@Timeout(60)
final class PostgresRedriveJobTest {

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);

    @AfterEach
    void close() {
        nodes.close();
    }

    private BrokerNode node(String name) {
        return nodes.openLively(name, Duration.ofSeconds(30));
    }

    private BrokerNode on(SharedStore store, Duration lease) {
        return nodes.add(BrokerNode.open(store.use(), SharedNodes.lively("there", lease), MachineClock.SYSTEM));
    }

    /** Starts a job that moves one of two messages at once, and the other message much later. */
    private static RedriveJob slowJob(BrokerNode node) {
        RedriveJob job = begin(node, 0.001, "a", "b");
        eventually(
                "the job has moved the first message",
                () -> job(node, job).progress().moved() == 1);
        return job;
    }

    private static RedriveJob begin(BrokerNode node, double perSecond, String... texts) {
        Entity from = node.queueAdministration().create("from", EntityOptions.DEFAULT);
        Entity to = node.queueAdministration().create("to", EntityOptions.DEFAULT);
        for (String text : texts) {
            node.sender().send(BrokerFixture.prepared(node, from, TestMessage.of(text)));
        }
        MessageQuery all = new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, Set.of(), false);
        return node.redriveJobs().start(from, new RedriveRequest(all, to, Long.MAX_VALUE, perSecond), null);
    }

    private static RedriveJob job(BrokerNode node, RedriveJob job) {
        return node.redriveJobs().find(job.id()).orElseThrow();
    }

    private static long incarnation(BrokerNode node) {
        return node.components().node.context().incarnation();
    }

    @Test
    @DisplayName("BEY-07 a node that closes hands its jobs to an open node, long before its lease would expire")
    void shouldHandOn() {
        BrokerNode here = node("here");
        BrokerNode there = node("there");
        RedriveJob job = slowJob(here);
        assertThat(job.owner()).isEqualTo(incarnation(here));
        here.close();
        eventually("the other node has adopted the job", () -> job(there, job).owner() == incarnation(there));
        assertThat(job(there, job).progress().moved()).isEqualTo(1);
        assertThat(there.redriveJobs().cancel(job.id())).isTrue();
    }

    @Test
    @DisplayName("BEY-07 a job that starts while its node closes is handed on, too")
    void shouldHandOnWhatBeginsMeanwhile() {
        BrokerNode there = node("there");
        SharedStore store = new SharedStore(nodes.store(), MachineClock.SYSTEM);
        BrokerNode here = on(store, Duration.ofSeconds(30));
        store.jobs.delayAddUntilRelease();
        CompletableFuture<RedriveJob> begun = CompletableFuture.supplyAsync(() -> begin(here, 0.001, "a", "b"));
        store.jobs.awaitAdding();
        here.close();
        RedriveJob job = begun.join();
        eventually("the other node has adopted the job", () -> job(there, job).owner() == incarnation(there));
        assertThat(there.redriveJobs().cancel(job.id())).isTrue();
    }

    @Test
    @DisplayName("BEY-07 a node that closes before it adopts jobs on request passes the request on")
    void shouldHandOnWhatItWasAskedToTake() {
        BrokerNode here = node("here");
        BrokerNode second = node("second");
        RedriveJob job = slowJob(here);
        // This node only reacts to requests: its clock stands still, so it never polls.
        SharedStore store = new SharedStore(nodes.store(), MachineClock.SYSTEM);
        BrokerNode asked = nodes.add(BrokerNode.open(store.use(), BrokerFixture.LONG_LEASE, new FakeClock()));
        eventually("the opened node has looked for jobs", () -> store.jobs.callCount() > 0);
        here.close();
        assertThat(job(second, job).owner()).isEqualTo(RedriveJob.NO_OWNER);
        asked.close();
        eventually("the second node has adopted the job", () -> job(second, job).owner() == incarnation(second));
    }

    @Test
    @DisplayName("BEY-07 a running node does not poll for jobs")
    void shouldNotPoll() {
        BrokerNode here = node("here");
        RedriveJob job = slowJob(here);
        SharedStore store = new SharedStore(nodes.store(), MachineClock.SYSTEM);
        on(store, Duration.ofMillis(1_500));
        eventually("the opened node has looked for jobs", () -> store.jobs.callCount() > 0);
        int looksAtJobs = store.jobs.callCount();
        int looksAtOthers = store.pollsOfOtherNodes();
        eventually("the node has polled ten more times", () -> store.pollsOfOtherNodes() > looksAtOthers + 10);
        assertThat(store.jobs.callCount()).isEqualTo(looksAtJobs);
        assertThat(here.redriveJobs().cancel(job.id())).isTrue();
    }

    @Test
    @DisplayName("BEY-07 a dead incarnation adopts no job, because no node would look for the job")
    void shouldNotLetTheDeadTake() {
        BrokerNode here = node("here");
        RedriveJob job = slowJob(here);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() ->
                        here.components().node.context().store().redriveJobs().takeOver(job.id(), job.owner(), 999_999))
                .matches(refused -> refused.kind() == StoreException.StoreFailureKind.FENCED);
        assertThat(job(here, job).owner()).isEqualTo(job.owner());
        assertThat(here.redriveJobs().cancel(job.id())).isTrue();
    }

    /** Opens a node that is declared dead when its lease expires, because its clock stands still. */
    private BrokerNode dying() {
        return nodes.open(SharedNodes.lively("dying", Duration.ofSeconds(3)), new FakeClock());
    }

    @Test
    @DisplayName("BEY-07 a node that adopts the jobs of a dead node still renews its lease, however long that takes")
    void shouldNotDelayTheHeartbeat() {
        SharedStore store = new SharedStore(nodes.store(), MachineClock.SYSTEM);
        BrokerNode there = on(store, Duration.ofMillis(1_500));
        eventually("the opened node has looked for jobs", () -> store.jobs.callCount() > 0);
        RedriveJob job = slowJob(dying());
        try (SharedStore.Hold unused = store.jobs.hold()) {
            eventually("the node looks for jobs", store.jobs::held);
            int looksAtOthers = store.pollsOfOtherNodes();
            eventually("the node has polled ten more times", () -> store.pollsOfOtherNodes() > looksAtOthers + 10);
        }
        eventually("the live node has adopted the job", () -> job(there, job).owner() == incarnation(there));
        assertThat(there.redriveJobs().cancel(job.id())).isTrue();
    }

    @Test
    @DisplayName("BEY-07 a job that was stored with an unknown outcome is run by the node that stored it")
    void shouldAdoptWhatItDidNotHearOf() {
        SharedStore store = new SharedStore(nodes.store(), MachineClock.SYSTEM);
        BrokerNode there = on(store, Duration.ofSeconds(30));
        store.jobs.doubtNext();
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> begin(there, 0.001, "a", "b"))
                .matches(unknown -> unknown.reason() == BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN);
        RedriveJob stored = there.redriveJobs().list().get(0);
        eventually(
                "the job has moved the first message",
                () -> job(there, stored).progress().moved() == 1);
        assertThat(there.redriveJobs().cancel(stored.id())).isTrue();
    }

    @Test
    @DisplayName("BEY-07 a job that was adopted with an unknown outcome is run by the node that owns it")
    void shouldAdoptWhatItTookWithoutKnowing() {
        BrokerNode here = node("here");
        RedriveJob job =
                begin(here, 2, IntStream.range(0, 50).mapToObj(i -> "m" + i).toArray(String[]::new));
        SharedStore store = new SharedStore(nodes.store(), MachineClock.SYSTEM);
        BrokerNode there = on(store, Duration.ofSeconds(30));
        store.jobs.doubtNext();
        here.close();
        eventually("the other node has adopted the job", () -> job(there, job).owner() == incarnation(there));
        long moved = job(there, job).progress().moved();
        eventually(
                "the job moves more messages", () -> job(there, job).progress().moved() > moved);
        assertThat(there.redriveJobs().cancel(job.id())).isTrue();
    }
}
