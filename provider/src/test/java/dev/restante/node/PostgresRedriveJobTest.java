package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedriveJob;
import dev.restante.model.TimeSource;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.testing.FakeTime;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("redrives in the background on one PostgreSQL with several nodes")
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

    /** A job that moves one of two messages at once, and the other one much later. */
    private static RedriveJob slowJob(BrokerNode node) {
        Entity from = node.queueAdministration().create("from", EntityOptions.DEFAULT);
        Entity to = node.queueAdministration().create("to", EntityOptions.DEFAULT);
        for (String text : new String[] {"a", "b"}) {
            node.sending().send(BrokerFixture.prepared(node, from, Mail.of(text)));
        }
        MessageQuery all = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);
        RedriveJob job = node.redriveJobs().start(from, new Redrive(all, to, Long.MAX_VALUE, 0.001), null);
        eventually("the first has moved", () -> job(node, job).progress().moved() == 1);
        return job;
    }

    private static RedriveJob job(BrokerNode node, RedriveJob job) {
        return node.redriveJobs().find(job.id()).orElseThrow();
    }

    private static long incarnation(BrokerNode node) {
        return node.parts().context.incarnation();
    }

    @Test
    @DisplayName("BEY-07 a node that leaves hands its jobs to one that is open, long before a lease would be over")
    void shouldHandOn() {
        BrokerNode here = node("here");
        BrokerNode there = node("there");
        RedriveJob job = slowJob(here);
        assertThat(job.owner()).isEqualTo(incarnation(here));
        here.close();
        eventually("taken over", () -> job(there, job).owner() == incarnation(there));
        assertThat(job(there, job).progress().moved()).isEqualTo(1);
        assertThat(there.redriveJobs().cancel(job.id())).isTrue();
    }

    @Test
    @DisplayName("BEY-07 who is asked to take jobs and leaves before he does hands them on")
    void shouldHandOnWhatItWasAskedToTake() {
        BrokerNode here = node("here");
        BrokerNode second = node("second");
        RedriveJob job = slowJob(here);
        // Does nothing but what it is told to: its clock stands still, so it never polls.
        BrokerNode asked = nodes.open(BrokerFixture.LONG_LEASE, new FakeTime());
        here.close();
        assertThat(job(second, job).owner()).isEqualTo(RedriveJob.NOBODY);
        asked.close();
        eventually("taken over", () -> job(second, job).owner() == incarnation(second));
    }

    @Test
    @DisplayName("BEY-07 a node that lives on does not look for jobs")
    void shouldNotPoll() {
        BrokerNode here = node("here");
        RedriveJob job = slowJob(here);
        SharedStore store = new SharedStore(nodes.store(), TimeSource.SYSTEM);
        nodes.add(
                BrokerNode.open(store.use(), SharedNodes.lively("there", Duration.ofMillis(1_500)), TimeSource.SYSTEM));
        int looksAtJobs = store.looksAtJobs();
        int looksAtOthers = store.looksAtOthers();
        eventually("some rounds and heartbeats", () -> store.looksAtOthers() > looksAtOthers + 10);
        assertThat(store.looksAtJobs()).isEqualTo(looksAtJobs);
        assertThat(here.redriveJobs().cancel(job.id())).isTrue();
    }
}
