package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.HeapSampler;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scenario that searches a queue for the only message that a selector matches.
 *
 * <p>The match is behind all other messages. The scenario runs in its own JVM with a small heap. The main figure is the
 * number of skipped messages per second.
 *
 * @param messages the number of messages that do not match
 */
public record RareMatchScenario(int messages) implements Scenario {

    private static final int FILL_BATCH = 1_000;
    private static final String TYPE = "rare";
    private static final long TIMEOUT_MILLIS = TimeUnit.MINUTES.toMillis(20);

    @Override
    public String name() {
        return "rare-" + messages;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "a selector looks for one message behind %,d that it does not match; own JVM, small heap",
                messages);
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        JmsContender provider = (JmsContender) contender;
        HeapSampler heapSampler = HeapSampler.start();
        Load load = new Load(1, 0, Load.SendMode.TRANSACTED, FILL_BATCH, DeliveryMode.PERSISTENT);
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK)) {
            LoadAccounting accounting = new LoadAccounting(Integer.MAX_VALUE, messages);
            new LoadRun(broker, load, context.settings().bodyBytes(), accounting).sendAll();
            try (Connection connection = broker.connectionFactory().createConnection();
                    Session session = connection.createSession()) {
                connection.start();
                Queue queue = session.createQueue(load.layout().queueName(0));
                sendMatch(session, queue);
                double firstSeconds = find(session, queue);
                sendMatch(session, queue);
                double againSeconds = find(session, queue);
                return new RunOutcome.MeasuredRun(
                        messages / firstSeconds,
                        Map.of(),
                        Map.of(
                                "found after, s", firstSeconds,
                                "found again after, s", againSeconds,
                                "heap after GC, highest, MiB", heapSampler.highestAfterCollectionMebibytes()));
            }
        }
    }

    private static void sendMatch(Session session, Queue queue) throws JMSException {
        Message match = session.createMessage();
        match.setJMSType(TYPE);
        session.createProducer(queue).send(match);
    }

    private static double find(Session session, Queue queue) throws JMSException {
        long startNanos = System.nanoTime();
        try (MessageConsumer consumer = session.createConsumer(queue, "JMSType = '" + TYPE + "'")) {
            Message found = consumer.receive(TIMEOUT_MILLIS);
            if (found == null || !TYPE.equals(found.getJMSType())) {
                throw new IllegalStateException("the match was not found, but " + found);
            }
        }
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
