package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.OnPostgresql;
import dev.restante.bench.contender.PostgresqlServer;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.Distribution;
import dev.restante.bench.measure.Flow;
import dev.restante.bench.measure.Latency;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Shares;
import dev.restante.bench.node.NodeProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * JVMs on one database and one queue, each with producers and consumers: what all consume together, and how evenly that
 * is spread. Then only one of them sends, a few messages a second, and the others wait: how soon they wake up. The main
 * figure is the total rate.
 *
 * <p>Latencies span two JVMs, whose {@link System#nanoTime} is the same clock on one Linux machine.
 *
 * @param nodes how many
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
    public boolean includes(Contender contender) {
        return contender instanceof OnPostgresql;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        OnPostgresql onPostgresql = (OnPostgresql) contender;
        if (!onPostgresql.sharesDatabase()) {
            return new Outcome.Skipped("one broker has the database");
        }
        try (PostgresqlServer server = PostgresqlServer.start(trial.directory().resolve("postgresql"))) {
            // Makes the tables, which is not to be done by all of them at once.
            onPostgresql.startOn(server.url(), trial.directory()).close();
            List<NodeProcess> processes = new ArrayList<>();
            try {
                for (int index = 0; index < nodes; index++) {
                    processes.add(NodeProcess.start(
                            onPostgresql,
                            server.url(),
                            trial.directory().resolve("node-" + index),
                            trial.settings().bodyBytes(),
                            trial.settings().childHeap()));
                }
                for (NodeProcess process : processes) {
                    process.awaitStart();
                }
                return measure(processes, trial.settings());
            } finally {
                for (NodeProcess process : processes) {
                    process.close();
                }
            }
        }
    }

    private Outcome measure(List<NodeProcess> processes, Settings settings) throws Exception {
        Map<String, Distribution> latencies = new HashMap<>();
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
        return new Outcome.Measured(messagesPerSecond, latencies, figures);
    }

    /** Lets the senders send, then receives the rest; returns how many messages are received in a second by all. */
    private static double measureLoad(
            List<NodeProcess> processes,
            List<NodeProcess> senders,
            Duration warmUp,
            Duration window,
            Map<String, Double> figures,
            Map<String, Distribution> distributions)
            throws IOException, InterruptedException {
        for (NodeProcess sender : senders) {
            sender.startProducers();
        }
        TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
        List<Flow> before = new ArrayList<>();
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
            Flow flow = processes.get(index).flow();
            processes.get(index).measure(false);
            sent.add(flow.sent() - before.get(index).sent());
            received.add(flow.received() - before.get(index).received());
        }
        for (NodeProcess sender : senders) {
            sender.stopProducers();
        }
        awaitBalance(processes);
        Map<LatencyKind, Latency> latencies = new EnumMap<>(LatencyKind.class);
        for (NodeProcess process : processes) {
            process.closeInto(latencies);
        }
        latencies.forEach((kind, latency) ->
                latency.distribution().ifPresent(distribution -> distributions.put(kind.label(), distribution)));
        figures.put(
                "sent by the node with the least, % of the mean",
                Shares.of(sent).leastPercent());
        figures.put(
                "received by the node with the least, % of the mean",
                Shares.of(received).leastPercent());
        figures.put(
                "received by the node with the most, % of the mean",
                Shares.of(received).greatestPercent());
        return LoadRun.perSecond(received.stream().mapToLong(Long::longValue).sum(), elapsedNanos);
    }

    /**
     * Waits until all that was sent has been received.
     *
     * @throws IllegalStateException if nothing moves any more for half a minute, or something came twice
     */
    private static void awaitBalance(List<NodeProcess> processes) throws IOException, InterruptedException {
        Flow last = Flow.NONE;
        long lastMoveNanos = System.nanoTime();
        while (true) {
            Flow all = Flow.NONE;
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
