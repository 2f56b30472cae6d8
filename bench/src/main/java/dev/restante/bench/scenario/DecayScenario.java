package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.OnPostgresql;
import dev.restante.bench.contender.PostgresqlServer;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.load.Producers;
import dev.restante.bench.measure.Latency;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The same number of messages each second for a long time, in an open loop, on one PostgreSQL database: whether it
 * stays as fast as it was while rows come and go. The main figure is the rate of the last part.
 *
 * @param oldSnapshot whether somebody holds a transaction open meanwhile, so that the server can't remove what was
 *     deleted since
 */
public record DecayScenario(boolean oldSnapshot) implements Scenario {

    private static final int PARTS = 6;

    @Override
    public String name() {
        return oldSnapshot ? "decay-snapshot" : "decay";
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "an open loop of --decay-per-second for --decay-minutes%s, 32 producers, 16 consumers; %d parts, main figure: the last",
                oldSnapshot ? ", while a transaction with an old snapshot stays open" : "",
                PARTS);
    }

    @Override
    public boolean includes(Contender contender) {
        return contender instanceof OnPostgresql;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        Settings settings = trial.settings();
        Load load = new Load(32, 16, Load.Mode.SYNC, 1, DeliveryMode.PERSISTENT).paced(settings.decayPerSecond());
        Tally tally = new Tally(settings.outstandingLimit(), Long.MAX_VALUE);
        Map<String, Double> figures = new HashMap<>();
        double lastPerSecond;
        try (PostgresqlServer server = PostgresqlServer.start(trial.directory().resolve("postgresql"));
                RunningTransport running = ((OnPostgresql) contender).startOn(server.url(), trial.directory())) {
            LoadRun run = new LoadRun(running, load, settings.bodyBytes(), tally);
            try (Consumers consumers = run.openConsumers();
                    Producers producers = run.startProducers()) {
                TimeUnit.NANOSECONDS.sleep(settings.warmUp().toNanos());
                lastPerSecond = watch(server, tally, settings.decay(), figures);
                producers.stop();
                tally.awaitDrained();
            }
        }
        tally.verify();
        return new Outcome.Measured(lastPerSecond, Map.of(), figures);
    }

    private double watch(PostgresqlServer server, Tally tally, Duration duration, Map<String, Double> figures)
            throws SQLException, InterruptedException {
        try (Connection bystander = server.connect();
                Statement statement = bystander.createStatement()) {
            if (oldSnapshot) {
                bystander.setAutoCommit(false);
                bystander.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                statement.execute("SELECT 1");
            }
            tally.setMeasuring(true);
            double perSecond = 0;
            for (int part = 1; part <= PARTS; part++) {
                long startNanos = System.nanoTime();
                long startCount = tally.receivedCount();
                TimeUnit.NANOSECONDS.sleep(duration.toNanos() / PARTS);
                perSecond = LoadRun.perSecond(tally.receivedCount() - startCount, System.nanoTime() - startNanos);
                addFigures("part " + part + ", ", perSecond, tally, server, figures);
            }
            tally.setMeasuring(false);
            return perSecond;
        }
    }

    private static void addFigures(
            String part, double perSecond, Tally tally, PostgresqlServer server, Map<String, Double> figures)
            throws SQLException {
        figures.put(part + "msg/s", perSecond);
        Map<LatencyKind, Latency> latencies = tally.takeLatencies();
        for (LatencyKind kind : new LatencyKind[] {LatencyKind.INTENDED_TO_SENT, LatencyKind.INTENDED_TO_ARRIVAL}) {
            Optional.ofNullable(latencies.get(kind))
                    .flatMap(Latency::distribution)
                    .ifPresent(distribution -> {
                        figures.put(part + kind.label() + ", p50, µs", distribution.p50Nanos() / 1e3);
                        figures.put(part + kind.label() + ", p99, µs", distribution.p99Nanos() / 1e3);
                    });
        }
        figures.put(part + "dead rows", server.deadRows());
        figures.put(part + "database, MiB", server.mebibytes());
    }
}
