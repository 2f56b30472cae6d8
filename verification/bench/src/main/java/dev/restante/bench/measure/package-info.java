/** Counters and timers for all contenders: messages, latencies, heap, threads and disk. */
@NullMarked
package dev.restante.bench.measure;

import org.jspecify.annotations.NullMarked;
