/**
 * What is counted and timed, whoever is measured: tallies, latencies, heap, threads, disk.
 */
@NullMarked
package dev.restante.bench.measure;

import org.jspecify.annotations.NullMarked;
