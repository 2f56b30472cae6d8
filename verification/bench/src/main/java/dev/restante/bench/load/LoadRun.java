package dev.restante.bench.load;

import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.CostFigure;
import dev.restante.bench.measure.FlushProbe;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.MachineUse;
import dev.restante.bench.measure.RunOutcome;
import dev.restante.bench.measure.SendSchedule;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Execution of a load on one transport, which runs producers and consumers, measures their throughput and detects lost
 * or duplicated messages.
 */
public final class LoadRun {

    /** Longest time to send a fixed number of messages, long enough for a slow store on a slow disk. */
    private static final long SEND_ALL_SECONDS = TimeUnit.HOURS.toSeconds(6);

    private final Transport transport;
    private final Load load;
    private final int bodyBytes;
    private final LoadAccounting accounting;

    public LoadRun(Transport transport, Load load, int bodyBytes, LoadAccounting accounting) {
        this.transport = transport;
        this.load = load;
        this.bodyBytes = bodyBytes;
        this.accounting = accounting;
    }

    /**
     * Measures consumption under load during the window, then drains the rest.
     *
     * @throws IllegalStateException if a message was lost or duplicated
     */
    public RunOutcome.MeasuredRun measure(Duration warmUp, Duration window) throws Exception {
        Map<String, Double> figures = new TreeMap<>();
        figures.put(CostFigure.FLUSH_TIME.label(), FlushProbe.medianMicros());
        double messagesPerSecond;
        try (ConsumerGroup consumers = openConsumers();
                ProducerGroup producers = startProducers()) {
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            accounting.setMeasuring(true);
            long startNanos = System.nanoTime();
            long startCount = accounting.receivedCount();
            Optional<MachineUse> startUse = MachineUse.soFar();
            TimeUnit.NANOSECONDS.sleep(window.toNanos());
            long count = accounting.receivedCount() - startCount;
            messagesPerSecond = perSecond(count, System.nanoTime() - startNanos);
            MachineUse.addCost(startUse, count, figures);
            accounting.setMeasuring(false);
            producers.stop();
            accounting.awaitDrained();
        }
        accounting.verify();
        if (load.deliveriesPerMessage() > 1) {
            figures.put("published, msg/s", messagesPerSecond / load.deliveriesPerMessage());
        }
        return new RunOutcome.MeasuredRun(messagesPerSecond, accounting.distributions(), figures);
    }

    /**
     * Sends the number of messages that the accounting allows, and consumes them at the same time.
     *
     * @return messages per second, from the first send to the last consumed message
     * @throws IllegalStateException if a message was lost or duplicated
     */
    public double sendAndConsumeAll() throws Exception {
        long startNanos = System.nanoTime();
        try (ConsumerGroup consumers = openConsumers()) {
            sendAll();
            accounting.awaitDrained();
        }
        long elapsedNanos = System.nanoTime() - startNanos;
        accounting.verify();
        return perSecond(accounting.receivedCount(), elapsedNanos);
    }

    /** Sends the number of messages that the accounting allows, without consumers, and returns messages per second. */
    public double sendAll() throws InterruptedException {
        long startNanos = System.nanoTime();
        try (ProducerGroup producers = startProducers()) {
            producers.awaitEnd(SEND_ALL_SECONDS);
        }
        return perSecond(accounting.sentCount(), System.nanoTime() - startNanos);
    }

    /**
     * Consumes all sent messages.
     *
     * @return messages per second, from the opening of the consumers to the last message
     * @throws IllegalStateException if a message was lost or duplicated
     */
    public double drain() throws Exception {
        long startNanos = System.nanoTime();
        try (ConsumerGroup consumers = openConsumers()) {
            accounting.awaitDrained();
        }
        long elapsedNanos = System.nanoTime() - startNanos;
        accounting.verify();
        return perSecond(accounting.receivedCount(), elapsedNanos);
    }

    /** Opens the consumers, which count received messages. */
    public ConsumerGroup openConsumers() throws Exception {
        return transport.openConsumers(load, new ArrivalCounter(load, bodyBytes, accounting));
    }

    /** Starts the producers. The schedule of an open loop begins at this call. */
    public ProducerGroup startProducers() {
        ExecutorService threads = Executors.newFixedThreadPool(load.producers());
        SendSchedule schedule = load.perSecond() > 0 ? new SendSchedule(System.nanoTime(), load.perSecond()) : null;
        for (int index = 0; index < load.producers(); index++) {
            threads.execute(
                    new ProducerTask(transport, load, new BodyGenerator(bodyBytes, index + 1L), accounting, schedule));
        }
        return new ProducerGroup(threads, accounting);
    }

    public static double perSecond(long count, long elapsedNanos) {
        return count * 1e9 / elapsedNanos;
    }
}
