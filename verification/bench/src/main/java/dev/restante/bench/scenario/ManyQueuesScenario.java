package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.DestinationLayout;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.JvmFootprint;
import dev.restante.bench.measure.RunOutcome;
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
 * Scenario with many queues that hold one message each.
 *
 * <p>It runs in its own JVM. It measures start time, memory and threads. The main figure is the rate at which one
 * consumer after the other receives a message.
 */
public record ManyQueuesScenario(int queues) implements Scenario {

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
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        JmsContender provider = (JmsContender) contender;
        Map<String, Double> figures = new HashMap<>();
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK)) {
            long startNanos = System.nanoTime();
            fill(broker.connectionFactory(), context.settings().bodyBytes());
            figures.put("created and filled, queues/s", LoadRun.perSecond(queues, System.nanoTime() - startNanos));
        }
        JvmFootprint before = JvmFootprint.measure();
        long startNanos = System.nanoTime();
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK);
                Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            connection.start();
            receiveOnly(session, queues - 1);
            long startedNanos = System.nanoTime();
            figures.put(
                    "start to first message, ms",
                    (startedNanos - startNanos) / (double) TimeUnit.MILLISECONDS.toNanos(1));
            figures.putAll(JvmFootprint.measure().figuresSince(before));
            long visitNanos = System.nanoTime();
            for (int index = 0; index < queues - 1; index++) {
                receiveOnly(session, index);
            }
            double visitsPerSecond = LoadRun.perSecond(queues - 1, System.nanoTime() - visitNanos);
            return new RunOutcome.MeasuredRun(visitsPerSecond, Map.of(), figures);
        }
    }

    private void fill(ConnectionFactory factory, int bodyBytes) throws JMSException {
        BodyGenerator bodyGenerator = new BodyGenerator(bodyBytes, 1);
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(null)) {
            for (int index = 0; index < queues; index++) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(bodyGenerator.next(index));
                producer.send(queue(session, index), message);
                if ((index + 1) % COMMIT_EVERY == 0) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    /**
     * Receives the only message of a queue.
     *
     * @throws IllegalStateException if the message is missing or belongs to another queue
     */
    private static void receiveOnly(Session session, int index) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(queue(session, index))) {
            if (!(consumer.receive(RECEIVE_TIMEOUT_MILLIS) instanceof BytesMessage message)) {
                throw new IllegalStateException("no message in queue " + index);
            }
            byte[] body = new byte[BodyGenerator.HEADER_BYTES];
            message.readBytes(body);
            if (BodyGenerator.sequence(body) != index) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT, "message %d in queue %d", BodyGenerator.sequence(body), index));
            }
        }
    }

    private static Queue queue(Session session, int index) throws JMSException {
        return session.createQueue(DestinationLayout.QUEUE_PER_CONSUMER.queueName(index));
    }
}
