package dev.restante.bench.scenario;

import dev.restante.bench.contender.BenchPostgresqlServer;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.PostgresqlContender;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.load.ProducerGroup;
import dev.restante.bench.measure.LatencyHistogram;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.RunOutcome;
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
 * Scenario with a constant send rate for a long time on one PostgreSQL database.
 *
 * <p>It shows whether an open loop slows down while rows come and go. The main figure is the rate in the last part.
 *
 * @param oldSnapshot true if a transaction stays open, which prevents the server from removing deleted rows
 */
public record SustainedLoadScenario(boolean oldSnapshot) implements Scenario {

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
    public boolean appliesTo(Contender contender) {
        return contender instanceof PostgresqlContender;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        BenchmarkSettings settings = context.settings();
        Load load =
                new Load(32, 16, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT).atRate(settings.sustainedPerSecond());
        LoadAccounting accounting = new LoadAccounting(settings.inFlightLimit(), Long.MAX_VALUE);
        Map<String, Double> figures = new HashMap<>();
        double lastPerSecond;
        try (BenchPostgresqlServer server =
                        BenchPostgresqlServer.start(context.directory().resolve("postgresql"));
                RunningTransport running =
                        ((PostgresqlContender) contender).startOnDatabase(server.url(), context.directory())) {
            LoadRun run = new LoadRun(running, load, settings.bodyBytes(), accounting);
            try (ConsumerGroup consumers = run.openConsumers();
                    ProducerGroup producers = run.startProducers()) {
                TimeUnit.NANOSECONDS.sleep(settings.warmUp().toNanos());
                lastPerSecond = watch(server, accounting, settings.sustainedDuration(), figures);
                producers.stop();
                accounting.awaitDrained();
            }
        }
        accounting.verify();
        return new RunOutcome.MeasuredRun(lastPerSecond, Map.of(), figures);
    }

    private double watch(
            BenchPostgresqlServer server, LoadAccounting accounting, Duration duration, Map<String, Double> figures)
            throws SQLException, InterruptedException {
        try (Connection bystander = server.connect();
                Statement statement = bystander.createStatement()) {
            if (oldSnapshot) {
                bystander.setAutoCommit(false);
                bystander.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                statement.execute("SELECT 1");
            }
            accounting.setMeasuring(true);
            double perSecond = 0;
            for (int part = 1; part <= PARTS; part++) {
                long startNanos = System.nanoTime();
                long startCount = accounting.receivedCount();
                TimeUnit.NANOSECONDS.sleep(duration.toNanos() / PARTS);
                perSecond = LoadRun.perSecond(accounting.receivedCount() - startCount, System.nanoTime() - startNanos);
                addFigures("part " + part + ", ", perSecond, accounting, server, figures);
            }
            accounting.setMeasuring(false);
            return perSecond;
        }
    }

    private static void addFigures(
            String part,
            double perSecond,
            LoadAccounting accounting,
            BenchPostgresqlServer server,
            Map<String, Double> figures)
            throws SQLException {
        figures.put(part + "msg/s", perSecond);
        Map<LatencyKind, LatencyHistogram> latencies = accounting.drainLatencies();
        for (LatencyKind kind : new LatencyKind[] {LatencyKind.SCHEDULED_TO_SENT, LatencyKind.SCHEDULED_TO_RECEIVED}) {
            Optional.ofNullable(latencies.get(kind))
                    .flatMap(LatencyHistogram::distribution)
                    .ifPresent(distribution -> {
                        figures.put(part + kind.label() + ", p50, µs", distribution.p50Nanos() / 1e3);
                        figures.put(part + kind.label() + ", p99, µs", distribution.p99Nanos() / 1e3);
                    });
        }
        figures.put(part + "dead rows", server.deadRows());
        figures.put(part + "database, MiB", server.mebibytes());
    }
}
