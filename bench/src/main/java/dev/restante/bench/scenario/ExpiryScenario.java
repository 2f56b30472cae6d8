package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.Distribution;
import dev.restante.bench.measure.Latency;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Outcome;
import jakarta.jms.Connection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Nobody listens; messages fall due evenly over ten seconds and move to the dead-letter queue. Their lag is the instant
 * of the move, as the provider recorded it, minus the expiry of the message. Before them as many per second fall due
 * for as long as the warm-up takes; they are moved and counted, but their lag is not measured.
 */
public record ExpiryScenario() implements Scenario {

    private static final long SPREAD_MILLIS = 10_000;
    private static final int SLOWEST_FILL_PER_SECOND = 5_000;

    @Override
    public String name() {
        return "expiry";
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "no listener; messages fall due evenly over %d s and move to the dead-letter queue; main figure: moved msg/s",
                SPREAD_MILLIS / 1_000);
    }

    @Override
    public boolean includes(Contender contender) {
        return contender instanceof JmsContender provider
                && provider.expiryHook().isPresent();
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        if (!(contender instanceof JmsContender provider)
                || provider.expiryHook().isEmpty()) {
            return new Outcome.Skipped("no dead-lettering on expiry");
        }
        int warming = warmingMessages(trial.settings());
        int messages = warming + trial.settings().expiryMessages();
        try (RunningBroker broker = provider.start(trial.directory(), HeldIn.STORE);
                // An application is there, it only does not listen: a provider without a broker process is at work as
                // long as somebody is connected.
                Connection idle = broker.connectionFactory().createConnection()) {
            idle.start();
            ExpiringMessages expiring = new ExpiringMessages(
                    broker, provider.expiryHook().get(), trial.settings().bodyBytes());
            long firstDueMillis = System.currentTimeMillis() + 2_000 + messages * 1_000L / SLOWEST_FILL_PER_SECOND;
            long[] dueMillis = expiring.fill(
                    messages,
                    sequence -> firstDueMillis
                            + SPREAD_MILLIS * sequence / trial.settings().expiryMessages());
            long endMillis = dueMillis[messages - 1] + 1_000;
            TimeUnit.MILLISECONDS.sleep(Math.max(0, endMillis - System.currentTimeMillis()));
            return measured(dueMillis, expiring.moved(messages), warming);
        }
    }

    private static int warmingMessages(Settings settings) {
        return Math.toIntExact(settings.expiryMessages() * settings.warmUp().toMillis() / SPREAD_MILLIS);
    }

    private static Outcome measured(long[] dueMillis, long[] movedMillis, int warming) {
        Latency lag = new Latency();
        long lastMoveMillis = 0;
        for (int sequence = warming; sequence < dueMillis.length; sequence++) {
            lag.record(TimeUnit.MILLISECONDS.toNanos(movedMillis[sequence] - dueMillis[sequence]));
            lastMoveMillis = Math.max(lastMoveMillis, movedMillis[sequence]);
        }
        long elapsedMillis = Math.max(1, lastMoveMillis - dueMillis[warming]);
        double movedPerSecond =
                LoadRun.perSecond(dueMillis.length - warming, TimeUnit.MILLISECONDS.toNanos(elapsedMillis));
        Map<String, Distribution> latencies = lag.distribution()
                .map(distribution -> Map.of(LatencyKind.EXPIRY_LAG.label(), distribution))
                .orElseGet(Map::of);
        return new Outcome.Measured(movedPerSecond, latencies, Map.of());
    }
}
