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
 * What producers and consumers of one measurement share: the permits that bound what is outstanding, the counts, the
 * latencies of the measured window, and the first things that went wrong.
 *
 * <p>Every field is safe to use from any thread. Sequence numbers are dealt from one counter, so that equal counts and
 * equal sums of them on both sides mean that nothing was lost and nothing came twice. A message that each of several
 * subscriptions is to get is counted for each of them apart.
 */
public final class Tally {

    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Semaphore outstanding;
    private final AtomicLong nextSequence = new AtomicLong();
    private final long sequenceLimit;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean measuring = new AtomicBoolean();
    private final SequenceCount sent = new SequenceCount();
    private final List<SequenceCount> received;
    private volatile Map<LatencyKind, Latency> latencies = newLatencies();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /**
     * Starts from zero.
     *
     * @param outstandingLimit most messages sent and not consumed; each copy counts
     * @param messageLimit messages to send in all; {@code Long.MAX_VALUE} to send until {@link #stopSending()}
     * @param copies how often each message is to be received, at most {@code outstandingLimit}
     */
    public Tally(int outstandingLimit, long messageLimit, int copies) {
        if (copies > outstandingLimit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%,d copies of a message, and only %,d may be outstanding", copies, outstandingLimit));
        }
        this.received =
                IntStream.range(0, copies).mapToObj(copy -> new SequenceCount()).toList();
        outstanding = new Semaphore(outstandingLimit);
        sequenceLimit = messageLimit;
    }

    /** For messages that are to be received once. */
    public Tally(int outstandingLimit, long messageLimit) {
        this(outstandingLimit, messageLimit, 1);
    }

    /** Takes a permit for each copy and the next sequence number; -1 when the producers are to stop. */
    public long acquireSequence() throws InterruptedException {
        while (!stopped.get() && failures.isEmpty()) {
            if (outstanding.tryAcquire(received.size(), 100, TimeUnit.MILLISECONDS)) {
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
        outstanding.release();
    }

    public void record(LatencyKind kind, long nanos) {
        if (measuring.get()) {
            Latency latency = latencies.get(kind);
            if (latency != null) {
                latency.record(nanos);
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

    /** Each copy counts. */
    public long receivedCount() {
        return received.stream().mapToLong(copy -> copy.count()).sum();
    }

    /** What was sent and received, each copy counted. */
    public Flow flow() {
        return new Flow(
                sentCount(),
                sent.sum(),
                receivedCount(),
                received.stream().mapToLong(copy -> copy.sum()).sum());
    }

    /** The first thing that went wrong; empty if nothing did. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failures.peek());
    }

    /** Waits until everything sent has been received, or until nothing has moved for half a minute. */
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
     * Holds what was received against what was sent.
     *
     * @throws IllegalStateException if a thread failed, a message was lost, or one came twice
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

    /** The latencies of the measured window, without the kinds that nobody recorded. */
    public Map<String, Distribution> distributions() {
        Map<String, Distribution> distributions = new LinkedHashMap<>();
        latencies.forEach((kind, latency) ->
                latency.distribution().ifPresent(distribution -> distributions.put(kind.label(), distribution)));
        return distributions;
    }

    /** The latencies since the last call; one that is recorded meanwhile may be in neither. */
    public Map<LatencyKind, Latency> takeLatencies() {
        Map<LatencyKind, Latency> taken = latencies;
        latencies = newLatencies();
        return taken;
    }

    private static Map<LatencyKind, Latency> newLatencies() {
        Map<LatencyKind, Latency> fresh = new EnumMap<>(LatencyKind.class);
        for (LatencyKind kind : LatencyKind.values()) {
            fresh.put(kind, new Latency());
        }
        return fresh;
    }
}
