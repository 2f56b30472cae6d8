/** Prefetched messages by selector, and the searches of one queue for messages that match a selector. */
@NullMarked
package dev.restante.node.queue.selector;

import org.jspecify.annotations.NullMarked;
