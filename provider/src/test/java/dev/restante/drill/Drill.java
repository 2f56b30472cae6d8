package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Drill of nodes that work on one database while faults happen. In the end it compares the reports of the nodes with
 * the remaining messages.
 */
final class Drill implements AutoCloseable {

    /** Timeout that no step reaches even on a busy machine. */
    static final Duration TIMEOUT = Duration.ofMinutes(10);

    private static final long PAUSE_MILLIS = 5;

    /** Number of messages that each node must receive after a fault. */
    private static final long MIN_RECEIVES = 20;

    /** Queues that exist before the workers start. Other queues are created by use. */
    private static final List<String> QUEUES =
            List.of(DrillTasks.IN, DrillTasks.OUT, DrillTasks.AUTO, DrillTasks.BRIEF);

    final DrillLedger ledger = new DrillLedger();
    final List<DrillNode> nodes = new ArrayList<>();
    final List<String> history = new ArrayList<>();
    private final String url;

    /** Creates the queues over a connection without faults. */
    Drill(String url) throws IOException, JMSException {
        this.url = url;
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            admin.policies().set(new Policy("#", QueueOptions.defaults().withMaxDeliveryCount(1_000_000)));
            for (String queue : QUEUES) {
                admin.createQueue(queue, QueueOptions.defaults());
            }
            admin.createQueue(FeatureTasks.RATES, QueueOptions.defaults().withLastValueKey("Key"));
            admin.topics().create(FeatureTasks.TOPIC, TopicOptions.defaults());
            for (String subscription : FeatureTasks.SUBSCRIPTIONS) {
                admin.topics()
                        .createSubscription(
                                FeatureTasks.TOPIC, null, subscription, true, null, QueueOptions.defaults());
            }
        }
    }

    /** Returns a random generator whose printed seed repeats the faults. */
    static Random random(String what) {
        long seed = Long.getLong("restante.drill.seed", System.nanoTime());
        System.out.println(what + ": seed " + seed);
        return new Random(seed);
    }

    /** Starts another node. Every second node keeps its connections and sessions after a failed call. */
    void start(String nodeUrl, Duration lease, Duration storeTimeout) throws IOException {
        start(nodeUrl, lease, storeTimeout, PAUSE_MILLIS);
    }

    /** @param pauseMillis the shortest pause of the application between two calls, which determines the load */
    void start(String nodeUrl, Duration lease, Duration storeTimeout, long pauseMillis) throws IOException {
        int number = nodes.size();
        nodes.add(new DrillNode("n" + number, number % 2 == 0, nodeUrl, ledger, lease, storeTimeout, pauseMillis));
    }

    /** Waits until every worker has received more messages. */
    void awaitProgress() throws InterruptedException {
        List<String> names = nodes.stream().map(node -> node.name).toList();
        assertThat(ledger.awaitMore(names, MIN_RECEIVES, TIMEOUT))
                .as("nodes that receive nothing after %s; reports of the nodes: %s", history, ledger.notes())
                .isEmpty();
    }

    /** Ends the workers, and compares their reports with the remaining messages. */
    void end() throws IOException, InterruptedException, JMSException {
        for (DrillNode node : nodes) {
            node.end();
        }
        check();
    }

    /** Drains all queues while the workers rest or have ended, and checks the history. */
    void check() throws IOException, JMSException {
        DrainedStore drained;
        try (RestanteXAConnectionFactory factory = new RestanteXAConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            ledger.queryOutcomes(admin);
            BranchTasks.rollBackAll(factory);
            drained = DrainedStore.drain(factory, admin);
        }
        assertThat(ledger.check(drained.left()))
                .as("violations in %s after %s; reports of the nodes: %s", ledger, history, ledger.notes())
                .isEmpty();
        assertThat(drained.deadLettered()).as("dead letters after %s", history).isZero();
    }

    /** Begins another history after a check. */
    void beginHistory() throws IOException {
        ledger.beginHistory();
        history.clear();
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(DrillNode::close);
        ledger.close();
    }

    @Override
    public String toString() {
        return ledger.received() + " received; told " + ledger.notes() + "; " + history;
    }
}
