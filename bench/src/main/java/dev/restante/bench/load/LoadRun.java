package dev.restante.bench.load;

import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.measure.Tally;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A {@link Load} against one running broker. */
public final class LoadRun {

    private static final long PRODUCERS_STALL_SECONDS = 60;

    private final ConnectionFactory factory;
    private final Load load;
    private final int bodyBytes;
    private final Tally tally;

    public LoadRun(RunningBroker broker, Load load, int bodyBytes, Tally tally) {
        factory = load.mode() == Load.Mode.ASYNC ? broker.completionConnectionFactory() : broker.connectionFactory();
        this.load = load;
        this.bodyBytes = bodyBytes;
        this.tally = tally;
    }

    /**
     * Sends and consumes under load, counts what is consumed within the window, then drains the rest.
     *
     * @throws IllegalStateException if anything was lost or came twice
     */
    public Outcome.Measured measure(Duration warmUp, Duration window) throws JMSException, InterruptedException {
        double messagesPerSecond;
        ExecutorService producers = null;
        try (Consumers consumers = openConsumers()) {
            producers = startProducers();
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            tally.setMeasuring(true);
            long startNanos = System.nanoTime();
            long startCount = tally.receivedCount();
            TimeUnit.NANOSECONDS.sleep(window.toNanos());
            long count = tally.receivedCount() - startCount;
            messagesPerSecond = perSecond(count, System.nanoTime() - startNanos);
            tally.setMeasuring(false);
            tally.stopSending();
            awaitEnd(producers);
            tally.awaitDrained();
        } finally {
            tally.stopSending();
            if (producers != null) {
                producers.shutdownNow();
            }
        }
        tally.verify();
        Map<String, Double> figures =
                load.copies() == 1 ? Map.of() : Map.of("published, msg/s", messagesPerSecond / load.copies());
        return new Outcome.Measured(messagesPerSecond, tally.distributions(), figures);
    }

    /**
     * Sends as many messages as the tally allows while consuming them.
     *
     * @return messages per second, from the first send to the last message consumed
     * @throws IllegalStateException if anything was lost or came twice
     */
    public double sendAndConsumeAll() throws JMSException, InterruptedException {
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
        ExecutorService producers = startProducers();
        producers.shutdown();
        if (!producers.awaitTermination(1, TimeUnit.HOURS)) {
            tally.fail(new IllegalStateException("the producers were still sending after an hour"));
            producers.shutdownNow();
        }
        return perSecond(tally.sentCount(), System.nanoTime() - startNanos);
    }

    /**
     * Consumes everything that has been sent.
     *
     * @return messages per second, from the opening of the consumers to the last message
     * @throws IllegalStateException if anything was lost or came twice
     */
    public double drain() throws JMSException, InterruptedException {
        long startNanos = System.nanoTime();
        try (Consumers consumers = openConsumers()) {
            tally.awaitDrained();
        }
        long elapsedNanos = System.nanoTime() - startNanos;
        tally.verify();
        return perSecond(tally.receivedCount(), elapsedNanos);
    }

    /** Opens the consumers of the load; they count what they receive. */
    public Consumers openConsumers() throws JMSException {
        return Consumers.open(factory, load, bodyBytes, tally);
    }

    private ExecutorService startProducers() {
        ExecutorService producers = Executors.newFixedThreadPool(load.producers());
        for (int index = 0; index < load.producers(); index++) {
            producers.execute(new ProducerTask(factory, load, new Body(bodyBytes, index + 1L), tally));
        }
        return producers;
    }

    private void awaitEnd(ExecutorService producers) throws InterruptedException {
        producers.shutdown();
        if (!producers.awaitTermination(PRODUCERS_STALL_SECONDS, TimeUnit.SECONDS)) {
            tally.fail(new IllegalStateException(
                    "a producer did not return from its last send within " + PRODUCERS_STALL_SECONDS + " s"));
        }
    }

    public static double perSecond(long count, long elapsedNanos) {
        return count * 1e9 / elapsedNanos;
    }
}
