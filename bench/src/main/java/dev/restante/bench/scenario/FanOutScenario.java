package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.Layout;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.DirectorySize;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Publishes to many durable subscriptions while nobody listens, and looks how much that takes on disk; then all of them
 * are drained at once. The main figure is the drain.
 *
 * @param subscriptions how many
 */
public record FanOutScenario(int subscriptions) implements Scenario {

    private static final int MESSAGES = 2_000;
    private static final int COMMIT_EVERY = 100;
    private static final int MEBIBYTE = 1 << 20;

    @Override
    public String name() {
        return "fan-out-" + subscriptions;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d messages to %,d durable subscriptions without consumers (commit every %d), the size of the store, then drained by all; each copy counts",
                MESSAGES,
                subscriptions,
                COMMIT_EVERY);
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        JmsContender provider = (JmsContender) contender;
        Load load =
                new Load(1, subscriptions, Load.Mode.TRANSACTED, COMMIT_EVERY, DeliveryMode.PERSISTENT, Layout.TOPIC);
        Tally tally = new Tally(Integer.MAX_VALUE, MESSAGES, subscriptions);
        int bodyBytes = trial.settings().bodyBytes();
        Map<String, Double> figures = new HashMap<>();
        try (RunningBroker broker = provider.start(trial.directory(), HeldIn.STORE)) {
            LoadRun run = new LoadRun(broker, load, bodyBytes, tally);
            run.openConsumers().close();
            figures.put("published, msg/s", run.sendAll());
        }
        try (DirectorySize size = DirectorySize.watch(trial.directory())) {
            figures.put("store, bytes for each message", size.currentMebibytes() * MEBIBYTE / MESSAGES);
        }
        try (RunningBroker broker = provider.start(trial.directory(), HeldIn.STORE)) {
            double drainPerSecond = new LoadRun(broker, load, bodyBytes, tally).drain();
            return new Outcome.Measured(drainPerSecond, Map.of(), figures);
        }
    }
}
