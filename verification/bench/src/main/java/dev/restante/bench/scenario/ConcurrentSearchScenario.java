package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.DestinationLayout;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Scenario that drains a queue while a selector search runs beside it.
 *
 * <p>It fills and drains the queue with one listener four times:
 *
 * <ol>
 *   <li>The listener is alone.
 *   <li>Another consumer searches again and again for a message that does not exist. This is the main figure.
 *   <li>Another consumer waits for such a message.
 *   <li>The listener is alone again.
 * </ol>
 *
 * @param messages the number of waiting messages when each drain begins
 */
public record ConcurrentSearchScenario(int messages) implements Scenario {

    private static final int FILL_BATCH = 1_000;
    private static final String SELECTOR = "JMSType = 'rare'";

    @Override
    public String name() {
        return "searched-" + messages;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d messages drained by 1 listener, while another consumer's selector looks for one that is not there; own JVM, small heap",
                messages);
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        JmsContender provider = (JmsContender) contender;
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK)) {
            double alone = drain(broker, context);
            double besideSearches;
            long searches;
            try (Searcher searcher = new Searcher(broker)) {
                besideSearches = drain(broker, context);
                searches = searcher.end();
            }
            double besideWaiting;
            try (Connection connection = broker.connectionFactory().createConnection();
                    Session session = connection.createSession()) {
                Queue queue = session.createQueue(DestinationLayout.ONE_QUEUE.queueName(0));
                session.createConsumer(queue, SELECTOR).setMessageListener(message -> {});
                connection.start();
                besideWaiting = drain(broker, context);
            }
            alone = (alone + drain(broker, context)) / 2;
            return new RunOutcome.MeasuredRun(
                    besideSearches,
                    Map.of(),
                    Map.of(
                            "alone, msg/s",
                            alone,
                            "with searches, of alone, %",
                            100 * besideSearches / alone,
                            "with one that waits, of alone, %",
                            100 * besideWaiting / alone,
                            "searches",
                            (double) searches));
        }
    }

    private double drain(RunningBroker broker, RunContext context) throws Exception {
        Load load = new Load(1, 1, Load.SendMode.TRANSACTED, FILL_BATCH, DeliveryMode.PERSISTENT);
        LoadRun run = new LoadRun(
                broker, load, context.settings().bodyBytes(), new LoadAccounting(Integer.MAX_VALUE, messages));
        run.sendAll();
        return run.drain();
    }

    /** Consumer that searches for a match until it is ended. */
    private static final class Searcher implements AutoCloseable {

        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<Long> searches;
        private volatile boolean ended;

        Searcher(RunningBroker broker) {
            searches = thread.submit(() -> searchOverAndOver(broker));
        }

        private long searchOverAndOver(RunningBroker broker) throws JMSException {
            long count = 0;
            try (Connection connection = broker.connectionFactory().createConnection();
                    Session session = connection.createSession()) {
                connection.start();
                Queue queue = session.createQueue(DestinationLayout.ONE_QUEUE.queueName(0));
                while (!ended) {
                    try (MessageConsumer consumer = session.createConsumer(queue, SELECTOR)) {
                        if (consumer.receiveNoWait() != null) {
                            throw new IllegalStateException("a search found a message that was not sent");
                        }
                    }
                    count++;
                }
            }
            return count;
        }

        /** Ends the searches and returns their number. */
        long end() throws Exception {
            ended = true;
            return searches.get(1, TimeUnit.MINUTES);
        }

        @Override
        public void close() {
            ended = true;
            thread.shutdownNow();
        }
    }
}
