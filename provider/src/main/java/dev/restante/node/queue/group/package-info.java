/**
 * Message groups of one queue on this node: which receiver has which group, and which messages of a group wait until
 * the earlier ones are settled.
 */
@NullMarked
package dev.restante.node.queue.group;

import org.jspecify.annotations.NullMarked;
