package dev.restante.bench.measure;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counter of messages that also sums up their sequence numbers, so that lost and duplicated messages are detected.
 * Thread-safe.
 */
final class SequenceCount {

    private final LongAdder count = new LongAdder();
    private final LongAdder sum = new LongAdder();

    void add(long sequence) {
        count.increment();
        sum.add(sequence);
    }

    long count() {
        return count.sum();
    }

    long sum() {
        return sum.sum();
    }

    boolean sameAs(SequenceCount other) {
        return count() == other.count() && sum() == other.sum();
    }
}
