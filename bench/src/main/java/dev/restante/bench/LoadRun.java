package dev.restante.bench;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A {@link Load} against one running broker. */
final class LoadRun {

    static final String QUEUE_NAME = "bench.load";

    private static final long PRODUCERS_STALL_SECONDS = 60;

    private final ConnectionFactory factory;
    private final Load load;
    private final int bodyBytes;
    private final Tally tally;

    LoadRun(RunningBroker broker, Load load, int bodyBytes, Tally tally) {
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
    Outcome.Measured measure(Duration warmUp, Duration window) throws JMSException, InterruptedException {
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
        return new Outcome.Measured(messagesPerSecond, tally.distributions(), Map.of());
    }

    /**
     * Sends as many messages as the tally allows while consuming them.
     *
     * @return messages per second, from the first send to the last message consumed
     * @throws IllegalStateException if anything was lost or came twice
     */
    double sendAndConsumeAll() throws JMSException, InterruptedException {
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
    double sendAll() throws InterruptedException {
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
    double drain() throws JMSException, InterruptedException {
        long startNanos = System.nanoTime();
        try (Consumers consumers = openConsumers()) {
            tally.awaitDrained();
        }
        long elapsedNanos = System.nanoTime() - startNanos;
        tally.verify();
        return perSecond(tally.receivedCount(), elapsedNanos);
    }

    private Consumers openConsumers() throws JMSException {
        return Consumers.open(factory, QUEUE_NAME, load, bodyBytes, tally);
    }

    private ExecutorService startProducers() {
        ExecutorService producers = Executors.newFixedThreadPool(load.producers());
        for (int index = 0; index < load.producers(); index++) {
            producers.execute(new ProducerTask(factory, QUEUE_NAME, load, new Body(bodyBytes, index + 1L), tally));
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

    static double perSecond(long count, long elapsedNanos) {
        return count * 1e9 / elapsedNanos;
    }
}
