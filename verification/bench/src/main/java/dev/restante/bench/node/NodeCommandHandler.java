package dev.restante.bench.node;

import dev.restante.bench.contender.PostgresqlContender;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.load.ProducerGroup;
import dev.restante.bench.measure.FlowTotals;
import dev.restante.bench.measure.LoadAccounting;
import jakarta.jms.DeliveryMode;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Handler in a node process that executes the benchmark's commands to start, measure and stop producers and consumers.
 * Not thread-safe.
 *
 * <p>All nodes use one queue. Each node counts the messages that it sends and receives, so only the sums of all nodes
 * match.
 *
 * <pre>
 * open PRODUCERS CONSUMERS PER_SECOND   opens the consumers; PER_SECOND 0 means as fast as possible
 * start                                 starts the producers
 * measure on|off                        starts or stops recording latencies
 * flow                                  replies with the four numbers of {@link FlowTotals}
 * stop                                  stops the producers
 * close                                 closes the consumers; replies KIND=HISTOGRAM for each kind of latency
 * </pre>
 */
final class NodeCommandHandler implements AutoCloseable {

    /**
     * Practically unlimited number of permits. The receiving node releases permits, so they cannot limit one node's
     * sends.
     */
    private static final int NO_LIMIT = 1_000_000_000;

    private final RunningTransport transport;
    private final int bodyBytes;
    private @Nullable ActiveLoad activeLoad;

    NodeCommandHandler(RunningTransport transport, int bodyBytes) {
        this.transport = transport;
        this.bodyBytes = bodyBytes;
    }

    /** @param history the file to which to write each send and receive, or null */
    static NodeCommandHandler start(
            PostgresqlContender contender, String url, Path directory, int bodyBytes, @Nullable Path history)
            throws Exception {
        RunningTransport transport = contender.startOnDatabase(url, directory);
        return new NodeCommandHandler(
                history == null
                        ? transport
                        : new RecordedTransport(transport, String.valueOf(directory.getFileName()), history),
                bodyBytes);
    }

    /**
     * Executes a command.
     *
     * @return the reply, which may be empty
     * @throws IllegalArgumentException if the command is unknown or not possible now
     */
    String handle(String command) throws Exception {
        String[] words = command.split(" ");
        if (words[0].equals("open") && words.length == 4) {
            open(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
            return "";
        }
        if (activeLoad == null) {
            throw new IllegalArgumentException("not open: " + command);
        }
        switch (command) {
            case "start" -> activeLoad.start();
            case "measure on" -> activeLoad.accounting.setMeasuring(true);
            case "measure off" -> activeLoad.accounting.setMeasuring(false);
            case "stop" -> activeLoad.stop();
            case "flow" -> {
                return activeLoad.flow();
            }
            case "close" -> {
                String latencies = activeLoad.latencies();
                activeLoad.close();
                activeLoad = null;
                return latencies;
            }
            default -> throw new IllegalArgumentException("unknown command: " + command);
        }
        return "";
    }

    private void open(int producers, int consumers, int perSecond) throws Exception {
        Load load = new Load(producers, consumers, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT).atRate(perSecond);
        LoadAccounting accounting = new LoadAccounting(NO_LIMIT, Long.MAX_VALUE);
        LoadRun run = new LoadRun(transport, load, bodyBytes, accounting);
        activeLoad = new ActiveLoad(accounting, run, producers, run.openConsumers());
    }

    @Override
    public void close() throws Exception {
        try (transport) {
            if (activeLoad != null) {
                activeLoad.close();
            }
        }
    }

    /** Part of this node in a load that several nodes share. */
    private static final class ActiveLoad implements AutoCloseable {
        private final LoadAccounting accounting;
        private final LoadRun run;
        private final int producerCount;
        private final ConsumerGroup consumers;
        private @Nullable ProducerGroup producers;

        ActiveLoad(LoadAccounting accounting, LoadRun run, int producerCount, ConsumerGroup consumers) {
            this.accounting = accounting;
            this.run = run;
            this.producerCount = producerCount;
            this.consumers = consumers;
        }

        void start() {
            if (producerCount > 0) {
                producers = run.startProducers();
            }
        }

        void stop() throws InterruptedException {
            if (producers != null) {
                producers.stop();
            }
        }

        String flow() {
            accounting.failure().ifPresent(failure -> {
                throw new IllegalStateException(String.valueOf(failure), failure);
            });
            FlowTotals totals = accounting.flow();
            return String.format(
                    Locale.ROOT,
                    "%d %d %d %d",
                    totals.sent(),
                    totals.sentSum(),
                    totals.received(),
                    totals.receivedSum());
        }

        String latencies() {
            return accounting.drainLatencies().entrySet().stream()
                    .filter(entry -> entry.getValue().distribution().isPresent())
                    .map(entry -> entry.getKey().name() + "=" + entry.getValue().encoded())
                    .collect(Collectors.joining(" "));
        }

        @Override
        public void close() throws Exception {
            try (consumers) {
                if (producers != null) {
                    producers.close();
                }
            }
        }
    }
}
