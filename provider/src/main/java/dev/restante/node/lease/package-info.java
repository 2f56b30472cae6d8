/** Lease, ids and clock of the node in its store. */
@NullMarked
package dev.restante.node.lease;

import org.jspecify.annotations.NullMarked;
