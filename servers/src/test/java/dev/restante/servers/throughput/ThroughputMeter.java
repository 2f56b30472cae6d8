package dev.restante.servers.throughput;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How long the beans of one contender take for their messages: they wait behind a gate until all messages are there,
 * and what counts is a transaction that has committed.
 */
final class ThroughputMeter implements Synchronization {

    private static final Map<String, ThroughputMeter> CURRENT = new ConcurrentHashMap<>();

    private final CountDownLatch startLatch = new CountDownLatch(1);
    private final CountDownLatch remaining;
    private final String work;

    private ThroughputMeter(int messages, String work) {
        this.remaining = new CountDownLatch(messages);
        this.work = work;
    }

    /** The next round of a contender. */
    static void prepare(String providerName, int messages, String work) {
        CURRENT.put(providerName, new ThroughputMeter(messages, work));
    }

    static ThroughputMeter current(String providerName) {
        return CURRENT.get(providerName);
    }

    /** What the beans do with their messages. */
    String work() {
        return work;
    }

    void awaitGate() throws InterruptedException {
        startLatch.await();
    }

    @Override
    public void beforeCompletion() {
        // Nothing to do.
    }

    @Override
    public void afterCompletion(int status) {
        if (status == Status.STATUS_COMMITTED) {
            remaining.countDown();
        }
    }

    /** Opens the gate; returns how many nanoseconds the beans have taken for all messages. */
    long measureNanos() throws InterruptedException {
        long beganNanos = System.nanoTime();
        startLatch.countDown();
        if (!remaining.await(4, TimeUnit.MINUTES)) {
            throw new IllegalStateException(remaining.getCount() + " messages have not come");
        }
        return System.nanoTime() - beganNanos;
    }
}
