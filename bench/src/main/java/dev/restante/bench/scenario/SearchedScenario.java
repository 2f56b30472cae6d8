package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.Layout;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
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
 * Fills a queue and drains it with one listener, four times: the second time beside a consumer that looks for a match
 * that is not there, over and over, so that a search goes on all the time, and the third time beside one that waits for
 * it. The main figure is the drain beside the searches.
 *
 * @param messages how many are waiting when each drain begins
 */
public record SearchedScenario(int messages) implements Scenario {

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
    public Outcome run(Contender contender, Trial trial) throws Exception {
        JmsContender provider = (JmsContender) contender;
        try (RunningBroker broker = provider.start(trial.directory(), HeldIn.STORE)) {
            double alone = drain(broker, trial);
            double besideSearches;
            long searches;
            try (Searcher searcher = new Searcher(broker)) {
                besideSearches = drain(broker, trial);
                searches = searcher.end();
            }
            double besideWaiting;
            try (Connection connection = broker.connectionFactory().createConnection();
                    Session session = connection.createSession()) {
                Queue queue = session.createQueue(Layout.ONE_QUEUE.queueName(0));
                session.createConsumer(queue, SELECTOR).setMessageListener(message -> {});
                connection.start();
                besideWaiting = drain(broker, trial);
            }
            alone = (alone + drain(broker, trial)) / 2;
            return new Outcome.Measured(
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

    private double drain(RunningBroker broker, Trial trial) throws Exception {
        Load load = new Load(1, 1, Load.Mode.TRANSACTED, FILL_BATCH, DeliveryMode.PERSISTENT);
        LoadRun run = new LoadRun(broker, load, trial.settings().bodyBytes(), new Tally(Integer.MAX_VALUE, messages));
        run.sendAll();
        return run.drain();
    }

    /** Looks for a match until it is ended. */
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
                Queue queue = session.createQueue(Layout.ONE_QUEUE.queueName(0));
                while (!ended) {
                    try (MessageConsumer consumer = session.createConsumer(queue, SELECTOR)) {
                        if (consumer.receiveNoWait() != null) {
                            throw new IllegalStateException("something was found that was never sent");
                        }
                    }
                    count++;
                }
            }
            return count;
        }

        /** Returns how many times it has looked. */
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
