/**
 * Consumers with a selector on one queue: which prefetched message such a consumer gets next, and the searches in the
 * store for more messages that match.
 */
@NullMarked
package dev.restante.node.queue.selector;

import org.jspecify.annotations.NullMarked;
