/**
 * One queue or subscription in the memory of this node: distributes prefetched messages to its receivers, and requests
 * the fetches and searches that acquire more. {@link dev.restante.node.queue.EntityDispatcher} is the entry, and all
 * parts share the lock of {@link dev.restante.node.queue.DispatchState}.
 */
@NullMarked
package dev.restante.node.queue;

import org.jspecify.annotations.NullMarked;
