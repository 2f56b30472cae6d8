package dev.restante.bench.measure;

/** Percentiles of one latency in nanoseconds. */
public record LatencyDistribution(long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {}
