package dev.restante.bench.load;

import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Pace;
import dev.restante.bench.measure.ProcessorTime;
import dev.restante.bench.measure.Tally;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A {@link Load} on one transport. */
public final class LoadRun {

    /** For a number of messages to be sent: a slow store on a slow disk is given its time. */
    private static final long SEND_ALL_SECONDS = TimeUnit.HOURS.toSeconds(6);

    private final Transport transport;
    private final Load load;
    private final int bodyBytes;
    private final Tally tally;

    public LoadRun(Transport transport, Load load, int bodyBytes, Tally tally) {
        this.transport = transport;
        this.load = load;
        this.bodyBytes = bodyBytes;
        this.tally = tally;
    }

    /**
     * Sends and consumes under load, counts what is consumed within the window, then drains the rest.
     *
     * @throws IllegalStateException if anything was lost or came twice
     */
    public Outcome.Measured measure(Duration warmUp, Duration window) throws Exception {
        Map<String, Double> figures = new TreeMap<>();
        double messagesPerSecond;
        try (Consumers consumers = openConsumers();
                Producers producers = startProducers()) {
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            tally.setMeasuring(true);
            long startNanos = System.nanoTime();
            long startCount = tally.receivedCount();
            OptionalLong startMicros = ProcessorTime.usedMicros();
            TimeUnit.NANOSECONDS.sleep(window.toNanos());
            long count = tally.receivedCount() - startCount;
            messagesPerSecond = perSecond(count, System.nanoTime() - startNanos);
            addProcessorTime(startMicros, count, figures);
            tally.setMeasuring(false);
            producers.stop();
            tally.awaitDrained();
        }
        tally.verify();
        if (load.copies() > 1) {
            figures.put("published, msg/s", messagesPerSecond / load.copies());
        }
        return new Outcome.Measured(messagesPerSecond, tally.distributions(), figures);
    }

    private static void addProcessorTime(OptionalLong startMicros, long count, Map<String, Double> figures) {
        OptionalLong endMicros = ProcessorTime.usedMicros();
        if (count > 0 && startMicros.isPresent() && endMicros.isPresent()) {
            figures.put(
                    "processor time of the machine per message, us",
                    (endMicros.getAsLong() - startMicros.getAsLong()) / (double) count);
        }
    }

    /**
     * Sends as many messages as the tally allows while consuming them.
     *
     * @return messages per second, from the first send to the last message consumed
     * @throws IllegalStateException if anything was lost or came twice
     */
    public double sendAndConsumeAll() throws Exception {
        long startNanos = System.nanoTime();
        try (Consumers consumers = openConsumers()) {
            sendAll();
            tally.awaitDrained();
        }
        long elapsedNanos = System.nanoTime() - startNanos;
        tally.verify();
        return perSecond(tally.receivedCount(), elapsedNanos);
    }

    /** Sends as many messages as the tally allows, without consumers; returns messages per second. */
    public double sendAll() throws InterruptedException {
        long startNanos = System.nanoTime();
        try (Producers producers = startProducers()) {
            producers.awaitEnd(SEND_ALL_SECONDS);
        }
        return perSecond(tally.sentCount(), System.nanoTime() - startNanos);
    }

    /**
     * Consumes everything that has been sent.
     *
     * @return messages per second, from the opening of the consumers to the last message
     * @throws IllegalStateException if anything was lost or came twice
     */
    public double drain() throws Exception {
        long startNanos = System.nanoTime();
        try (Consumers consumers = openConsumers()) {
            tally.awaitDrained();
        }
        long elapsedNanos = System.nanoTime() - startNanos;
        tally.verify();
        return perSecond(tally.receivedCount(), elapsedNanos);
    }

    /** Opens the consumers of the load; they count what they receive. */
    public Consumers openConsumers() throws Exception {
        return transport.openConsumers(load, new Arrivals(load, bodyBytes, tally));
    }

    /** Starts the producers of the load; the schedule of a paced one begins now. */
    public Producers startProducers() {
        ExecutorService threads = Executors.newFixedThreadPool(load.producers());
        Pace pace = load.perSecond() > 0 ? new Pace(System.nanoTime(), load.perSecond()) : null;
        for (int index = 0; index < load.producers(); index++) {
            threads.execute(new ProducerTask(transport, load, new Body(bodyBytes, index + 1L), tally, pace));
        }
        return new Producers(threads, tally);
    }

    public static double perSecond(long count, long elapsedNanos) {
        return count * 1e9 / elapsedNanos;
    }
}
