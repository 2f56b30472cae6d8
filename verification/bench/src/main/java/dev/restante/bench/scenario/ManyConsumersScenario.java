package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.DestinationLayout;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.JvmFootprint;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.DeliveryMode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scenario with many consumers on one connection, each on its own queue.
 *
 * <p>It runs in its own JVM and measures the cost of idle consumers and the throughput of all queues in turn.
 *
 * @param oneSession true if all consumers are in one session
 */
public record ManyConsumersScenario(int consumers, boolean oneSession) implements Scenario {

    private static final int COMMIT_EVERY = 100;

    @Override
    public String name() {
        return (oneSession ? "one-session-" : "consumers-") + consumers;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d listeners on one connection, %s, each on its own queue; 1 producer that sends to them in turn, commit every %d; own JVM",
                consumers,
                oneSession ? "all in one session" : layout().consumersPerSession() + " to a session",
                COMMIT_EVERY);
    }

    private DestinationLayout layout() {
        return oneSession ? DestinationLayout.QUEUE_PER_CONSUMER_ONE_SESSION : DestinationLayout.QUEUE_PER_CONSUMER;
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        BenchmarkSettings settings = context.settings();
        Load load = new Load(1, consumers, Load.SendMode.TRANSACTED, COMMIT_EVERY, DeliveryMode.PERSISTENT, layout());
        try (RunningBroker broker = ((JmsContender) contender).start(context.directory(), MessageStorage.DISK)) {
            LoadAccounting accounting = new LoadAccounting(settings.inFlightLimit(), Long.MAX_VALUE);
            LoadRun run = new LoadRun(broker, load, settings.bodyBytes(), accounting);
            // The first connection starts components that providers start late. They must not count as cost of the
            // consumers.
            try (var first = broker.connectionFactory().createConnection()) {
                first.start();
                Map<String, Double> figures = new HashMap<>(idle(run));
                RunOutcome.MeasuredRun measured = run.measure(settings.warmUp(), settings.window());
                figures.putAll(measured.values());
                return new RunOutcome.MeasuredRun(measured.messagesPerSecond(), measured.latencies(), figures);
            }
        }
    }

    /** Opens and closes the consumers and returns their cost while idle. */
    private static Map<String, Double> idle(LoadRun run) throws Exception {
        JvmFootprint before = JvmFootprint.measure();
        Map<String, Double> figures = new HashMap<>();
        long startNanos = System.nanoTime();
        long closingNanos;
        try (ConsumerGroup consumers = run.openConsumers()) {
            figures.put("opening, ms", millisSince(startNanos));
            figures.putAll(JvmFootprint.measure().figuresSince(before));
            closingNanos = System.nanoTime();
        }
        figures.put("closing, ms", millisSince(closingNanos));
        return figures;
    }

    private static double millisSince(long startNanos) {
        return (System.nanoTime() - startNanos) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
}
