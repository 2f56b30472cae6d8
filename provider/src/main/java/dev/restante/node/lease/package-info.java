/** Lease of the node and detection of dead nodes, ids, and the clock of the store. */
@NullMarked
package dev.restante.node.lease;

import org.jspecify.annotations.NullMarked;
