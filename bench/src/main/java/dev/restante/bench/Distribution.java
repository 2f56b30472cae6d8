package dev.restante.bench;

/** Percentiles of one latency in one measurement, in nanoseconds. */
record Distribution(long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {}
