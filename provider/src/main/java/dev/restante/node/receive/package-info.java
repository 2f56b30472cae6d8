/** Receivers of this node: deliver prefetched messages to consumers, and browse queues. */
@NullMarked
package dev.restante.node.receive;

import org.jspecify.annotations.NullMarked;
