package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.DestinationLayout;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.DirectorySizeSampler;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.DeliveryMode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Scenario that publishes to many durable subscriptions and then drains them.
 *
 * <p>No consumer listens during publication. The scenario then measures the disk usage. The main figure is the drain of
 * all subscriptions.
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
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        JmsContender provider = (JmsContender) contender;
        Load load = new Load(
                1,
                subscriptions,
                Load.SendMode.TRANSACTED,
                COMMIT_EVERY,
                DeliveryMode.PERSISTENT,
                DestinationLayout.TOPIC);
        LoadAccounting accounting = new LoadAccounting(Integer.MAX_VALUE, MESSAGES, subscriptions);
        int bodyBytes = context.settings().bodyBytes();
        Map<String, Double> figures = new HashMap<>();
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK)) {
            LoadRun run = new LoadRun(broker, load, bodyBytes, accounting);
            run.openConsumers().close();
            figures.put("published, msg/s", run.sendAll());
        }
        try (DirectorySizeSampler sizeSampler = DirectorySizeSampler.watch(context.directory())) {
            figures.put("store, bytes for each message", sizeSampler.currentMebibytes() * MEBIBYTE / MESSAGES);
        }
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK)) {
            double drainPerSecond = new LoadRun(broker, load, bodyBytes, accounting).drain();
            return new RunOutcome.MeasuredRun(drainPerSecond, Map.of(), figures);
        }
    }
}
