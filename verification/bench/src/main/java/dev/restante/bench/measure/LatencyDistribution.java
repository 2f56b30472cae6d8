package dev.restante.bench.measure;

/**
 * Summary of the latencies in a {@link LatencyHistogram} for the report: three percentiles and the maximum, in
 * nanoseconds.
 */
public record LatencyDistribution(long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {}
