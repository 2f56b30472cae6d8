package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
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
 * Nodes that work on one database while bad things happen, what they tell, and whether that agrees with what is left in
 * the end.
 */
final class Drill implements AutoCloseable {

    /** Far more than anything takes on a busy machine. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    /** So many messages each node receives after a fault. */
    private static final long PROGRESS = 20;

    /** So many of what is left are settled in one commit. */
    private static final int TOGETHER = 100;

    private static final List<String> QUEUES = List.of(DrillWorker.IN, DrillWorker.OUT, DrillWorker.AUTO);

    final DrillLedger ledger = new DrillLedger();
    final List<Node> nodes = new ArrayList<>();
    final List<String> history = new ArrayList<>();
    private final String url;

    /** Creates the queues, over a line that nothing stands in. */
    Drill(String url) throws JMSException {
        this.url = url;
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            for (String queue : QUEUES) {
                admin.createQueue(queue, QueueOptions.defaults().withMaxDeliveryCount(1_000_000));
            }
        }
    }

    /** A seed gives its faults again. */
    static Random random(String what) {
        long seed = Long.getLong("restante.drill.seed", System.nanoTime());
        System.out.println(what + ": seed " + seed);
        return new Random(seed);
    }

    /** Starts one more node; each second one keeps its connections and sessions when a call is refused. */
    void start(String by, Duration lease, Duration storeTimeout) throws IOException {
        int number = nodes.size();
        nodes.add(new Node("n" + number, number % 2 == 0, by, ledger, lease, storeTimeout));
    }

    /** Waits until all workers have received some more. */
    void awaitProgress() throws InterruptedException {
        List<String> names = nodes.stream().map(node -> node.name).toList();
        assertThat(ledger.awaitMore(names, PROGRESS, PATIENCE))
                .as("nodes that receive nothing after %s; told: %s", history, ledger.notes())
                .isEmpty();
    }

    /** Ends the workers, and compares what they were told with what is left. */
    void end() throws IOException, InterruptedException, JMSException {
        for (Node node : nodes) {
            node.end();
        }
        assertThat(ledger.check(drain()))
                .as("after %s; told: %s", history, ledger.notes())
                .isEmpty();
        assertThat(deadLettered()).as("dead letters after %s", history).isZero();
    }

    /** Messages that nodes have taken for unreadable: nothing else is a reason here. */
    private long deadLettered() throws JMSException {
        long deadLettered = 0;
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            for (String queue : QUEUES) {
                deadLettered += admin.statistics(queue).deadLettered();
            }
        }
        return deadLettered;
    }

    /** Everything that is left. */
    private List<String> drain() throws JMSException {
        List<String> left = new ArrayList<>();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext(Session.CLIENT_ACKNOWLEDGE)) {
            ledger.askOutcomes(admin);
            for (String queue : QUEUES) {
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue));
                long startedNanos = System.nanoTime();
                do {
                    for (Message message = consumer.receive(500); message != null; message = consumer.receive(500)) {
                        left.add(queue + "/" + message.getBody(String.class));
                        if (left.size() % TOGETHER == 0) {
                            context.acknowledge();
                        }
                    }
                    context.acknowledge();
                    assertThat(System.nanoTime() - startedNanos)
                            .as("something stays in %s: %s", queue, admin.statistics(queue))
                            .isLessThan(PATIENCE.toNanos());
                } while (admin.statistics(queue).available()
                                + admin.statistics(queue).inFlight()
                        > 0);
                consumer.close();
            }
        }
        return left;
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
    }

    @Override
    public String toString() {
        return ledger.received() + " received; told " + ledger.notes() + "; " + history;
    }
}
