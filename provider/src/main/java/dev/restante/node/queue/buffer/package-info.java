/**
 * Data structures of one queue: prefetched messages in retrieval order, the receivers that wait for them, and the
 * range and progress of its fetches. {@link dev.restante.node.queue.EntityDispatcher} chooses the message for a
 * receiver. Its lock guards all of this package.
 */
@NullMarked
package dev.restante.node.queue.buffer;

import org.jspecify.annotations.NullMarked;
