package dev.restante.bench.measure;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Shared counters of a load: in-flight permits, sent and received messages, latencies and failures. Thread-safe.
 *
 * <p>One counter issues the sequence numbers. If counts and sums of sequence numbers are equal on both sides, no
 * message was lost or duplicated. Messages for several subscriptions are counted for each subscription.
 */
public final class LoadAccounting {

    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Semaphore inFlightPermits;
    private final AtomicLong nextSequence = new AtomicLong();
    private final long sequenceLimit;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean measuring = new AtomicBoolean();
    private final SequenceCount sent = new SequenceCount();
    private final List<SequenceCount> received;
    private volatile Map<LatencyKind, LatencyHistogram> latencies = newLatencies();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /**
     * Creates the counters.
     *
     * @param outstandingLimit the highest number of sent but unconsumed messages, where each copy counts
     * @param messageLimit the number of messages to send; {@code Long.MAX_VALUE} to send until {@link #stopSending()}
     * @param deliveriesPerMessage the number of times that each message is received, at most {@code outstandingLimit}
     */
    public LoadAccounting(int outstandingLimit, long messageLimit, int deliveriesPerMessage) {
        if (deliveriesPerMessage > outstandingLimit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%,d copies of a message, and only %,d may be outstanding",
                    deliveriesPerMessage,
                    outstandingLimit));
        }
        this.received = IntStream.range(0, deliveriesPerMessage)
                .mapToObj(copy -> new SequenceCount())
                .toList();
        inFlightPermits = new Semaphore(outstandingLimit);
        sequenceLimit = messageLimit;
    }

    /** Creates counters for messages that are received once. */
    public LoadAccounting(int outstandingLimit, long messageLimit) {
        this(outstandingLimit, messageLimit, 1);
    }

    /** Acquires a permit for each copy and returns the next sequence number, or -1 if the producer must stop. */
    public long nextSequence() throws InterruptedException {
        while (!stopped.get() && failures.isEmpty()) {
            if (inFlightPermits.tryAcquire(received.size(), 100, TimeUnit.MILLISECONDS)) {
                long sequence = nextSequence.getAndIncrement();
                return sequence < sequenceLimit ? sequence : -1;
            }
        }
        return -1;
    }

    public void countSent(long sequence) {
        sent.add(sequence);
    }

    public void countReceived(int copy, long sequence) {
        received.get(copy).add(sequence);
        inFlightPermits.release();
    }

    public void record(LatencyKind kind, long nanos) {
        if (measuring.get()) {
            LatencyHistogram histogram = latencies.get(kind);
            if (histogram != null) {
                histogram.record(nanos);
            }
        }
    }

    public void setMeasuring(boolean on) {
        measuring.set(on);
    }

    public void stopSending() {
        stopped.set(true);
    }

    public void fail(Throwable failure) {
        failures.add(failure);
    }

    public long sentCount() {
        return sent.count();
    }

    public long receivedCount() {
        return received.stream().mapToLong(copy -> copy.count()).sum();
    }

    public FlowTotals flow() {
        return new FlowTotals(
                sentCount(),
                sent.sum(),
                receivedCount(),
                received.stream().mapToLong(copy -> copy.sum()).sum());
    }

    /** Returns the first failure, or empty. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failures.peek());
    }

    /** Waits until all sent messages are received, or until no message has arrived for 30 seconds. */
    public void awaitDrained() throws InterruptedException {
        long lastCount = -1;
        long lastProgressNanos = System.nanoTime();
        while (receivedCount() < sentCount() * received.size() && failures.isEmpty()) {
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
     * Compares received with sent messages.
     *
     * @throws IllegalStateException if a thread failed, or if a message was lost or duplicated
     */
    public void verify() {
        if (!failures.isEmpty()) {
            List<Throwable> all = List.copyOf(failures);
            IllegalStateException failure = new IllegalStateException(
                    String.format(Locale.ROOT, "%d threads failed, first: %s", all.size(), all.get(0)));
            all.forEach(failure::addSuppressed);
            throw failure;
        }
        for (SequenceCount copy : received) {
            if (!copy.sameAs(sent)) {
                throw new IllegalStateException(String.format(
                        Locale.ROOT,
                        "%,d messages sent, %,d received in copy %d of %d; sums of sequence numbers %,d and %,d",
                        sent.count(),
                        copy.count(),
                        received.indexOf(copy) + 1,
                        received.size(),
                        sent.sum(),
                        copy.sum()));
            }
        }
    }

    /** Returns the latencies of the measured window that have values. */
    public Map<String, LatencyDistribution> distributions() {
        Map<String, LatencyDistribution> distributions = new LinkedHashMap<>();
        latencies.forEach((kind, latency) ->
                latency.distribution().ifPresent(distribution -> distributions.put(kind.label(), distribution)));
        return distributions;
    }

    /** Returns the latencies since the last call. A latency recorded during this call may be missing from both. */
    public Map<LatencyKind, LatencyHistogram> drainLatencies() {
        Map<LatencyKind, LatencyHistogram> taken = latencies;
        latencies = newLatencies();
        return taken;
    }

    private static Map<LatencyKind, LatencyHistogram> newLatencies() {
        Map<LatencyKind, LatencyHistogram> fresh = new EnumMap<>(LatencyKind.class);
        for (LatencyKind kind : LatencyKind.values()) {
            fresh.put(kind, new LatencyHistogram());
        }
        return fresh;
    }
}
