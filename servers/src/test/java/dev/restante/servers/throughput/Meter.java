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
final class Meter implements Synchronization {

    private static final Map<String, Meter> CURRENT = new ConcurrentHashMap<>();

    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch left;
    private final String work;

    private Meter(int messages, String work) {
        this.left = new CountDownLatch(messages);
        this.work = work;
    }

    /** The next round of a contender. */
    static void prepare(String contender, int messages, String work) {
        CURRENT.put(contender, new Meter(messages, work));
    }

    static Meter of(String contender) {
        return CURRENT.get(contender);
    }

    /** What the beans do with their messages. */
    String work() {
        return work;
    }

    void awaitGate() throws InterruptedException {
        gate.await();
    }

    @Override
    public void beforeCompletion() {
        // Nothing to do.
    }

    @Override
    public void afterCompletion(int status) {
        if (status == Status.STATUS_COMMITTED) {
            left.countDown();
        }
    }

    /** Opens the gate; returns how many nanoseconds the beans have taken for all messages. */
    long run() throws InterruptedException {
        long beganNanos = System.nanoTime();
        gate.countDown();
        if (!left.await(4, TimeUnit.MINUTES)) {
            throw new IllegalStateException(left.getCount() + " messages have not come");
        }
        return System.nanoTime() - beganNanos;
    }
}
