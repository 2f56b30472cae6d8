package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.Layout;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.JvmFootprint;
import dev.restante.bench.measure.Outcome;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A store with many queues, one message in each: how long a start takes until the first message arrives, what the
 * queues cost in memory and threads, and how fast they are visited one after the other. In a JVM of its own. The main
 * figure is the visits.
 *
 * @param queues how many
 */
public record QueuesScenario(int queues) implements Scenario {

    private static final int COMMIT_EVERY = 100;
    private static final long RECEIVE_TIMEOUT_MILLIS = 30_000;

    @Override
    public String name() {
        return "queues-" + queues;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d queues with a message each, then a new start; main figure: visited one after the other, each with a new consumer; own JVM",
                queues);
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        JmsContender provider = (JmsContender) contender;
        Map<String, Double> figures = new HashMap<>();
        try (RunningBroker broker = provider.start(trial.directory(), HeldIn.STORE)) {
            long startNanos = System.nanoTime();
            fill(broker.connectionFactory(), trial.settings().bodyBytes());
            figures.put("created and filled, queues/s", LoadRun.perSecond(queues, System.nanoTime() - startNanos));
        }
        JvmFootprint before = JvmFootprint.measure();
        long startNanos = System.nanoTime();
        try (RunningBroker broker = provider.start(trial.directory(), HeldIn.STORE);
                Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            connection.start();
            visit(session, queues - 1);
            long startedNanos = System.nanoTime();
            figures.put(
                    "start to first message, ms",
                    (startedNanos - startNanos) / (double) TimeUnit.MILLISECONDS.toNanos(1));
            figures.putAll(JvmFootprint.measure().figuresSince(before));
            long visitNanos = System.nanoTime();
            for (int index = 0; index < queues - 1; index++) {
                visit(session, index);
            }
            double visitsPerSecond = LoadRun.perSecond(queues - 1, System.nanoTime() - visitNanos);
            return new Outcome.Measured(visitsPerSecond, Map.of(), figures);
        }
    }

    private void fill(ConnectionFactory factory, int bodyBytes) throws JMSException {
        Body body = new Body(bodyBytes, 1);
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(null)) {
            for (int index = 0; index < queues; index++) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body.next(index));
                producer.send(queue(session, index), message);
                if ((index + 1) % COMMIT_EVERY == 0) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    /**
     * Receives the one message of a queue.
     *
     * @throws IllegalStateException if it was lost or is another's
     */
    private static void visit(Session session, int index) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(queue(session, index))) {
            if (!(consumer.receive(RECEIVE_TIMEOUT_MILLIS) instanceof BytesMessage message)) {
                throw new IllegalStateException("no message in queue " + index);
            }
            byte[] body = new byte[Body.HEADER_BYTES];
            message.readBytes(body);
            if (Body.sequence(body) != index) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT, "message %d in queue %d", Body.sequence(body), index));
            }
        }
    }

    private static Queue queue(Session session, int index) throws JMSException {
        return session.createQueue(Layout.QUEUE_EACH.queueName(index));
    }
}
