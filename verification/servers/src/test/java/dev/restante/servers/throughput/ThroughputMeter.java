package dev.restante.servers.throughput;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Meter of the time in which the beans of one provider process the messages of a round. The beans wait until all
 * messages are sent. The meter counts a message when its transaction has committed.
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

    /** Begins the next round of a provider. */
    static void prepare(String providerName, int messages, String work) {
        CURRENT.put(providerName, new ThroughputMeter(messages, work));
    }

    static ThroughputMeter current(String providerName) {
        return CURRENT.get(providerName);
    }

    /** Returns the work of the beans on each message: {@code receive}, {@code forward} or {@code row}. */
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

    /** Lets the beans start and returns the nanoseconds until they have processed all messages. */
    long measureNanos() throws InterruptedException {
        long beganNanos = System.nanoTime();
        startLatch.countDown();
        if (!remaining.await(4, TimeUnit.MINUTES)) {
            throw new IllegalStateException(remaining.getCount() + " messages have not come");
        }
        return System.nanoTime() - beganNanos;
    }
}
