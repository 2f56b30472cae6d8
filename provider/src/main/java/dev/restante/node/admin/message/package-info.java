/**
 * Operations of administrators on stored messages: lists, edits and purges messages, breaks locks, and claims
 * deliveries that this node has prefetched.
 */
@NullMarked
package dev.restante.node.admin.message;

import org.jspecify.annotations.NullMarked;
