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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The queues of a drill, before, meanwhile and in the end. */
final class DrillQueues {

    /** Far more than anything takes on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** So many messages each node receives after a fault. */
    private static final long PROGRESS = 20;

    private DrillQueues() {}

    static void create(String url) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            for (String queue : List.of(DrillWorker.IN, DrillWorker.OUT, DrillWorker.AUTO)) {
                admin.createQueue(queue, QueueOptions.defaults().withMaxDeliveryCount(1_000_000));
            }
        }
    }

    /** Waits until all workers have received some more. */
    static void awaitProgress(List<Node> nodes, DrillLedger ledger, List<String> history) throws InterruptedException {
        List<String> names = nodes.stream().map(node -> node.name).toList();
        assertThat(ledger.awaitMore(names, PROGRESS, PATIENCE))
                .as("nodes that receive nothing after %s; told: %s", history, ledger.notes())
                .isEmpty();
    }

    /** Everything that is left, over a line that nothing stands in. */
    static List<String> drain(String url) throws JMSException {
        List<String> left = new ArrayList<>();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext(Session.CLIENT_ACKNOWLEDGE)) {
            for (String queue : List.of(DrillWorker.IN, DrillWorker.OUT, DrillWorker.AUTO)) {
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue));
                long startedNanos = System.nanoTime();
                do {
                    for (Message message = consumer.receive(500); message != null; message = consumer.receive(500)) {
                        left.add(queue + "/" + message.getBody(String.class));
                        context.acknowledge();
                    }
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
}
