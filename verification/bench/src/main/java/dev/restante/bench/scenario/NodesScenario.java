package dev.restante.bench.scenario;

import dev.restante.bench.contender.BenchPostgresqlServer;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.PostgresqlContender;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.FlowTotals;
import dev.restante.bench.measure.LatencyDistribution;
import dev.restante.bench.measure.LatencyHistogram;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.RunOutcome;
import dev.restante.bench.measure.ShareRange;
import dev.restante.bench.node.NodeProcess;
import dev.restante.timedhistory.HistoryChecker;
import dev.restante.timedhistory.TimedHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scenario with several JVMs on one database and one queue.
 *
 * <ol>
 *   <li>All nodes send and receive. The main figure is the total rate, and further figures show its distribution.
 *   <li>One node sends a few messages per second and the other nodes wait. The latencies show how soon they wake up.
 * </ol>
 *
 * <p>Latencies span two JVMs, whose {@link System#nanoTime} is the same clock on one Linux machine.
 */
public record NodesScenario(int nodes) implements Scenario {

    private static final int PRODUCERS = 2;
    private static final int CONSUMERS = 2;
    private static final int WAKE_UPS_PER_SECOND = 20;
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(30);

    @Override
    public String name() {
        return "nodes-" + nodes;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d JVMs on one database and queue, each with %d producers, each send durable before the next, and %d consumers; then one sends %d messages a second and the others wait for them",
                nodes,
                PRODUCERS,
                CONSUMERS,
                WAKE_UPS_PER_SECOND);
    }

    @Override
    public boolean appliesTo(Contender contender) {
        return contender instanceof PostgresqlContender;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        PostgresqlContender postgresqlContender = (PostgresqlContender) contender;
        if (!postgresqlContender.supportsSharedDatabase()) {
            return new RunOutcome.SkippedRun("one broker has the database");
        }
        List<Path> histories =
                context.settings().recordsHistories() ? histories(contender, context.settings()) : List.of();
        RunOutcome outcome;
        try (BenchPostgresqlServer server =
                BenchPostgresqlServer.start(context.directory().resolve("postgresql"))) {
            // Creates the tables once, before the nodes start.
            postgresqlContender
                    .startOnDatabase(server.url(), context.directory())
                    .close();
            List<NodeProcess> processes = new ArrayList<>();
            try {
                for (int index = 0; index < nodes; index++) {
                    processes.add(NodeProcess.start(
                            postgresqlContender,
                            server.url(),
                            context.directory().resolve("node-" + index),
                            context.settings().bodyBytes(),
                            context.settings().childHeap(),
                            histories.isEmpty() ? null : histories.get(index)));
                }
                for (NodeProcess process : processes) {
                    process.awaitStart();
                }
                outcome = measure(processes, context.settings());
            } finally {
                for (NodeProcess process : processes) {
                    process.close();
                }
            }
        }
        check(histories);
        return outcome;
    }

    /** Returns the files of the nodes' histories. */
    private List<Path> histories(Contender contender, BenchmarkSettings settings) throws IOException {
        Path directory = Files.createDirectories(settings.out().resolve("histories"));
        List<Path> files = new ArrayList<>();
        for (int index = 0; index < nodes; index++) {
            files.add(directory.resolve(name() + "-" + contender.name() + "-" + index + ".jsonl"));
        }
        return files;
    }

    /** @throws IllegalStateException if the operations of the nodes contradict each other */
    private static void check(List<Path> histories) throws IOException {
        List<String> violations =
                HistoryChecker.check(TimedHistory.read(histories)).violations();
        if (!violations.isEmpty()) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT, "%,d violations in %s, first: %s", violations.size(), histories, violations.get(0)));
        }
    }

    private RunOutcome measure(List<NodeProcess> processes, BenchmarkSettings settings) throws Exception {
        Map<String, LatencyDistribution> latencies = new HashMap<>();
        Map<String, Double> figures = new HashMap<>();
        for (NodeProcess process : processes) {
            process.open(PRODUCERS, CONSUMERS, 0);
        }
        double messagesPerSecond =
                measureLoad(processes, processes, settings.warmUp(), settings.window(), figures, latencies);
        if (nodes > 1) {
            List<NodeProcess> senders = processes.subList(0, 1);
            senders.get(0).open(1, 0, WAKE_UPS_PER_SECOND);
            for (NodeProcess process : processes.subList(1, nodes)) {
                process.open(0, 1, WAKE_UPS_PER_SECOND);
            }
            measureLoad(processes, senders, Duration.ofSeconds(1), settings.window(), new HashMap<>(), latencies);
        }
        return new RunOutcome.MeasuredRun(messagesPerSecond, latencies, figures);
    }

    /** Runs the senders, drains the queue and returns the total number of received messages per second. */
    private static double measureLoad(
            List<NodeProcess> processes,
            List<NodeProcess> senders,
            Duration warmUp,
            Duration window,
            Map<String, Double> figures,
            Map<String, LatencyDistribution> distributions)
            throws IOException, InterruptedException {
        for (NodeProcess sender : senders) {
            sender.startProducers();
        }
        TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
        List<FlowTotals> before = new ArrayList<>();
        long startNanos = System.nanoTime();
        for (NodeProcess process : processes) {
            process.measure(true);
            before.add(process.flow());
        }
        TimeUnit.NANOSECONDS.sleep(window.toNanos());
        long elapsedNanos = System.nanoTime() - startNanos;
        List<Long> sent = new ArrayList<>();
        List<Long> received = new ArrayList<>();
        for (int index = 0; index < processes.size(); index++) {
            FlowTotals totals = processes.get(index).flow();
            processes.get(index).measure(false);
            sent.add(totals.sent() - before.get(index).sent());
            received.add(totals.received() - before.get(index).received());
        }
        for (NodeProcess sender : senders) {
            sender.stopProducers();
        }
        awaitBalance(processes);
        Map<LatencyKind, LatencyHistogram> latencies = new EnumMap<>(LatencyKind.class);
        for (NodeProcess process : processes) {
            process.closeConsumers(latencies);
        }
        latencies.forEach((kind, latency) ->
                latency.distribution().ifPresent(distribution -> distributions.put(kind.label(), distribution)));
        figures.put(
                "sent by the node with the least, % of the mean",
                ShareRange.of(sent).leastPercent());
        figures.put(
                "received by the node with the least, % of the mean",
                ShareRange.of(received).leastPercent());
        figures.put(
                "received by the node with the most, % of the mean",
                ShareRange.of(received).greatestPercent());
        return LoadRun.perSecond(received.stream().mapToLong(Long::longValue).sum(), elapsedNanos);
    }

    /**
     * Waits until all sent messages are received.
     *
     * @throws IllegalStateException if no message moves for 30 seconds, for example after a loss or a duplicate
     */
    private static void awaitBalance(List<NodeProcess> processes) throws IOException, InterruptedException {
        FlowTotals last = FlowTotals.NONE;
        long lastMoveNanos = System.nanoTime();
        while (true) {
            FlowTotals all = FlowTotals.NONE;
            for (NodeProcess process : processes) {
                all = all.plus(process.flow());
            }
            if (all.isBalanced()) {
                return;
            }
            if (!all.equals(last)) {
                last = all;
                lastMoveNanos = System.nanoTime();
            } else if (System.nanoTime() - lastMoveNanos > STALL_NANOS) {
                throw new IllegalStateException("sent and received don't agree: " + all);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
