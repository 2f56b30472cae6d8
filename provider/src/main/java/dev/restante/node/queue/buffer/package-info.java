/**
 * Prefetched messages of one queue, the receivers that wait for them, and the range and progress of its fetches. The
 * lock of the dispatcher guards all of it.
 */
@NullMarked
package dev.restante.node.queue.buffer;

import org.jspecify.annotations.NullMarked;
