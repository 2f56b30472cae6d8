package dev.restante.bench.measure;

/** Percentiles of one latency in one measurement, in nanoseconds. */
public record Distribution(long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {}
