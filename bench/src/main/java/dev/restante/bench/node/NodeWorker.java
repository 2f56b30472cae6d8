package dev.restante.bench.node;

import dev.restante.bench.contender.OnPostgresql;
import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.load.Producers;
import dev.restante.bench.measure.Flow;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one node does, command by command. Its messages go to the queue of all nodes, so that each counts what it sends
 * and what it receives, and only the sums of all nodes can be compared. Not thread-safe.
 *
 * <pre>
 * open PRODUCERS CONSUMERS PER_SECOND   opens the consumers; 0 a second is as fast as it goes
 * start                                 starts the producers
 * measure on|off                        begins or ends to record latencies
 * flow                                  replies with the four numbers of {@link Flow}
 * stop                                  ends the producers
 * close                                 ends the consumers; replies KIND=HISTOGRAM for each kind of latency
 * </pre>
 */
final class NodeWorker implements AutoCloseable {

    /** Permits are given back by whoever receives, on any node, so they can't bound what is outstanding. */
    private static final int UNBOUNDED = 1_000_000_000;

    private final RunningTransport transport;
    private final int bodyBytes;
    private @Nullable Part part;

    NodeWorker(RunningTransport transport, int bodyBytes) {
        this.transport = transport;
        this.bodyBytes = bodyBytes;
    }

    static NodeWorker start(OnPostgresql contender, String url, Path directory, int bodyBytes) throws Exception {
        return new NodeWorker(contender.startOn(url, directory), bodyBytes);
    }

    /**
     * Carries out a command.
     *
     * @return the reply; empty if there is nothing to say
     * @throws IllegalArgumentException if it is no command, or not now
     */
    String handle(String command) throws Exception {
        String[] words = command.split(" ");
        if (words[0].equals("open") && words.length == 4) {
            open(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
            return "";
        }
        if (part == null) {
            throw new IllegalArgumentException("not open: " + command);
        }
        switch (command) {
            case "start" -> part.start();
            case "measure on" -> part.tally.setMeasuring(true);
            case "measure off" -> part.tally.setMeasuring(false);
            case "stop" -> part.stop();
            case "flow" -> {
                return part.flow();
            }
            case "close" -> {
                String latencies = part.latencies();
                part.close();
                part = null;
                return latencies;
            }
            default -> throw new IllegalArgumentException("unknown command: " + command);
        }
        return "";
    }

    private void open(int producers, int consumers, int perSecond) throws Exception {
        Load load = new Load(producers, consumers, Load.Mode.SYNC, 1, DeliveryMode.PERSISTENT).paced(perSecond);
        Tally tally = new Tally(UNBOUNDED, Long.MAX_VALUE);
        LoadRun run = new LoadRun(transport, load, bodyBytes, tally);
        part = new Part(tally, run, producers, run.openConsumers());
    }

    @Override
    public void close() throws Exception {
        try (transport) {
            if (part != null) {
                part.close();
            }
        }
    }

    /** Its part in what all nodes do together. */
    private static final class Part implements AutoCloseable {
        private final Tally tally;
        private final LoadRun run;
        private final int producerCount;
        private final Consumers consumers;
        private @Nullable Producers producers;

        Part(Tally tally, LoadRun run, int producerCount, Consumers consumers) {
            this.tally = tally;
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
            tally.failure().ifPresent(failure -> {
                throw new IllegalStateException(String.valueOf(failure), failure);
            });
            Flow flow = tally.flow();
            return String.format(
                    Locale.ROOT, "%d %d %d %d", flow.sent(), flow.sentSum(), flow.received(), flow.receivedSum());
        }

        String latencies() {
            return tally.takeLatencies().entrySet().stream()
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
