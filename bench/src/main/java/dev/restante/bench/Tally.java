package dev.restante.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What producers and consumers of one measurement share: the permits that bound what is outstanding, the counts, the
 * latencies of the measured window, and the first things that went wrong.
 *
 * <p>Every field is safe to use from any thread. Sequence numbers are dealt from one counter, so that equal counts and
 * equal sums of them on both sides mean that nothing was lost and nothing came twice.
 */
final class Tally {

    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Semaphore outstanding;
    private final AtomicLong nextSequence = new AtomicLong();
    private final long sequenceLimit;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean measuring = new AtomicBoolean();
    private final LongAdder sent = new LongAdder();
    private final LongAdder sentSum = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder receivedSum = new LongAdder();
    private final Map<LatencyKind, Latency> latencies = new LinkedHashMap<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /**
     * Starts from zero.
     *
     * @param outstandingLimit most messages sent and not consumed
     * @param messageLimit messages to send in all; {@code Long.MAX_VALUE} to send until {@link #stopSending()}
     */
    Tally(int outstandingLimit, long messageLimit) {
        outstanding = new Semaphore(outstandingLimit);
        sequenceLimit = messageLimit;
        for (LatencyKind kind : LatencyKind.values()) {
            latencies.put(kind, new Latency());
        }
    }

    /** Takes a permit and the next sequence number; -1 when the producers are to stop. */
    long acquireSequence() throws InterruptedException {
        while (!stopped.get() && failures.isEmpty()) {
            if (outstanding.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                long sequence = nextSequence.getAndIncrement();
                return sequence < sequenceLimit ? sequence : -1;
            }
        }
        return -1;
    }

    void countSent(long sequence) {
        sent.increment();
        sentSum.add(sequence);
    }

    void countReceived(long sequence) {
        received.increment();
        receivedSum.add(sequence);
        outstanding.release();
    }

    void record(LatencyKind kind, long nanos) {
        if (measuring.get()) {
            Latency latency = latencies.get(kind);
            if (latency != null) {
                latency.record(nanos);
            }
        }
    }

    void setMeasuring(boolean on) {
        measuring.set(on);
    }

    void stopSending() {
        stopped.set(true);
    }

    void fail(Throwable failure) {
        failures.add(failure);
    }

    long sentCount() {
        return sent.sum();
    }

    long receivedCount() {
        return received.sum();
    }

    /** Waits until everything sent has been received, or until nothing has moved for half a minute. */
    void awaitDrained() throws InterruptedException {
        long lastCount = -1;
        long lastProgressNanos = System.nanoTime();
        while (receivedCount() < sentCount() && failures.isEmpty()) {
            long count = receivedCount();
            if (count != lastCount) {
                lastCount = count;
                lastProgressNanos = System.nanoTime();
            } else if (System.nanoTime() - lastProgressNanos > STALL_NANOS) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /**
     * Holds what was received against what was sent.
     *
     * @throws IllegalStateException if a thread failed, a message was lost, or one came twice
     */
    void verify() {
        if (!failures.isEmpty()) {
            List<Throwable> all = List.copyOf(failures);
            IllegalStateException failure =
                    new IllegalStateException("%d threads failed, first: %s".formatted(all.size(), all.get(0)));
            all.forEach(failure::addSuppressed);
            throw failure;
        }
        if (received.sum() != sent.sum() || receivedSum.sum() != sentSum.sum()) {
            throw new IllegalStateException("%,d messages sent, %,d received; sums of sequence numbers %,d and %,d"
                    .formatted(sent.sum(), received.sum(), sentSum.sum(), receivedSum.sum()));
        }
    }

    /** The latencies of the measured window, without the kinds that nobody recorded. */
    Map<String, Distribution> distributions() {
        Map<String, Distribution> distributions = new LinkedHashMap<>();
        latencies.forEach((kind, latency) ->
                latency.distribution().ifPresent(distribution -> distributions.put(kind.label(), distribution)));
        return distributions;
    }
}
