package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
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

    /** Number of messages that each node must receive after a fault. */
    private static final long MIN_RECEIVES = 20;

    /** Number of remaining messages that are settled in one commit. */
    private static final int ACKNOWLEDGE_BATCH = 100;

    private static final List<String> QUEUES =
            List.of(DrillWorker.IN, DrillWorker.OUT, DrillWorker.AUTO, DrillWorker.BRIEF);

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
        int number = nodes.size();
        nodes.add(new DrillNode("n" + number, number % 2 == 0, nodeUrl, ledger, lease, storeTimeout));
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
        assertThat(ledger.check(drain()))
                .as("violations in %s after %s; reports of the nodes: %s", ledger, history, ledger.notes())
                .isEmpty();
        assertThat(deadLettered()).as("dead letters after %s", history).isZero();
    }

    /** Returns the number of dead letters. A node dead-letters a message here only if it cannot decode the message. */
    private long deadLettered() throws JMSException {
        long deadLettered = 0;
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            for (String queue : queues(admin)) {
                deadLettered += admin.statistics(queue).deadLettered();
            }
        }
        return deadLettered;
    }

    /** Returns the names of all queues: the workers create queues of their own. */
    private static List<String> queues(RestanteAdmin admin) throws JMSException {
        return admin.queues().stream()
                .filter(queue -> !queue.deadLetterQueue())
                .map(QueueDescription::name)
                .toList();
    }

    /** Receives all remaining messages. */
    private List<String> drain() throws JMSException {
        List<String> left = new ArrayList<>();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext(Session.CLIENT_ACKNOWLEDGE)) {
            ledger.queryOutcomes(admin);
            for (String queue : queues(admin)) {
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue));
                long startedNanos = System.nanoTime();
                do {
                    for (Message message = consumer.receive(500); message != null; message = consumer.receive(500)) {
                        left.add(queue + "/" + message.getBody(String.class));
                        if (left.size() % ACKNOWLEDGE_BATCH == 0) {
                            context.acknowledge();
                        }
                    }
                    context.acknowledge();
                    assertThat(System.nanoTime() - startedNanos)
                            .as("time to empty queue %s, which has: %s", queue, admin.statistics(queue))
                            .isLessThan(TIMEOUT.toNanos());
                } while (admin.statistics(queue).available()
                                + admin.statistics(queue).inFlight()
                        > 0);
                consumer.close();
            }
        }
        return left;
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
