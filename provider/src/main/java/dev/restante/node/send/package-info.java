/** Sending: ids and positions of messages, checks, and the choice between the store and the memory of this node. */
@NullMarked
package dev.restante.node.send;

import org.jspecify.annotations.NullMarked;
