/**
 * Prefetched messages of this node, their distribution to receivers, and the fetches and searches that acquire them.
 */
@NullMarked
package dev.restante.node.dispatch;

import org.jspecify.annotations.NullMarked;
