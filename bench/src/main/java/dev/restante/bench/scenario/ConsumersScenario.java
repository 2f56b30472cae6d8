package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.Layout;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.JvmFootprint;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Many consumers on one connection, each with a queue of its own: what they cost while nothing happens, and what passes
 * through all of them in turn. In a JVM of its own.
 *
 * @param consumers how many
 * @param oneSession whether all of them are in one session
 */
public record ConsumersScenario(int consumers, boolean oneSession) implements Scenario {

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

    private Layout layout() {
        return oneSession ? Layout.QUEUE_EACH_ONE_SESSION : Layout.QUEUE_EACH;
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        Settings settings = trial.settings();
        Load load = new Load(1, consumers, Load.Mode.TRANSACTED, COMMIT_EVERY, DeliveryMode.PERSISTENT, layout());
        try (RunningBroker broker = ((JmsContender) contender).start(trial.directory(), HeldIn.STORE)) {
            Tally tally = new Tally(settings.outstandingLimit(), Long.MAX_VALUE);
            LoadRun run = new LoadRun(broker, load, settings.bodyBytes(), tally);
            // The first connection starts what a provider starts late; it is not to be counted for the consumers.
            try (var first = broker.connectionFactory().createConnection()) {
                first.start();
                Map<String, Double> figures = new HashMap<>(idle(run));
                Outcome.Measured measured = run.measure(settings.warmUp(), settings.window());
                figures.putAll(measured.figures());
                return new Outcome.Measured(measured.messagesPerSecond(), measured.latencies(), figures);
            }
        }
    }

    /** Opens the consumers and closes them again. */
    private static Map<String, Double> idle(LoadRun run) throws Exception {
        JvmFootprint before = JvmFootprint.measure();
        Map<String, Double> figures = new HashMap<>();
        long startNanos = System.nanoTime();
        long closingNanos;
        try (Consumers consumers = run.openConsumers()) {
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
