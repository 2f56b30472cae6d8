package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.LatencyDistribution;
import dev.restante.bench.measure.LatencyHistogram;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.Connection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scenario that measures the delay between expiry and dead-lettering.
 *
 * <p>No consumer listens. Messages expire evenly over ten seconds. Their delay is the instant of the move, as the
 * provider recorded it, minus the expiry time. Before that, messages expire at the same rate during the warm-up. They
 * are counted, but their delays are not measured.
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
    public boolean appliesTo(Contender contender) {
        return contender instanceof JmsContender provider
                && provider.expirySupport().isPresent();
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        if (!(contender instanceof JmsContender provider)
                || provider.expirySupport().isEmpty()) {
            return new RunOutcome.SkippedRun("no dead-lettering on expiry");
        }
        int warming = warmingMessages(context.settings());
        int messages = warming + context.settings().expiryMessages();
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK);
                // A provider without a broker process works only while an application is connected.
                Connection idle = broker.connectionFactory().createConnection()) {
            idle.start();
            ExpiringMessages expiring = new ExpiringMessages(
                    broker, provider.expirySupport().get(), context.settings().bodyBytes());
            long firstDueMillis = System.currentTimeMillis() + 2_000 + messages * 1_000L / SLOWEST_FILL_PER_SECOND;
            long[] dueMillis = expiring.fill(
                    messages,
                    sequence -> firstDueMillis
                            + SPREAD_MILLIS * sequence / context.settings().expiryMessages());
            long endMillis = dueMillis[messages - 1] + 1_000;
            TimeUnit.MILLISECONDS.sleep(Math.max(0, endMillis - System.currentTimeMillis()));
            return measured(dueMillis, expiring.moved(messages), warming);
        }
    }

    private static int warmingMessages(BenchmarkSettings settings) {
        return Math.toIntExact(settings.expiryMessages() * settings.warmUp().toMillis() / SPREAD_MILLIS);
    }

    private static RunOutcome measured(long[] dueMillis, long[] movedMillis, int warming) {
        LatencyHistogram lag = new LatencyHistogram();
        long lastMoveMillis = 0;
        for (int sequence = warming; sequence < dueMillis.length; sequence++) {
            lag.record(TimeUnit.MILLISECONDS.toNanos(movedMillis[sequence] - dueMillis[sequence]));
            lastMoveMillis = Math.max(lastMoveMillis, movedMillis[sequence]);
        }
        long elapsedMillis = Math.max(1, lastMoveMillis - dueMillis[warming]);
        double movedPerSecond =
                LoadRun.perSecond(dueMillis.length - warming, TimeUnit.MILLISECONDS.toNanos(elapsedMillis));
        Map<String, LatencyDistribution> latencies = lag.distribution()
                .map(distribution -> Map.of(LatencyKind.EXPIRY_LAG.label(), distribution))
                .orElseGet(Map::of);
        return new RunOutcome.MeasuredRun(movedPerSecond, latencies, Map.of());
    }
}
